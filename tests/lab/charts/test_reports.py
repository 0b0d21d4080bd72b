"""Findings, charts, pages and comparisons."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import century
from century.cli import main
from century.errors import CenturyError
from century.lab import compare, simulate
from century.lab.charts import charts
from century.lab.charts.reports import charts_of, comparison_charts, report
from century.lab.charts.things import signs_of, text_of, things
from century.lab.comparison import game_for
from century.lab.simulation import Simulation, simulate_to_file
from century.lab.stats.differences import Comparison
from century.lab.stats.findings import Findings
from century.lab.stats.summary import wilson
from tests.lab.games import GAMES

PACK = {"point": [{"id": "P01", "cost": "YYRR", "points": 30}]}
LOOK = Path(century.__file__).parent / "web" / "static" / "look.css"


@pytest.fixture(scope="module")
def games() -> Simulation:
    return simulate("spice-road", players=3, games=400, seed=1, bots="casual,random,random")


@pytest.fixture(scope="module")
def findings(games: Simulation) -> Findings:
    return Findings(games)


def test_findings_are_what_the_rows_say(games: Simulation, findings: Findings) -> None:
    rows = games.to_arrow().to_pylist()
    assert (findings.games, findings.stopped) == (400, 0)
    for place in (1, 2, 3):
        mine = [row for row in rows if row["place"] == place]
        wins, points = findings.by_place()[place - 1]
        assert (wins.count, wins.of) == (sum(row["won"] for row in mine), 400)
        assert points == pytest.approx(sum(row["points"] for row in mine) / 400)
    casual, _ = findings.by_bot()["casual"]
    assert casual.count == sum(row["won"] for row in rows if row["bot"] == "casual")
    random, _ = findings.by_bot()["random"]
    assert random.of == 800
    winners = [row["score_gold_coins"] for row in rows if row["won"] and row["bot"] == "casual"]
    assert findings.sources()["casual", True]["gold coins"] == pytest.approx(sum(winners) / len(winners))
    (found,) = [each for each in findings.of_kind("point card") if each.thing.id == "P20"]
    took = [row for row in rows if any(thing["id"] == "P20" for thing in row["taken"])]
    assert (found.picks.count, found.picks.of) == (len({row["seed"] for row in took}), 400)
    assert (found.wins.count, found.wins.of) == (sum(row["won"] for row in took), len(took))
    assert found.wins.interval == wilson(found.wins.count, found.wins.of)
    rounds = sorted(thing["round"] for row in took for thing in row["taken"] if thing["id"] == "P20")
    assert found.first[1] == rounds[(len(rounds) - 1) // 2]


def test_stopped_games_count_for_nobody() -> None:
    found = Findings(simulate("spice-road", games=50, turn_limit=20))
    assert (found.games, found.finished) == (50, 0)
    assert "50 more were stopped" in json.dumps(charts.seat_chart(found).to_dict())
    assert "<h1>" in report(simulate("spice-road", games=50, turn_limit=20))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_charts_and_each_says_how_many_games_it_rests_on(name: str) -> None:
    result = simulate(name, games=60, seed=2, bots="casual", turn_limit=400)
    made = charts_of(result)
    assert {"scores", "length", "seats", "sources"} <= set(made)
    kinds = {kind: f"{kind.lower().replace(' ', '-')}s" for kind in Findings(result).kinds()}
    assert len(kinds) >= 2
    assert set(kinds.values()) <= set(made)
    for chart in made.values():
        said = json.dumps(chart.to_dict()["title"])
        assert "60 games" in said or "stopped" in said


def test_things_are_told_by_what_they_do() -> None:
    told = {thing.id: text_of(thing) for thing in things(century.game("east-to-west-3"))}
    for id, text in {
        "M03": "M03 G",
        "pc_07": "pc_07 RGG → 6 exploration",
        "loc_a1_1": "a1_1 fort 1",
        "loc_e1_5": "e1_5 ▲▲▲▲",
        "explore_settler_2": "settler_2 +1 settler",
        "market_cloves_1": "cloves_1 YYY → B",
    }.items():
        assert told[id] == text
    for name in century.games():
        assert all(signs_of(thing) for thing in things(century.game(name)))


def test_a_chart_of_what_was_not_taken_is_refused(findings: Findings) -> None:
    with pytest.raises(
        CenturyError, match="no location was taken in these games; available: merchant card, point card"
    ):
        charts.thing_chart(findings, "location")


# --- the page -------------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_elsewhere(games: Simulation) -> None:
    page = report(games)
    without_scripts = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!data:,)""", without_scripts)
    assert "http" not in without_scripts
    assert "@import" not in without_scripts
    assert page.count("window.vegaEmbed=") == 1  # one copy of the scripts for all charts
    shown = re.findall(r'<script type="application/json" id="(.*?)">(.*?)</script>', page)
    assert len(shown) >= 7
    for _, spec in shown:
        assert "var(--ink)" in json.dumps(json.loads(spec))
        assert "400 games" in spec
    assert "Century: Spice Road" in without_scripts


def test_the_colours_are_those_of_the_page() -> None:
    look, own = LOOK.read_text("utf-8"), (Path(century.lab.__path__[0]) / "charts" / "report.css").read_text("utf-8")
    colours = re.findall(r"(--[\w-]+): (light-dark\(.*?\));", own)
    assert len(colours) > 5
    for name, value in colours:
        assert f"{name}: {value};" in look, name


