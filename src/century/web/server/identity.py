"""Visitors: identified by a signed cookie from their first visit on, or by a token of the API."""

import asyncio
import secrets
import time
from dataclasses import dataclass

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from century.errors import CenturyError
from century.web.tables.people_store import PeopleStore
from century.words import say

COOKIE = "century"
YEAR = 365 * 24 * 3600
TRUSTED = 10.0  # seconds for which a token is not looked up again
GUESTS = ("Ana", "Bao", "Caro", "Dara", "Eli", "Femi", "Gita", "Hana", "Ivo", "Juno", "Kai", "Lena", "Milo", "Noor")


class NotIdentified(CenturyError):
    """The visitor is not known."""


@dataclass(frozen=True)
class Visitor:
    """A person who sends a request."""

    id: str
    is_new: bool = False  # has no cookie yet: the response sets one


class Identity:
    """Identifies visitors."""

    def __init__(self, people: PeopleStore, secret: bytes) -> None:
        """Sign cookies with the secret."""
        self._people = people
        self._tokens: dict[str, tuple[str, float]] = {}  # whose each is, and until when it is trusted
        self._signed = URLSafeSerializer(secret, salt="person")

    async def known(self, request: Request) -> Visitor | None:
        """Return the visitor, if they have been here before. Raise NotIdentified for an invalid token."""
        authorization = request.headers.get("authorization")
        if authorization is None:
            return self._with_cookie(request)
        scheme, _, token = authorization.partition(" ")
        id = await self._token_owner(token.strip()) if scheme.lower() == "bearer" else None
        if id is None:
            raise NotIdentified(say("the token is invalid: the header must be 'Authorization: Bearer TOKEN'"))
        return Visitor(id)

    def _with_cookie(self, request: Request) -> Visitor | None:
        try:
            id = self._signed.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return Visitor(id) if isinstance(id, str) and len(id) <= 32 else None

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
        self._tokens = {token: pair for token, pair in self._tokens.items() if pair[0] != person}
        return await asyncio.to_thread(self._people.new_token, person)

    async def name(self, person: str) -> str:
        """Return the name of a person, or a guest's name if they have given none."""
        return await asyncio.to_thread(self._people.name, person) or GUESTS[sum(person.encode()) % len(GUESTS)]

    @staticmethod
    def newcomer() -> Visitor:
        """Return a visitor with a new id."""
        return Visitor(secrets.token_urlsafe(16), is_new=True)

    def remember(self, request: Request, response: Response, visitor: Visitor) -> None:
        """Set the cookie of a new visitor."""
        if visitor.is_new:
            response.set_cookie(
                COOKIE,
                str(self._signed.dumps(visitor.id)),
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=request.url.scheme == "https",
            )
