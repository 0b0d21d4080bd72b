"""Two sets of games compared: house rules, packs of components, or bots against each other.

Where both have the same seeds and seats, a game of one is compared with the game of the same seed of the other. They
meet the same cards, so the difference is much surer than that of games that have nothing in common.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

import century
from century.errors import CenturyError
from century.lab.charts.things import Thing
from century.lab.play.plan import TURN_LIMIT, Components, Plan
from century.lab.play.simulation import Workers
from century.lab.stats.findings import Findings, Share, measured
from century.lab.store.resuming import begun, played_into
from century.lab.store.stored import opened
from century.lab.store.tables import Results

OFFICIAL = "official"  # in place of a pack: the box as it is printed
Z = 1.959964


@dataclass(frozen=True)
class Difference:
    """A measure of A and of B, their difference, and half its 95 % interval."""

    name: str
    a: float
    b: float
    spread: float

    @property
    def difference(self) -> float:
        """B less A."""
        return self.b - self.a

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves 0 out."""
        return abs(self.difference) > self.spread

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, and no number of points or rounds."""
        return self.name.startswith(("wins", "stopped"))


@dataclass(frozen=True)
class ThingDifference:
    """How much more often a thing is taken, and how much more often those win who took it."""

    a: Thing
    b: Thing
    picks: Difference
    wins: Difference

    @property
    def is_changed(self) -> bool:
        """Whether the pack prints it differently."""
        return self.a.signs != self.b.signs


class Comparison:
    """Two results side by side. `is_paired` says whether games were compared seed by seed."""

    def __init__(self, a: Results, b: Results, names: tuple[str, str] = ("A", "B")) -> None:
        """Read both."""
        check_comparable(a.plan, b.plan)
        self.a, self.b = Findings(a), Findings(b)
        self.names = names
        self.is_paired = _deals(a.plan) == _deals(b.plan)
        self.differences = _paired(a, b) if self.is_paired else _unpaired(a, b)

    def things(self) -> list[ThingDifference]:
        """The things that both have: those printed differently, then those whose rates changed most surely."""
        found = []
        for kind in dict.fromkeys([*self.a.kinds(), *self.b.kinds()]):
            mine = {finding.thing.id: finding for finding in self.a.of_kind(kind)}
            for theirs in self.b.of_kind(kind):
                if theirs.thing.id in mine:
                    own = mine[theirs.thing.id]
                    picks = _of_shares("taken", own.picks, theirs.picks)
                    wins = _of_shares("wins", own.wins, theirs.wins)
                    found.append(ThingDifference(own.thing, theirs.thing, picks, wins))
        return sorted(found, key=lambda each: (not each.is_changed, -max(_size(each.picks), _size(each.wins))))


def _deals(plan: Plan) -> tuple[int, int, int]:
    """What tells which game has which seed."""
    return plan.seed, plan.games, len(plan.sittings)


def _size(difference: Difference) -> float:
    return abs(difference.difference) / difference.spread if difference.spread > 0 else 0.0


def check_comparable(a: Plan, b: Plan) -> None:
    """Refuse to compare different games, or tables of different sizes."""
    if a.game != b.game:
        raise CenturyError(f"{a.game} and {b.game} are different games: their results cannot be compared")
    if a.players != b.players:
        raise CenturyError(f"{a.players} and {b.players} players: results of different tables cannot be compared")


def _of_shares(name: str, a: Share, b: Share) -> Difference:
    spread = Z * sum(share.share * (1 - share.share) / share.of for share in (a, b) if share.of) ** 0.5
    return Difference(name, a.share, b.share, spread)


def _paired(a: Results, b: Results) -> list[Difference]:
    count, sums, squares = 0, [np.zeros(0), np.zeros(0)], np.zeros(0)
    names: list[str] = []
    for found, mine, theirs in _in_step(a, b):
        names = found
        differences = theirs - mine
        if not count:
            sums, squares = [np.zeros(len(names)), np.zeros(len(names))], np.zeros(len(names))
        count += len(mine)
        sums[0] += mine.sum(axis=0)
        sums[1] += theirs.sum(axis=0)
        squares += (differences**2).sum(axis=0)
    means = (sums[1] - sums[0]) / count
    spread = Z * np.sqrt(np.maximum(squares / count - means**2, 0) / max(count - 1, 1))
    return [
        Difference(name, float(sums[0][number] / count), float(sums[1][number] / count), float(spread[number]))
        for number, name in enumerate(names)
    ]


def _in_step(a: Results, b: Results) -> Iterator[tuple[list[str], NDArray[np.float64], NDArray[np.float64]]]:
    """The measures of both, game by game, however they are cut into batches."""
    left: list[Any] = [None, None]
    sources = [measured(a), measured(b)]
    names: list[str] = []
    while True:
        for number, source in enumerate(sources):
            if left[number] is None or not len(left[number]):
                names, left[number] = next(source, (names, None))
        if left[0] is None or left[1] is None:
            return
        count = min(len(left[0]), len(left[1]))
        yield names, left[0][:count], left[1][:count]
        left = [left[0][count:], left[1][count:]]


def _unpaired(a: Results, b: Results) -> list[Difference]:
    (names, mean_a, error_a), (_, mean_b, error_b) = _moments(a), _moments(b)
    spread = Z * np.sqrt(error_a + error_b)
    return [
        Difference(name, float(mean_a[number]), float(mean_b[number]), float(spread[number]))
        for number, name in enumerate(names)
    ]


def _moments(results: Results) -> tuple[list[str], NDArray[np.float64], NDArray[np.float64]]:
    """The means, and the squares of their errors."""
    count, sums, squares = 0, np.zeros(1), np.zeros(1)
    names: list[str] = []
    for found, values in measured(results):
        names = found
        count += len(values)
        sums = sums + values.sum(axis=0)
        squares = squares + (values**2).sum(axis=0)
    means = sums / count
    return names, means, np.maximum(squares / count - means**2, 0) / max(count - 1, 1)


def compare(
    a: Components,
    b: Components,
    game: str | None = None,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    bots: str = "random",
    turn_limit: int = TURN_LIMIT,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    names: tuple[str, str] | None = None,
    **settings: str,
) -> Comparison:
    """Play the same seeds with two packs of components, and compare them; "official" is the box as it is printed.

    Without a game it is the first one that has everything in both packs.

    >>> dearer = {"point": [{"id": "P01", "cost": "YYRR", "points": 12}]}
    >>> comparison = compare("official", dearer, "spice-road", games=200, workers=0)
    >>> comparison.is_paired, len(comparison.things()) > 70
    (True, True)
    """
    packs = packs_of(a, b)
    plan = Plan.checked(
        game or game_for(packs),
        players,
        games,
        seed,
        bots=bots,
        turn_limit=turn_limit,
        components=packs[0],
        settings=settings,
    )
    other = replace(plan, components=plan.declared.catalogue(packs[1]).overlay)
    plan.declared.box(other.catalogue)  # checks
    with TemporaryDirectory(prefix="century-") as folder:
        results = []
        for number, each in enumerate((plan, other)):
            writer = begun(each, Path(folder) / f"{number}.parquet")
            for block in played_into(writer, workers, address):
                progress(len(block))
            results.append(opened(writer.out))
        return Comparison(results[0], results[1], names or (_name(a, "A"), _name(b, "B")))


def packs_of(*named: Components) -> list[Components]:
    """Packs as catalogues take them: the official one is none."""
    return [None if pack == OFFICIAL else pack for pack in named]


def game_for(packs: Sequence[Components]) -> str:
    """The first game that has everything in these packs."""
    if not any(packs):
        raise CenturyError("both are the official set: name the game, and a pack of your own")
    reasons = set()
    for name in century.games():
        game = century.game(name)
        try:
            for pack in packs:
                game.box(game.catalogue(pack))
            return name
        except CenturyError as error:
            reasons.add(str(error))
    several = "no game has everything in both packs: name the game that they are for, to see what is wrong"
    raise CenturyError(several if len(reasons) > 1 else reasons.pop())


def _name(pack: Components, otherwise: str) -> str:
    return OFFICIAL if pack in (None, OFFICIAL) else otherwise if not isinstance(pack, str | Path) else Path(pack).stem
