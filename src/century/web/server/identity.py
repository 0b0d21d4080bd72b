"""Visitors: identified by a signed cookie from their first visit on, or by a token of the API."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Request, Response

from century.errors import CenturyError
from century.web.server.sessions import COOKIE, RENEWED, YOUNG, Sessions
from century.web.tables.people_store import PeopleStore
from century.words import say

TRUSTED = 10.0  # seconds for which a token, and who is banned, is not looked up again
GUESTS = ("Ana", "Bao", "Caro", "Dara", "Eli", "Femi", "Gita", "Hana", "Ivo", "Juno", "Kai", "Lena", "Milo", "Noor")


class NotIdentified(CenturyError):
    """The visitor is not known."""


class Banned(CenturyError):
    """The visitor may do nothing here."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(say("the operator of this server has banned you"))


@dataclass(frozen=True)
class Visitor:
    """A person who sends a request."""

    id: str
    is_new: bool = False  # has no cookie yet, or one that is old: the response sets one


class Identity:
    """Identifies visitors."""

    def __init__(self, people: PeopleStore, secret: bytes) -> None:
        """Sign cookies with the secret."""
        self._people = people
        self._tokens: dict[str, tuple[str, float]] = {}  # whose each is, and until when it is trusted
        self._banned: tuple[set[str], float] = set(), 0.0  # and until when the list is trusted
        self.sessions = Sessions(people, secret)

    def person_to_count(self, headers: Mapping[bytes, bytes]) -> str | None:
        """Return the person for whom a request is counted: one who was not invented a moment ago."""
        if authorization := headers.get(b"authorization", b"").decode("latin-1"):
            person, until = self._tokens.get(authorization.partition(" ")[2].strip(), (None, 0.0))
            return person if until >= time.monotonic() else None
        request = Request({"type": "http", "headers": [(b"cookie", headers.get(b"cookie", b""))]})
        session = self.sessions.read(request.cookies.get(COOKIE, ""))
        return session.person if session and session.age >= YOUNG else None

    async def known(self, request: Request) -> Visitor | None:
        """Return the visitor, if they have been here before. Raise NotIdentified for an invalid token, and Banned."""
        visitor = await self._identified(request)
        if visitor and visitor.id in await self.banned():
            raise Banned
        return visitor

    async def banned(self) -> set[str]:
        """Return the people who are banned."""
        banned, until = self._banned
        if until < time.monotonic():
            banned = await asyncio.to_thread(self._people.banned)
            self._banned = banned, time.monotonic() + TRUSTED
        return banned

    async def _identified(self, request: Request) -> Visitor | None:
        authorization = request.headers.get("authorization")
        if authorization is None:
            return await self._with_cookie(request)
        scheme, _, token = authorization.partition(" ")
        id = await self._token_owner(token.strip()) if scheme.lower() == "bearer" else None
        if id is None:
            raise NotIdentified(say("the token is invalid: the header must be 'Authorization: Bearer TOKEN'"))
        return Visitor(id)

    async def _with_cookie(self, request: Request) -> Visitor | None:
        session = self.sessions.read(request.cookies.get(COOKIE, ""))
        if session is None or await self.sessions.has_ended(session):
            return None
        return Visitor(session.person, is_new=session.age >= RENEWED)

    async def sign_out(self, request: Request, response: Response, person: str, *, everywhere: bool) -> None:
        """End the session of a request, or all sessions of a person, who may then have no token either."""
        session = self.sessions.read(request.cookies.get(COOKIE, ""))
        if everywhere:
            await asyncio.to_thread(self._people.add, person, await self.name(person))
            await self.sessions.end_all(person)
            self.forget(person)
        elif session:
            await self.sessions.end(session)
        response.delete_cookie(COOKIE)

    async def _token_owner(self, token: str) -> str | None:
        id, until = self._tokens.get(token, (None, 0.0))
        if id is None or until < time.monotonic():
            id = await asyncio.to_thread(self._people.token_owner, token)
            if id is not None:
                if len(self._tokens) > 1000:
                    self._tokens.clear()
                self._tokens[token] = id, time.monotonic() + TRUSTED
        return id

    async def new_token(self, person: str, name: str) -> str:
        """Return a new token of a person; the earlier ones become invalid."""
        await asyncio.to_thread(self._people.add, person, name)
        self.forget(person)
        return await asyncio.to_thread(self._people.new_token, person)

    async def new_link(self, person: str, seconds: float) -> str:
        """Return the secret of a link that makes another device this person's, too."""
        return await asyncio.to_thread(self._people.new_link, person, seconds)

    async def use_link(self, secret: str) -> str | None:
        """Return the person a link belongs to, the first time it is used."""
        return await asyncio.to_thread(self._people.use_link, secret)

    def forget(self, person: str) -> None:
        """Trust no token of a person any more without looking it up."""
        self._tokens = {token: pair for token, pair in self._tokens.items() if pair[0] != person}

    async def name(self, person: str) -> str:
        """Return the name of a person, or a guest's name if they have given none."""
        return await asyncio.to_thread(self._people.name, person) or self.guest_name(person)

    @staticmethod
    def guest_name(person: str) -> str:
        """Return the name of a person who has given none."""
        return GUESTS[sum(person.encode()) % len(GUESTS)]

    @staticmethod
    def newcomer() -> Visitor:
        """Return a visitor with a new id."""
        return Visitor(secrets.token_urlsafe(16), is_new=True)

    def remember(self, request: Request, response: Response, visitor: Visitor) -> None:
        """Set the cookie of a new visitor."""
        if visitor.is_new:
            self.sessions.begin(request, response, visitor.id)
