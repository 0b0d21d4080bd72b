"""Files of the lab name the game and its version, and a report finds the game again."""

import json
from pathlib import Path

import pytest

import century
from century import lab, plugins
from century.cli import main
from century.engine.game import Game
from century.lab.play.plan import Plan, SimulationPlan
from tests.outside.conftest import SILK_FAIR

pytest.importorskip("pyarrow", reason="the lab is not installed")


@pytest.fixture
def games(silk_fair: Game, tmp_path: Path) -> Path:
    """Twenty games by random players, in a file."""
    out = tmp_path / "fair.parquet"
    assert main(["simulate", str(SILK_FAIR), "--games", "20", "--seed", "1", "--workers", "1", "--out", str(out)]) == 0
    return out


def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows the game any more."""
    for name in ("_loaded", "_of_files"):
        monkeypatch.setattr(plugins, name, {})
    monkeypatch.setenv(plugins.FILES, "")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_report_has_the_things_of_the_game(games: Path) -> None:
    pytest.importorskip("vl_convert", reason="reports are not installed")
    page = games.with_suffix(".html")
    assert main(["report", str(games), "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    for words in ("Silk Fair", "Bolts", "Stalls", "commissions", "collections"):
        assert words in text, words


def test_a_report_without_the_game_says_what_to_do(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("vl_convert", reason="reports are not installed")
    forgotten(monkeypatch)
    assert main(["report", str(games)]) == 2
    said = capsys.readouterr().err
    assert "these are games of silk-fair 1.2, which is not here" in said
    assert "--game FILE" in said
    assert main(["report", str(games), "--game", str(SILK_FAIR)]) == 0


def test_games_of_another_version_are_refused(games: Path, silk_fair: Game) -> None:
    object.__setattr__(silk_fair, "version", "1.3")
    try:
        with pytest.raises(century.CenturyError, match=r"silk-fair 1\.2, and this is 1\.3: name the file of 1\.2"):
            lab.open_results(games)
        assert SimulationPlan.checked("silk-fair", games=20).rules == "1.3"
    finally:
        object.__setattr__(silk_fair, "version", "1.2")


def test_plans_of_before_do_not_name_a_version(silk_fair: Game) -> None:
    plan = SimulationPlan.checked("silk-fair", games=20, seed=1)
    before = {name: value for name, value in plan.as_dict().items() if name != "rules"}
    assert Plan.from_dict(json.loads(json.dumps(before))).declared is silk_fair
    assert not Plan.from_dict(before).differences(plan)
    assert SimulationPlan.checked("spice-road", games=20).rules == ""
