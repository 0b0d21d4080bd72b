"""Cookies: each is a session of one browser, which ends by itself, when it is signed out, or with all others."""

import asyncio
import secrets
import time
from dataclasses import dataclass

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from century.web.tables.people_store import PeopleStore

COOKIE = "century"
DAY = 24 * 3600.0
LIFETIME = 180 * DAY  # of a cookie, in seconds
RENEWED = 30 * DAY  # the age at which a page brings a fresh one
YOUNG = 3600.0  # seconds for which a session is too young to be a person with limits of its own
TRUSTED = 10.0  # seconds for which a session is not looked up again
REMEMBERED = 10_000  # sessions that were looked up


@dataclass(frozen=True)
class Session:
    """A browser in which a person is signed in."""

    person: str
    id: str  # nothing for a cookie of before there were sessions
    begun: float  # 0 for a cookie of before

    @property
    def age(self) -> float:
        """Seconds since the cookie was set."""
        return time.time() - self.begun


class Sessions:
    """Reads and sets cookies."""

    def __init__(self, people: PeopleStore, secret: bytes) -> None:
        """Sign cookies with the secret."""
        self._people = people
        self._signed = URLSafeSerializer(secret, salt="session")
        self._signed_before = URLSafeSerializer(secret, salt="person")
        self._looked_up: dict[Session, tuple[bool, float]] = {}  # whether it has ended, and until when that is trusted

    def read(self, cookie: str) -> Session | None:
        """Return the session of a cookie that was signed here and has not expired; `has_ended` knows the rest."""
        try:
            session = Session(*self._signed.loads(cookie))
        except (BadSignature, TypeError):
            return self._read_before(cookie)
        return session if session.age < LIFETIME else None

    def _read_before(self, cookie: str) -> Session | None:
        """Return the session of a cookie that only names a person; the next page replaces it."""
        try:
            person = self._signed_before.loads(cookie)
        except BadSignature:
            return None
        return Session(person, "", 0.0) if isinstance(person, str) and len(person) <= 32 else None

    async def has_ended(self, session: Session) -> bool:
        """Whether a session was signed out."""
        ended, until = self._looked_up.get(session, (False, 0.0))
        if until < time.monotonic():
            ended = await asyncio.to_thread(self._people.has_ended, session.person, session.id, session.begun)
            if len(self._looked_up) >= REMEMBERED:
                self._looked_up.clear()
            self._looked_up[session] = ended, time.monotonic() + TRUSTED
        return ended

    def begin(self, request: Request, response: Response, person: str) -> None:
        """Set the cookie of a new session."""
        response.set_cookie(
            COOKIE,
            str(self._signed.dumps([person, secrets.token_urlsafe(12), time.time()])),
            max_age=int(LIFETIME),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    async def end(self, session: Session) -> None:
        """Sign out in one browser."""
        until = session.begun + LIFETIME
        if session.id:
            await asyncio.to_thread(self._people.end_session, session.id, until)
        self._looked_up[session] = bool(session.id), time.monotonic() + TRUSTED

    async def end_all(self, person: str) -> None:
        """Sign out in all browsers, and make the tokens of a person invalid."""
        await asyncio.to_thread(self._people.sign_out, person)
        self._looked_up.clear()
