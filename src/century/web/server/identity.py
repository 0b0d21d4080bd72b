"""Who asks: a person by a signed cookie, made on the first visit, or by a token of the API."""

import asyncio
import secrets
import time
from dataclasses import dataclass

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from century.errors import CenturyError
from century.web.tables.store import Store
from century.words import say

COOKIE = "century"
YEAR = 365 * 24 * 3600
TRUSTED = 10.0  # seconds for which a token is not looked up again
GUESTS = ("Ana", "Bao", "Caro", "Dara", "Eli", "Femi", "Gita", "Hana", "Ivo", "Juno", "Kai", "Lena", "Milo", "Noor")


class Unknown(CenturyError):
    """Nobody is known who asks."""


@dataclass(frozen=True)
class Person:
    """Who asks."""

    id: str
    is_new: bool = False  # no cookie yet: the answer brings one


class People:
    """Finds out who asks."""

    def __init__(self, store: Store, secret: bytes) -> None:
        """Cookies are signed with the secret."""
        self._store = store
        self._tokens: dict[str, tuple[str, float]] = {}  # the person, and until when we trust that
        self._signed = URLSafeSerializer(secret, salt="person")

    def cookie(self, request: Request) -> str | None:
        """The person of the cookie, if it is whole."""
        try:
            found = self._signed.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return found if isinstance(found, str) and len(found) <= 32 else None

    async def known(self, request: Request) -> Person | None:
        """Who asks, if they have been here before."""
        authorization = request.headers.get("authorization")
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            id = await self._with_token(token.strip()) if scheme.lower() == "bearer" else None
            if id is None:
                raise Unknown(say("the token is not valid: the header is 'Authorization: Bearer TOKEN'"))
        else:
            id = self.cookie(request)
        return None if id is None else Person(id)

    async def _with_token(self, token: str) -> str | None:
        id, until = self._tokens.get(token, (None, 0.0))
        if id is None or until < time.monotonic():
            id = await asyncio.to_thread(self._store.person_with, token)
            if id is not None:
                if len(self._tokens) > 1000:
                    self._tokens.clear()
                self._tokens[token] = id, time.monotonic() + TRUSTED
        return id

    def new_token(self, person: Person, name: str) -> str:
        """A new token; the old one is no longer valid."""
        self._store.keep_person(person.id, name)
        self._tokens = {token: pair for token, pair in self._tokens.items() if pair[0] != person.id}
        return self._store.new_token(person.id)

    def name(self, person: Person) -> str:
        """What a person is called."""
        return self._store.name_of(person.id) or guest_name(person.id)

    async def visitor(self, request: Request) -> Person:
        """Who asks for a page: somebody new gets a cookie with it."""
        return await self.known(request) or self.newcomer()

    @staticmethod
    def newcomer() -> Person:
        """Somebody who has not been here before."""
        return Person(secrets.token_urlsafe(16), is_new=True)

    def remember(self, request: Request, response: Response, person: Person) -> None:
        """Give a new person their cookie."""
        if person.is_new:
            response.set_cookie(
                COOKIE,
                str(self._signed.dumps(person.id)),
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=request.url.scheme == "https",
            )


def guest_name(id: str) -> str:
    """A name for somebody who has not said theirs."""
    return GUESTS[sum(id.encode()) % len(GUESTS)]
