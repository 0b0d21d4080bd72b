"""Findings: statistics of scores, lengths, seats, bots, and each thing that can be taken.

Rows are read in batches and only counts are kept, so memory does not grow with the number of games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.engine.things import Thing
from century.errors import CenturyError
from century.lab.charts.things import things
from century.lab.play.plan import Plan
from century.lab.stats.summary import Tally, wilson
from century.lab.store.tables import Results, score_columns

if TYPE_CHECKING:
    import pyarrow as pa

Values = NDArray[np.float64]  # a row for each game, a column for each measure
MOST_ROUNDS = 4000  # later ones count as this


@dataclass(frozen=True)
class Share:
    """A count out of a total, with the 95 % interval of its share."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share itself."""
        return self.count / self.of if self.of else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.count, self.of) if self.of else (0.0, 1.0)


@dataclass(frozen=True)
class Finding:
    """The statistics of one thing."""

    thing: Thing
    picks: Share  # of all games: those in which somebody took it
    wins: Share  # of all seats that took it, in games that were won
    first: tuple[float, float, float]  # the round in which it was taken: a quarter, half, three quarters by then
    times: float  # how often by a seat that took it at all


class Findings:
    """The statistics of results."""

    def __init__(self, results: Results) -> None:
        """Read all rows once."""
        self.plan: Plan = results.plan
        self.items = [item.name for item in self.plan.declared.scoring]
        self._columns = list(score_columns(self.plan.declared).values())
        self.things = things(self.plan.declared, self.plan.catalogue)
        self.games = self.stopped = 0
        self.rounds = Tally()
        self.points: dict[tuple[str, bool], Tally] = {}  # by bot, and whether it won
        self._by_place = np.zeros((self.plan.players, 2))  # wins and points
        self._sources: dict[tuple[str, bool], NDArray[np.float64]] = {}
        self._chances: dict[str, int] = {}  # by bot: its seats in games that were won
        count = len(self.things)
        self._picked, self._seats, self._won, self._times = (np.zeros(count, np.int64) for _ in range(4))
        self._first = np.zeros((count, 64), np.int64)
        self._number = {thing.kind + thing.id: number for number, thing in enumerate(self.things)}
        for batch in results.batches(self._wanted()):
            self._add(batch)

    def _wanted(self) -> list[str]:
        return ["seat", "place", "bot", "points", "won", "stopped", "rounds", *self._columns, "taken"]

    @property
    def finished(self) -> int:
        """The number of games with a winner."""
        return self.games - self.stopped

    def _add(self, batch: "pa.RecordBatch") -> None:
        players = self.plan.players
        column = {
            name: batch.column(name).to_numpy(zero_copy_only=False) for name in self._wanted()[:-1] if name != "bot"
        }
        bots, words = _words(batch.column("bot"))
        if len(batch) % players or (column["seat"].reshape(-1, players) != np.arange(1, players + 1)).any():
            raise CenturyError("the file does not hold whole games: rows are missing, or in another order")
        won, stopped = column["won"], column["stopped"]
        self.games += len(won) // players
        self.stopped += int(stopped.sum()) // players
        self.rounds.add(column["rounds"][::players])
        for place in range(players):
            there = column["place"] == place + 1
            self._by_place[place] += won[there].sum(), column["points"][there].sum()
        for number, bot in enumerate(words):
            self._chances[bot] = self._chances.get(bot, 0) + int(((bots == number) & ~stopped).sum())
            for outcome in (True, False):
                mine = (bots == number) & (won == outcome)
                self.points.setdefault((bot, outcome), Tally()).add(column["points"][mine])
                sums = np.array([column[name][mine].sum() for name in self._columns], np.float64)
                self._sources[bot, outcome] = self._sources.get((bot, outcome), 0) + sums
        self._add_taken(batch.column("taken"), won, stopped)

    def _add_taken(self, lists: "pa.ListArray", won: NDArray[np.bool_], stopped: NDArray[np.bool_]) -> None:
        count = len(self.things)
        row = np.repeat(np.arange(len(lists)), np.diff(lists.offsets.to_numpy()))
        kind, id, first, times = lists.flatten().flatten()
        kinds, kind_words = _words(kind)
        ids, id_words = _words(id)
        number = np.array([[self._number.get(word + id, -1) for id in id_words] for word in kind_words])
        thing = number[kinds, ids] if len(row) else np.zeros(0, np.int64)
        if (thing < 0).any():
            raise CenturyError(f"the file names things that {self.plan.game} does not have")
        self._seats += np.bincount(thing[~stopped[row]], minlength=count)
        self._won += np.bincount(thing[won[row]], minlength=count)
        self._times += np.bincount(thing, times.to_numpy(), count).astype(np.int64)
        pairs = np.unique(row // self.plan.players * count + thing)
        self._picked += np.bincount(pairs % count, minlength=count)
        rounds = np.minimum(first.to_numpy(), MOST_ROUNDS)
        width = max(self._first.shape[1], int(rounds.max(initial=0)) + 1)
        more = np.bincount(thing * width + rounds, minlength=count * width).reshape(count, width)
        more[:, : self._first.shape[1]] += self._first
        self._first = more

    def by_place(self) -> list[tuple[Share, float]]:
        """Return wins and mean points by place in turn order."""
        return [(Share(int(wins), self.finished), points / self.games) for wins, points in self._by_place]

    def by_bot(self) -> dict[str, tuple[Share, float]]:
        """Return wins and mean points by bot, counting each of its seats."""
        shares = {}
        for bot in dict.fromkeys(self.plan.bots):
            won, lost = self.points[bot, True], self.points[bot, False]
            mean = (won.mean * won.total + lost.mean * lost.total) / max(won.total + lost.total, 1)
            shares[bot] = Share(won.total, self._chances[bot]), mean
        return shares

    def sources(self) -> dict[tuple[str, bool], dict[str, float]]:
        """Return mean points of each item of the score, by bot and whether it won."""
        return {
            key: dict(zip(self.items, (sums / self.points[key].total).tolist(), strict=True))
            for key, sums in self._sources.items()
            if self.points[key].total
        }

    def kinds(self) -> list[str]:
        """Return the kinds of things that were taken."""
        return list(dict.fromkeys(thing.kind for number, thing in enumerate(self.things) if self._picked[number]))

    def of_kind(self, kind: str) -> list[Finding]:
        """Return the statistics of the things of a kind that were taken, the most winning first."""
        findings = [
            self._finding(number)
            for number, thing in enumerate(self.things)
            if thing.kind == kind and self._picked[number]
        ]
        return sorted(findings, key=lambda finding: (-finding.wins.share if finding.wins.of else 1, finding.thing.id))

    def _finding(self, number: int) -> Finding:
        firsts = self._first[number]
        total, cumulated = int(firsts.sum()), np.cumsum(firsts)
        quarter, half, late = (float(np.searchsorted(cumulated, share * total)) for share in (0.25, 0.5, 0.75))
        return Finding(
            self.things[number],
            Share(int(self._picked[number]), self.games),
            Share(int(self._won[number]), int(self._seats[number])),
            (quarter, half, late),
            int(self._times[number]) / max(total, 1),
        )


def _words(column: "pa.Array") -> tuple[NDArray[np.int64], list[str]]:
    """Return the number of each word of a column, and the words."""
    coded = column.dictionary_encode()
    return coded.indices.to_numpy(zero_copy_only=False).astype(np.int64), coded.dictionary.to_pylist()


class Measured(NamedTuple):
    """What can be compared of games: the names of the measures, and batches with a row for each game."""

    names: list[str]
    values: Iterator[Values]


def measured(results: Results) -> Measured:
    """Measure each game: its length, points, winner and score items."""
    plan = results.plan
    columns = list(score_columns(plan.declared).values())
    names = [
        "rounds",
        "points of a seat",
        "points of the winner",
        "lead of the best over the second",
        *(f"wins of place {place + 1}" for place in range(plan.players)),
        *(f"points of place {place + 1}" for place in range(plan.players)),
        *(f"points of {item.name}" for item in plan.declared.scoring),
        "stopped games",
    ]

    def values() -> Iterator[Values]:
        for batch in results.batches(["place", "points", "won", "stopped", "rounds", *columns]):
            column = {name: batch.column(name).to_numpy(zero_copy_only=False) for name in batch.schema.names}
            points, won, places = (column[name].reshape(-1, plan.players) for name in ("points", "won", "place"))
            ordered = np.sort(points, axis=1)
            seats = np.argsort(places, axis=1)
            measures = [
                column["rounds"][:: plan.players],
                points.mean(axis=1),
                np.where(won.any(axis=1), (points * won).sum(axis=1), ordered[:, -1]),
                ordered[:, -1] - ordered[:, -2],
                *np.take_along_axis(won, seats, axis=1).T,
                *np.take_along_axis(points, seats, axis=1).T,
                *(column[name].reshape(-1, plan.players).mean(axis=1) for name in columns),
                column["stopped"][:: plan.players],
            ]
            yield np.column_stack(measures).astype(np.float64)

    return Measured(names, values())
