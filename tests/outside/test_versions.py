"""Records name the version of a game from outside, and compiled code follows its source."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import century
from century import plugins
from century.engine.code_cache import digest_of_sources
from century.engine.game import Game
from tests.helpers import played_on
from tests.outside.conftest import SILK_FAIR
from tests.waiting import COMPILING


def record(game: Game) -> str:
    return played_on(game.new(players=3, seed=2, interpreted=True), 3, 40).record()


def newer(folder: Path, old: str = "", new: str = "") -> Game:
    """Version 1.3 of the game, in which one text stands in the place of another."""
    source = SILK_FAIR.read_text("utf-8").replace('version="1.2"', 'version="1.3"')
    assert old in source
    file = folder / "silk_fair.py"
    file.write_text(source.replace(old, new) if old else source, "utf-8")
    shutil.copy(SILK_FAIR.with_suffix(".toml"), folder)
    plugins._loaded.clear()
    return plugins.game_in(file)


def test_a_record_names_the_version_and_leads_to_the_same_state(silk_fair: Game) -> None:
    text = record(silk_fair)
    assert text.splitlines()[2:4] == ["game: silk-fair", "version: 1.2"]
    match = century.replay(text, interpreted=True)
    assert match.record() == text
    assert "version" not in century.game("spice-road").new(seed=1, interpreted=True).record()


def test_a_record_of_a_game_that_is_not_there_says_how_to_get_it(
    silk_fair: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record(silk_fair)
    monkeypatch.setattr(plugins, "_loaded", {})
    monkeypatch.setenv(plugins.FILES, "")
    with pytest.raises(century.RecordError, match=r"^line 3: silk-fair 1\.2 is a game from outside .*--game FILE"):
        century.replay(text)


def test_a_record_of_a_newer_version_is_refused(silk_fair: Game) -> None:
    text = record(silk_fair).replace("version: 1.2", "version: 1.2.2")
    says = r"^line 3: written by silk-fair 1\.2\.2, which is newer than this 1\.2: update the game"
    with pytest.raises(century.RecordError, match=says):
        century.replay(text)
    with pytest.raises(century.RecordError, match="the header has no line 'version'"):
        century.replay(text.replace("version: 1.2.2\n", ""))
    text = century.game("spice-road").new(seed=1, interpreted=True).record()
    with pytest.raises(century.RecordError, match="the header of spice-road has no line 'version'"):
        century.replay(text.replace("players:", "version: 1.2\nplayers:"))


def test_a_record_of_an_older_version_is_replayed_if_it_can_be(silk_fair: Game, tmp_path: Path) -> None:
    text = record(silk_fair)
    newer(tmp_path)
    assert century.replay(text, interpreted=True).game.version == "1.3"


def test_a_record_of_an_older_version_with_other_rules_says_so(silk_fair: Game, tmp_path: Path) -> None:
    text = record(silk_fair)
    assert "stroll" in text
    newer(tmp_path, "me(s).cubes[YELLOW] += 1", "me(s).cubes[YELLOW] += 5")
    says = re.escape("(it was written by silk-fair 1.2, and this is 1.3)")
    with pytest.raises(century.RecordError, match=rf"^line \d+: .*{says}$"):
        century.replay(text, interpreted=True)


def test_the_digest_is_that_of_a_module_or_of_its_whole_package(tmp_path: Path) -> None:
    package = tmp_path / "fairs" / "inner"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (tmp_path / "alone.py").write_text("1")
    game, helper = package / "game.py", package.parent / "helper.py"
    game.touch()
    helper.touch()
    alone, before = digest_of_sources(str(tmp_path / "alone.py")), digest_of_sources(str(game))
    helper.write_text("2")
    assert digest_of_sources(str(game)) != before
    assert digest_of_sources(str(tmp_path / "alone.py")) == alone
    (tmp_path / "alone.py").write_text("3")
    assert digest_of_sources(str(tmp_path / "alone.py")) != alone


# an entry that is quick to compile: the yellow cubes after a stroll, and how often compiled code was found
SMALL = """
import sys
from pathlib import Path
import numpy as np
import century
from century.engine.compile import entry

game = century.game(Path(sys.argv[1]))
stroll = next(choice.do for choices in game.decisions.values() for choice in choices if choice.__name__ == "Stroll")

@entry
def strolled(states, boxes):
    stroll(states[0], boxes[0], 0)

match = game.new(players=2, start=0, seed=1, interpreted=True)
states, boxes = np.asarray(match.known(0).state), np.asarray(game.box(match.catalogue))
strolled(states, boxes)
print("Y" * states["seats"]["cubes"][0, 0, 0], sum(strolled.stats.cache_hits.values()))
"""
# the same for all rules
STEP = """
import sys
from pathlib import Path
import century
from century.engine import native

match = century.game(Path(sys.argv[1])).new(players=2, start=0, seed=1)
match.play("stroll")
print(match.view()["seats"][0]["cubes"], sum(native.step.stats.cache_hits.values()))
"""


@pytest.mark.parametrize(
    "script",
    [pytest.param(SMALL, id="of a small entry"), pytest.param(STEP, id="of a game", marks=pytest.mark.slow)],
)
def test_a_changed_file_never_runs_as_it_was_compiled_before(script: str, tmp_path: Path) -> None:
    file, cache = tmp_path / "silk_fair.py", tmp_path / "cache"
    for source in SILK_FAIR.parent.glob("silk_fair.*"):
        shutil.copy(source, tmp_path)

    def used() -> str:
        environment = os.environ | {"CENTURY_CACHE": str(cache)}
        result = subprocess.run(
            [sys.executable, "-c", script, str(file)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=COMPILING,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    assert used() == "YYYYYY 0"
    assert used() == "YYYYYY 1"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    file = Path(shutil.move(file, elsewhere))
    shutil.move(tmp_path / "silk_fair.toml", elsewhere)
    assert used() == "YYYYYY 1"
    file.write_text(file.read_text("utf-8").replace("me(s).cubes[YELLOW] += 1", "me(s).cubes[YELLOW] += 2"), "utf-8")
    assert used() == "YYYYYYY 0"
    assert used() == "YYYYYYY 1"
