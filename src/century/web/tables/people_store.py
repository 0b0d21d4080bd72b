"""People in the database: their names and their tokens."""

import hashlib
import secrets
import time

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from century.web.tables.database import Database
from century.web.tables.schema import device_links, ended_sessions, people, tokens


class PeopleStore:
    """Names and tokens by the id of a person."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    def name(self, person: str) -> str | None:
        """Return the name of a person, if one is known."""
        with self._database.engine.connect() as db:
            return db.scalar(sa.select(people.c.name).where(people.c.id == person))

    def add(self, person: str, name: str) -> None:
        """Write a person down, unless they are known."""
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        row = insert(people).values(id=person, name=name, made=time.time())
        with self._database.writing() as db:
            db.execute(row.on_conflict_do_nothing())

    def new_token(self, person: str) -> str:
        """Return a new token of a person; the earlier ones become invalid."""
        token = secrets.token_urlsafe(24)
        with self._database.writing() as db:
            db.execute(sa.delete(tokens).where(tokens.c.person == person))
            db.execute(sa.insert(tokens).values(hash=_digest(token), person=person, made=time.time()))
        return token

    def token_owner(self, token: str) -> str | None:
        """Return the person that a token belongs to."""
        with self._database.engine.connect() as db:
            return db.scalar(sa.select(tokens.c.person).where(tokens.c.hash == _digest(token)))

    def banned(self) -> set[str]:
        """Return the people who are banned."""
        with self._database.engine.connect() as db:
            return set(db.scalars(sa.select(people.c.id).where(people.c.banned.is_not(None))))

    def ban(self, person: str, since: float | None) -> bool:
        """Ban a person, or with None end the ban. Return whether the person is known."""
        with self._database.writing() as db:
            return db.execute(sa.update(people).where(people.c.id == person).values(banned=since)).rowcount == 1

    def new_link(self, person: str, seconds: float) -> str:
        """Return the secret of a link to another device; the person's earlier links become invalid."""
        secret, now = secrets.token_urlsafe(24), time.time()
        with self._database.writing() as db:
            outdated = (device_links.c.person == person) | (device_links.c.until < now)
            db.execute(sa.delete(device_links).where(outdated))
            db.execute(sa.insert(device_links).values(hash=_digest(secret), person=person, until=now + seconds))
        return secret

    def use_link(self, secret: str) -> str | None:
        """Return the person a link belongs to. It cannot be used again."""
        used = sa.delete(device_links).where(device_links.c.hash == _digest(secret))
        with self._database.writing() as db:
            row = db.execute(used.returning(device_links.c.person, device_links.c.until)).one_or_none()
        return row.person if row and row.until >= time.time() else None

    def has_ended(self, person: str, session: str, begun: float) -> bool:
        """Whether a session was signed out, alone or with all others of the person."""
        alone = sa.select(ended_sessions.c.id).where(ended_sessions.c.id == session)
        everywhere = sa.select(people.c.signed_out).where(people.c.id == person)
        with self._database.engine.connect() as db:
            return db.scalar(alone) is not None or (db.scalar(everywhere) or -1.0) >= begun

    def end_session(self, session: str, until: float) -> None:
        """Note that a session has ended, until its cookie would have expired."""
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        with self._database.writing() as db:
            db.execute(sa.delete(ended_sessions).where(ended_sessions.c.until < time.time()))
            db.execute(insert(ended_sessions).values(id=session, until=until).on_conflict_do_nothing())

    def sign_out(self, person: str) -> None:
        """End all sessions and tokens of a known person."""
        with self._database.writing() as db:
            db.execute(sa.update(people).where(people.c.id == person).values(signed_out=time.time()))
            db.execute(sa.delete(tokens).where(tokens.c.person == person))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
