"""The people who have a table open: what they are told, and who is present."""

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterator

REMEMBERED = 10_000  # pairs of a table and a person whose last visit is remembered
WAITING = 100  # events that may wait for a slow client; it catches up by itself

Event = tuple[str, dict[str, int], str]  # its name, its data and the table
CLOSE: Event = ("close", {}, "")  # ends a stream


class Watchers:
    """Open event streams by table, and the people present there, in all processes."""

    def __init__(self) -> None:
        """Nobody watches yet."""
        self.process = secrets.token_hex(4)
        self.last_seen: OrderedDict[tuple[str, str], float] = OrderedDict()  # by table and person
        self.began = time.time()  # whoever was not seen since is away since then
        self.announce: Callable[[str, str, bool], None] = lambda table, person, here: None
        self._streams: dict[str, dict[asyncio.Queue[Event], str | None]] = defaultdict(dict)  # by table: whose
        self._here: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)  # by process and person: until when

    @contextlib.contextmanager
    def watching(
        self, table: str, person: str | None, queue: asyncio.Queue[Event] | None = None
    ) -> Iterator[asyncio.Queue[Event]]:
        """Open a queue of the events of a table, or put them into one that has those of other tables, too."""
        queue = queue or asyncio.Queue(WAITING)
        self._streams[table][queue] = person
        if person:
            self.arrive(table, self.process, person, float("inf"))
            self.announce(table, person, True)
        try:
            yield queue
        finally:
            del self._streams[table][queue]
            if person and person not in self._streams[table].values():
                self.leave(table, self.process, person)
                self.announce(table, person, False)
            if not self._streams[table]:
                del self._streams[table]

    def publish(self, table: str, event: str, **data: int) -> None:
        """Send an event to everybody who has the table open in this process."""
        for queue in self._streams.get(table, ()):
            if not queue.full():
                queue.put_nowait((event, data, table))

    def publish_everywhere(self, event: str) -> None:
        """Send an event to everybody who has any table open."""
        for table in list(self._streams):
            self.publish(table, event)

    def dismiss(self, people: Collection[str]) -> None:
        """End the event streams of some people in this process."""
        for streams in self._streams.values():
            for queue, person in streams.items():
                if person in people:
                    if queue.full():
                        queue.get_nowait()
                    queue.put_nowait(CLOSE)

    def is_watched(self, table: str) -> bool:
        """Whether anybody has the table open in this process."""
        return table in self._streams

    def arrive(self, table: str, process: str, person: str, until: float) -> None:
        """Note that a person has the table open in a process."""
        before = self.present(table)
        self._here[table][process, person] = until
        if person not in before:
            self.publish(table, "presence")

    def leave(self, table: str, process: str, person: str) -> None:
        """Note that a person has closed the table in a process."""
        self._here[table].pop((process, person), None)
        self.seen(table, person)
        if not self._here[table]:
            del self._here[table]
        if person not in self.present(table):
            self.publish(table, "presence")

    def present(self, table: str) -> set[str]:
        """Return the people who have the table open."""
        now = time.time()
        return {person for (_, person), until in self._here.get(table, {}).items() if until > now}

    def away_for(self, table: str, person: str) -> float:
        """Return for how many seconds a person has been away."""
        return 0.0 if person in self.present(table) else time.time() - self.last_seen.get((table, person), self.began)

    def seen(self, table: str, person: str) -> None:
        """Note that a person has done something at a table, whether they have it open or not."""
        self.last_seen[table, person] = time.time()
        self.last_seen.move_to_end((table, person))
        while len(self.last_seen) > REMEMBERED:
            self.last_seen.popitem(last=False)

    def drop_silent(self) -> None:
        """Remove the people of processes that have fallen silent."""
        now = time.time()
        for table, people in list(self._here.items()):
            for (process, person), until in list(people.items()):
                if until < now:
                    self.leave(table, process, person)

    def present_here(self) -> list[tuple[str, str]]:
        """Return the tables that are open in this process, and by whom."""
        return [(table, person) for table, people in self._here.items() for by, person in people if by == self.process]
