"""What each client may ask for: rates of changes and of pages, and how much may be open at once."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from century.web.limits import TokenBuckets, client_of
from century.words import N_

PEOPLE = 10  # people who may play from one address, each at the rate of one person
CREATING = ("/tables", "/people", "/records", "/play-on", "/rematch")  # paths that add to the database
READING = ("GET", "HEAD", "OPTIONS")
STATIC = 0.125  # of a page, what a file of the page itself costs
REFUSALS = 20.0  # that a client gets at once; after that each one takes some time
SLOWED = 1.0  # seconds
BURST = 3.0  # seconds of a rate that may be used at once

Headers = Mapping[bytes, bytes]
PersonOf = Callable[[Headers], str | None]  # the person whom a request is counted for, if it is certain who that is


@dataclass(frozen=True)
class Rates:
    """Limits for one person; all people of one address together have `PEOPLE` times as much."""

    moves_a_second: float = 20.0
    tables_a_minute: float = 30.0  # of an address
    reads_a_second: float = 40.0
    streams: int = 30  # open at once
    requests: int = 20  # under way at once


def _authorization(headers: Headers) -> str | None:
    return headers.get(b"authorization", b"").decode("latin-1") or None


class Allowances:
    """Counts what clients ask for."""

    def __init__(self, rates: Rates, clock: Callable[[], float], person_of: PersonOf = _authorization) -> None:
        """`clock` returns seconds."""

        def buckets(rate: float) -> TokenBuckets:
            return TokenBuckets(rate, BURST * rate, clock)

        self._rates, self._person_of = rates, person_of
        self._moves, self._moves_from = buckets(rates.moves_a_second), buckets(PEOPLE * rates.moves_a_second)
        self._reads, self._reads_from = buckets(rates.reads_a_second), buckets(PEOPLE / 2 * rates.reads_a_second)
        self._tables = TokenBuckets(rates.tables_a_minute / 60, rates.tables_a_minute, clock)
        self._refusals = TokenBuckets(REFUSALS / 10, REFUSALS, clock)
        self._open: Counter[tuple[str, str]] = Counter()  # by kind and by person or client

    async def slow_down(self, scope: Mapping[str, Any]) -> None:
        """Wait before a client is refused that goes on asking: it would get the next refusal at once."""
        if not self._refusals.take(client_of(scope["client"][0] if scope.get("client") else "")):
            await asyncio.sleep(SLOWED)

    def admit(self, scope: Mapping[str, Any], headers: Headers) -> "Admission | str":
        """Admit a request, or return why not. An admitted one must `leave`."""
        client = client_of(scope["client"][0] if scope.get("client") else "")
        person = self._person_of(headers) or client
        path: str = scope["path"].rstrip("/")
        if scope["method"] in READING:
            cost = STATIC if path.startswith("/static/") else 1.0
            if not (self._reads.take(person, cost) and self._reads_from.take(client, cost)):
                return N_("too many requests at once: wait a moment")
        elif not (self._moves.take(person) and self._moves_from.take(client)):
            return N_("too many requests at once: wait a moment")
        elif path.endswith(CREATING) and not self._tables.take(client):
            return N_("too many new tables at once: wait a minute")
        kind, most = ("stream", self._rates.streams) if path.endswith("/events") else ("request", self._rates.requests)
        of_person, of_client = (kind, person), (f"{kind} of a client", client)
        if self._open[of_person] >= most or self._open[of_client] >= PEOPLE * most:
            return N_("too many pages are open at once: close some of them")
        self._open.update((of_person, of_client))
        return Admission(self._open, of_person, of_client)


class Admission:
    """A request that was admitted."""

    def __init__(self, counts: "Counter[tuple[str, str]]", *keys: tuple[str, str]) -> None:
        """It is counted under these keys."""
        self._counts, self._keys = counts, keys

    def leave(self) -> None:
        """Count the request no longer."""
        for key in self._keys:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
