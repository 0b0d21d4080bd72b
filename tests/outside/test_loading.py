"""How a game from outside is found: by its name, where a package brings it, or in a file."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import century
from century import plugins
from century.engine.actions import FIRST_OUTSIDE, PACKAGE
from century.engine.game import Game
from tests.outside.conftest import SILK_FAIR
from tests.waiting import COMPILING, PATIENCE

AFTERWARDS = "import sys; from century.cli import main; code = main({arguments!r}); print('numba' in sys.modules, code)"


def python(code: str, *, text: str = "", **environment: str) -> str:
    """The output of a process of Python."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        input=text,
        capture_output=True,
        text=True,
        timeout=COMPILING,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def century_command(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "century", *arguments],
        env={**os.environ, **environment},
        input=text,
        capture_output=True,
        text=True,
        timeout=COMPILING,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder into which a package with Silk Fair was installed."""
    return installed(tmp_path, "silk-fair")


def installed(folder: Path, name: str) -> Path:
    for file in SILK_FAIR.parent.glob("silk_fair.*"):
        shutil.copy(file, folder)
    about = folder / "fairs-2.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: fairs\nVersion: 2.5\nSummary: Games of fairs.\n")
    (about / "entry_points.txt").write_text(f"[century.games]\n{name} = silk_fair:GAME\n")
    return folder


def test_a_path_is_loaded_and_a_name_never_is() -> None:
    assert "silk-fair" not in century.games()
    for name in (str(SILK_FAIR), "silk-fair", "examples/silk_fair.py"):
        with pytest.raises(century.UnknownName, match="unknown game"):
            century.game(name)
    game = century.game(SILK_FAIR)
    assert game.name == "silk-fair"
    assert century.game("silk-fair") is game is century.game(SILK_FAIR)
    assert century.games()[-1] == "silk-fair"


def test_processes_that_are_started_know_it_by_its_name(silk_fair: Game) -> None:
    assert python("import century; print(century.game('silk-fair').title)") == "Silk Fair\n"
    assert pickle.loads(pickle.dumps(silk_fair)) is silk_fair
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).title)"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {plugins.FILES: ""},
        input=pickle.dumps(silk_fair),
        capture_output=True,
    )
    assert result.stdout == b"Silk Fair\n", result.stderr


def test_a_package_brings_it_by_an_entry_point(package: Path) -> None:
    code = "import century; game = century.game('silk-fair'); print(game.file, century.games()[-1], len(game.parts))"
    assert python(code, PYTHONPATH=str(package)).split()[:2] == [str(package / "silk_fair.py"), "silk-fair"]


@pytest.mark.slow
def test_pip_installs_such_a_package(tmp_path: Path) -> None:
    """A wheel, written by hand, since building one needs a network."""
    source, site = tmp_path / "source", tmp_path / "site"
    source.mkdir()
    (installed(source, "silk-fair") / "fairs-2.5.dist-info" / "WHEEL").write_text(
        "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files = [file for file in sorted(source.rglob("*")) if file.is_file()]
    wheel = tmp_path / "fairs-2.5-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        names = [file.relative_to(source).as_posix() for file in files]
        for file, name in zip(files, names, strict=True):
            archive.write(file, name)
        record = "fairs-2.5.dist-info/RECORD"
        archive.writestr(record, "".join(f"{name},,\n" for name in [*names, record]))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*pip, str(wheel)], check=True, timeout=PATIENCE)
    result = century_command("rules", "sf-23", PYTHONPATH=str(site))
    assert "SF-23 Haggle." in result.stdout, result.stderr
    result = century_command("play", "silk-fair", "--bots", "random", text="stroll\nq\n", PYTHONPATH=str(site))
    assert "Silk Fair, round 1" in result.stdout, result.stderr


def test_its_rules_are_shown_by_name(package: Path) -> None:
    result = century_command("rules", "silk-fair", PYTHONPATH=str(package))
    assert "SF-23 Haggle." in result.stdout, result.stderr


def test_games_are_listed_without_loading_them(package: Path) -> None:
    out = python(AFTERWARDS.format(arguments=["games"]), PYTHONPATH=str(package)).splitlines()
    assert out[-3:] == ["silk-fair        of the package fairs 2.5", "                 Games of fairs.", "False 0"]


def test_an_entry_point_has_the_name_of_its_game(tmp_path: Path) -> None:
    result = century_command("components", "fair-of-silk", PYTHONPATH=str(installed(tmp_path, "fair-of-silk")))
    assert result.returncode == 2
    assert "the entry point 'fair-of-silk' must have the name of its game, 'silk-fair'" in result.stderr


def test_a_broken_package_says_where(package: Path) -> None:
    file = package / "silk_fair.py"
    file.write_text(
        file.read_text("utf-8").replace("SPACE = ActionSpace(PACKAGE)", "SPACE = ActionSpace(PACKAGES)"), "utf-8"
    )
    (number,) = (n for n, line in enumerate(file.read_text("utf-8").splitlines(), 1) if "PACKAGES" in line)
    result = century_command("components", "silk-fair", PYTHONPATH=str(package))
    assert result.stderr.startswith(f"century: {file}:{number}: NameError: name 'PACKAGES' is not defined")
    assert century_command("components", "spice-road", PYTHONPATH=str(package)).returncode == 0


def test_commands_take_a_file(silk_fair: Game, tmp_path: Path) -> None:
    file = str(SILK_FAIR)
    result = century_command("components", file, CENTURY_GAMES="")
    assert "All values are as printed." in result.stdout, result.stderr
    result = century_command("rules", file, CENTURY_GAMES="")
    assert "SF-23 Haggle." in result.stdout
    result = century_command("rules", "sf-034", "--game", file, CENTURY_GAMES="")
    assert "class PayCube(Choice):" in result.stdout
    assert "one pays lowest colours first" in result.stdout
    result = century_command("rules", "silk-fair", CENTURY_GAMES=file)
    assert "SF-23 Haggle." in result.stdout
    record = tmp_path / "game.txt"
    play = ["play", file, "--bots", "random", "--seed", "1", "--save", str(record)]
    result = century_command(*play, text="stall garden\nq\n", CENTURY_GAMES="")
    assert result.returncode == 0, result.stderr
    assert "Silk Fair, round 1" in result.stdout
    result = century_command("replay", str(record), "--end", "--game", file, CENTURY_GAMES="")
    assert "Silk Fair" in result.stdout, result.stderr
    result = century_command("replay", str(record), CENTURY_GAMES="")
    assert result.returncode == 2
    assert "silk-fair 1.2 is a game from outside this package, and is not here" in result.stderr


def test_games_of_it_are_simulated() -> None:
    result = century_command("simulate", str(SILK_FAIR), "--games", "50", "--players", "3", CENTURY_GAMES="")
    assert "50 games: 50 finished, 0 stopped" in result.stdout, result.stderr


def test_a_file_may_declare_several_games(tmp_path: Path) -> None:
    text = SILK_FAIR.read_text("utf-8") + (
        "\nfrom dataclasses import replace\n"
        "MARK = Part(table=[('mark', np.int8)])\n"
        "SHORT = register(replace(GAME, name='short-fair', letters='SH', parts=[*GAME.parts, MARK]))\n"
    )
    file = tmp_path / "fairs.py"
    file.write_text(text, "utf-8")
    shutil.copy(SILK_FAIR.with_suffix(".toml"), tmp_path)
    with pytest.raises(century.CenturyError, match=r"declares 2 games: name one, as in .*fairs\.py:silk-fair"):
        plugins.game_in(file)
    assert plugins.game_in(file, "short-fair").name == "short-fair"
    with pytest.raises(century.UnknownName, match="available: silk-fair, short-fair"):
        plugins.game_in(file, "long-fair")
    result = century_command("components", f"{file}:short-fair", CENTURY_GAMES="")
    assert result.returncode == 0, result.stderr


def test_nobodys_numbers_are_shifted(silk_fair: Game) -> None:
    code = (
        "import century\n"
        "for name in century.games()[:7]:\n"
        "    game = century.game(name)\n"
        "    match = game.new(seed=1, interpreted=True)\n"
        "    print(game.action_count, match.mask.shape, [int(d) for d in game.decisions], match.state.tobytes().hex())"
    )
    assert python(code) == python(code, CENTURY_GAMES="")
    assert {
        int(choice.block)
        for choices in silk_fair.decisions.values()
        for choice in choices
        if choice.block not in PACKAGE.blocks
    }
    numbers = [id for id, action in silk_fair.space.actions.items() if PACKAGE.actions.get(id) != action]
    assert numbers == list(range(FIRST_OUTSIDE, silk_fair.action_count))
    assert silk_fair.space.action_of("cube R") == PACKAGE.action_of("cube R")
    assert silk_fair.space.action_of("haggle B01").id not in PACKAGE.actions