def test_report_writes_a_page_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    simulate_to_file(path, "spice-road", games=50, seed=1)
    assert main(["report", str(path), "--png", str(tmp_path / "png"), "--svg", str(tmp_path / "svg")]) == 0
    assert "Wrote " in capsys.readouterr().out
    assert (tmp_path / "games.html").read_text("utf-8").startswith("<!doctype html>")
    pictures = sorted((tmp_path / "png").iterdir())
    assert [picture.stem for picture in pictures] == [
        "length",
        "merchant-cards",
        "point-cards",
        "scores",
        "seats",
        "sources",
    ]
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
    assert all(b"<svg" in picture.read_bytes()[:200] for picture in (tmp_path / "svg").iterdir())


def test_two_files_are_compared(tmp_path: Path) -> None:
    a, b, page = tmp_path / "official.parquet", tmp_path / "house.parquet", tmp_path / "both.html"
    simulate_to_file(a, "spice-road", games=200, seed=1)
    simulate_to_file(b, "spice-road", games=200, seed=1, components=PACK)
    assert main(["report", str(a), str(b), "--out", str(page), "--svg", str(tmp_path / "svg")]) == 0
    text = page.read_text("utf-8")
    assert "Century: Spice Road: official and house" in text
    assert "P01 YYRR → 30" in text
    assert "200 and 200 games, paired seed by seed" in text
    pictures = {path.stem for path in (tmp_path / "svg").iterdir()}
    assert pictures == {"changes", "both-scores", "both-lengths", "changed-things"}


@pytest.mark.parametrize(
    ("game", "players", "says"),
    [
        ("a-new-world", 2, "spice-road and a-new-world are different games"),
        ("spice-road", 3, "2 and 3 players: results of different tables cannot be compared"),
    ],
)
def test_what_cannot_be_compared_is_said_and_leaves_no_page(
    game: str, players: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate_to_file(tmp_path / "a.parquet", "spice-road", games=4)
    simulate_to_file(tmp_path / "b.parquet", game, players, games=4)
    arguments = [str(tmp_path / name) for name in ("a.parquet", "b.parquet")]
    assert main(["report", *arguments]) == 2
    assert says in capsys.readouterr().err.replace("\n", " ")
    assert not list(tmp_path.glob("*.html"))


def test_a_report_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    simulate_to_file(path, "spice-road", games=4)
    assert main(["report", str(path), "--out", "/dev/full"]) == 2
    assert "/dev/full: cannot be written: No space left on device" in capsys.readouterr().err.replace("\n", "")
    assert main(["report", str(path), "--out", str(tmp_path / "none" / "x.html")]) == 2
    assert "no folder" in capsys.readouterr().err.replace("\n", "")
    assert main(["report", str(tmp_path / "other.parquet")]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err.replace("\n", "")


# --- comparing ------------------------------------------------------------------------------------


def by_name(comparison: Comparison) -> dict[str, Any]:
    return {each.name: each for each in comparison.differences}


def test_the_same_box_changes_nothing() -> None:
    comparison = compare("official", None, "spice-road", games=100, seed=4, workers=0)
    assert comparison.is_paired
    assert all((each.difference, each.spread) == (0, 0) for each in comparison.differences)


def test_paired_differences_are_surer_than_others() -> None:
    paired = compare("official", PACK, "spice-road", games=400, seed=4)
    more = by_name(paired)["points of a seat"]
    assert more.is_sure
    assert more.difference > 2
    assert by_name(paired)["rounds"].difference == 0  # random players do not look at points
    other = Comparison(
        simulate("spice-road", games=400, seed=4), simulate("spice-road", games=400, seed=9, components=PACK)
    )
    assert not other.is_paired
    assert by_name(other)["points of a seat"].spread > 2 * more.spread
    first = paired.things()[0]
    assert (text_of(first.a), text_of(first.b), first.is_changed) == ("P01 YYRR → 6", "P01 YYRR → 30", True)
    assert first.wins.difference > 0.1
    assert set(comparison_charts(paired)) == {"changes", "both-scores", "both-lengths", "changed-things"}


def test_compare_shows_a_table_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack, page = tmp_path / "house.toml", tmp_path / "page.html"
    pack.write_text('[[point]]\nid = "P01"\ncost = "YYRR"\npoints = 30\n')
    arguments = ["compare", "official", str(pack), "--games", "200", "--html", str(page)]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "Century: Spice Road, 2 players" in shown  # the first game that has such a card
    assert "official and house, 200 games each, paired seed by seed" in shown
    assert re.search(r"points of a seat .* \+\d\.\d\d", shown)
    assert "P01 YYRR → 30" in shown
    assert "house" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("packs", "name"),
    [
        ([None, {"point": [{"id": "P01", "cost": "YYRR", "points": 12}]}], "spice-road"),
        ([{"vp_tile": [{"id": "vp_11_a", "cost": "YYRR", "points": 9}]}, None], "eastern-wonders"),
    ],
)
def test_packs_tell_the_game_they_are_for(packs: list[Any], name: str) -> None:
    assert game_for(packs) == name


def test_packs_of_different_games_have_no_game_in_common() -> None:
    with pytest.raises(CenturyError, match="no game has everything in both packs: name the game"):
        game_for(
            [
                {"point": [{"id": "P01", "cost": "YYRR", "points": 12}]},
                {"vp_tile": [{"id": "vp_11_a", "cost": "YYRR", "points": 9}]},
            ]
        )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["official", "none.toml", "--game", "spice-road"], "none.toml: cannot be read"),
        (["none.toml", "official"], "none.toml: cannot be read"),
        (["official", "official"], "both are the official set: name the game"),
        (["official", "official", "--game", "chess"], "unknown game 'chess'"),
        (
            ["official", "official", "--game", "spice-road", "--games", "0"],
            "the number of games must be a whole number",
        ),
        (["official", "official", "--game", "spice-road", "--html", "none/x.html"], "none/x.html: cannot be written"),
    ],
)
def test_wrong_input_of_compare_is_said(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err.replace("\n", " ")
