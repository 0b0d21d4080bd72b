"""Comparing two packs of components: the same seeds are played with both."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import century
from century.errors import CenturyError
from century.lab.play.plan import SimulationPlan
from century.lab.play.runner import Workers
from century.lab.simulation import play_all
from century.lab.stats.differences import Comparison
from century.lab.store.resuming import start_writer
from century.types import Components

OFFICIAL = "official"  # in place of a pack: the box as it is printed


def compare(
    a: Components,
    b: Components,
    game: str | None = None,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    names: tuple[str, str] | None = None,
    **options: Any,
) -> Comparison:
    """Play the same seeds with two packs of components, and compare them; "official" is the box as it is printed.

    The default game is the first one that has everything in both packs. Other options are those of `simulate`.

    >>> dearer = {"point": [{"id": "P01", "cost": "YYRR", "points": 12}]}
    >>> comparison = compare("official", dearer, "spice-road", games=200, workers=0)
    >>> comparison.is_paired, len(comparison.things()) > 70
    (True, True)
    """
    packs = packs_of(a, b)
    plan = SimulationPlan.checked(game or game_for(packs), players, games, seed, components=packs[0], **options)
    other = replace(plan, components=plan.declared.catalogue(packs[1]).overlay)
    plan.declared.box(other.catalogue)  # raises if something in the pack is wrong
    with TemporaryDirectory(prefix="century-") as folder:
        writers = [start_writer(each, Path(folder) / f"{number}.parquet") for number, each in enumerate((plan, other))]
        results = [play_all(writer, workers, address, progress) for writer in writers]
        return Comparison(results[0], results[1], names or (_name(a, "A"), _name(b, "B")))


def packs_of(*named: Components) -> list[Components]:
    """Return packs as catalogues take them: None is the official set."""
    return [None if pack == OFFICIAL else pack for pack in named]


def game_for(packs: Sequence[Components]) -> str:
    """Return the first game that has everything in these packs."""
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
