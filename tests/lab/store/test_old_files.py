"""Files written by version 0.1.0, before simulations and tournaments had plans of their own, load and resume."""

import shutil
from pathlib import Path

import pytest

from century.errors import CenturyError
from century.lab.simulation import resume, simulate
from century.lab.store.reading import open_results
from century.lab.store.writer import turns_of
from century.lab.tournament import Tournament

OLD = Path(__file__).with_name("old_files")
PACK = {"point": [{"id": "P01", "cost": "YYRR", "points": 12}]}
BOTS = "random,casual,random"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with copies of the files."""
    return Path(shutil.copytree(OLD, tmp_path / "old"))


def test_a_simulation_has_the_rows_that_it_has_today(old: Path) -> None:
    stored = open_results(old / "simulation.parquet")
    today = simulate("spice-road", 3, 4, 7, bots=BOTS, components=PACK, turn_limit=500, workers=0)
    assert stored.to_arrow().equals(today.to_arrow())
    assert stored.plan == today.plan


def test_a_simulation_with_turns_is_continued(old: Path) -> None:
    file = old / "simulation.parquet"
    with pytest.raises(CenturyError, match=r"seed 7, not 8"):
        resume(file, seed=8, games=6)
    more = resume(file, games=6, bots=BOTS, components=PACK, turns=True, workers=0)
    today = simulate("spice-road", 3, 6, 7, bots=BOTS, components=PACK, turn_limit=500, workers=0)
    assert more.to_arrow().equals(today.to_arrow())
    assert turns_of(file).exists()


def test_an_interrupted_simulation_is_continued(old: Path) -> None:
    file = old / "interrupted.parquet"
    assert resume(file, workers=0).to_arrow().equals(simulate("spice-road", games=40, seed=7, workers=0).to_arrow())


def test_a_tournament_is_continued(old: Path) -> None:
    file = old / "tournament.parquet"
    assert len(open_results(file)) == 4
    tournament = Tournament.resume(file, games=6, players="casual,random", seed=7)
    assert (tournament.played, tournament.games, tournament.players) == (4, 6, ("casual", "random"))
    assert len(list(tournament.run(workers=0))) == 2
    fresh = Tournament("spice-road", "casual,random", games=6, seed=7)
    list(fresh.run(workers=0))
    wins = [[(each.player, each.wins) for each in found.standings()] for found in (tournament, fresh)]
    assert wins[0] == wins[1]
    with pytest.raises(CenturyError, match="century tournament"):
        resume(old / "tournament.parquet", games=8)


def test_an_interrupted_tournament_is_continued(old: Path) -> None:
    file = old / "cut.parquet"
    tournament = Tournament.resume(file)
    assert (tournament.played, tournament.finished, tournament.games) == (2, 3, 8)
    assert tournament.test is not None
    assert tournament.plan.until_sure
    list(tournament.run(workers=0))
    assert len(open_results(file)) == 8
