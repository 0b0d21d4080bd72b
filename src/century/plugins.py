"""Games from outside the package: found by the entry point `century.games`, or in a file.

A file that was loaded is noted in the environment, in CENTURY_GAMES, so that the processes that this one starts find
its games by their names as well. Set it to have games of files at hand everywhere; several files are separated as in
PATH.
"""

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from traceback import extract_tb, walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Final
from zlib import crc32

from century import trilogy
from century.engine.pickling import found_by
from century.errors import CenturyError, ComponentError, DeclarationError, GameFileError, unknown
from century.words import say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from century.engine.game import Game

GROUP: Final = "century.games"
FILES: Final = "CENTURY_GAMES"

_loaded: dict[str, "Game"] = {}  # by name
_of_files: dict[Path, list["Game"]] = {}
_loading: list[Path] = []


def names() -> list[str]:
    """The names of all games: of the package, of installed packages, and of the files in CENTURY_GAMES."""
    _load_noted_files()
    return list(dict.fromkeys([*trilogy.names(), *installed(), *_loaded]))


@cache
def installed() -> dict[str, "EntryPoint"]:
    """The games that other installed packages bring, not loaded yet."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def game_named(name: str, file: str = "") -> "Game":
    """The game of this name, which a file may declare; files are not looked for by their names, so any text is safe."""
    if name in trilogy.names():
        return trilogy.load(name)
    if name not in _loaded:
        _load_noted_files()
    if name not in _loaded and name in installed():
        _load_installed(installed()[name])
    if name not in _loaded and file:
        games_in(Path(file))
    if name not in _loaded:
        raise unknown(say("game"), name, names())
    return _loaded[name]


found_by(game_named)


def game_in(file: Path, name: str = "") -> "Game":
    """The game that a file declares, or the one of this name if there are several."""
    games = {game.name: game for game in games_in(file)}
    if not name and len(games) > 1:
        raise GameFileError(f"{file}: declares {len(games)} games: name one, as in {file}:{next(iter(games))}")
    if name and name not in games:
        raise unknown(f"game of {file}", name, games)
    return games[name] if name else next(iter(games.values()))


def games_in(file: Path) -> list["Game"]:
    """The games that a file declares: the values of its module that are games. The file is run only once."""
    path = file.resolve()
    if path not in _of_files:
        if not path.is_file():
            raise GameFileError(f"{file}: the file does not exist")
        if path in _loading:
            circle = " -> ".join(str(each) for each in [*_loading[_loading.index(path) :], path])
            raise GameFileError(
                f"{file}: game files load each other in a circle: {circle}: move what they share to a third"
            )
        _loading.append(path)
        try:
            _of_files[path] = _accepted(vars(_run(path)).values(), str(path))
        except GameFileError:
            _withdraw(str(path))
            raise
        finally:
            _loading.remove(path)
        noted = os.environ.get(FILES, "").split(os.pathsep)
        os.environ[FILES] = os.pathsep.join(dict.fromkeys([*filter(None, noted), str(path)]))
    return _of_files[path]


def loaded() -> list["Game"]:
    """The games from outside that were loaded so far, or that CENTURY_GAMES names."""
    _load_noted_files()
    return list(_loaded.values())


def _load_noted_files() -> None:
    for file in map(Path, filter(None, os.environ.get(FILES, "").split(os.pathsep))):
        if file.resolve() not in _loading:
            games_in(file)


def _load_installed(point: "EntryPoint") -> None:
    try:
        found = point.load()
    except Exception as error:  # whatever a module of someone else's does
        raise _located(error, None, f"the game {point.name!r} of {point.value}") from error
    file = getattr(sys.modules.get(point.module), "__file__", None) or point.value
    (game,) = _accepted([found], file)
    if game.name != point.name:
        del _loaded[game.name]
        raise GameFileError(f"{file}: the entry point {point.name!r} must have the name of its game, {game.name!r}")


def _run(path: Path) -> ModuleType:
    """A module of its own for a file, with a name that compiled code can be found under wherever the file is."""
    source = path.read_bytes()
    module = ModuleType(f"century_game_{path.stem}_{crc32(source):08x}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except Exception as error:  # whatever a file of someone else's does
        raise _located(error, str(path), str(path)) from error
    return module


def _accepted(values: Iterable[object], file: str) -> list["Game"]:
    """The games among some values, each checked, played a little for a trial, and known by its name from now on."""
    from century.engine.checking import try_out
    from century.engine.game import Game, register

    games = list(dict.fromkeys(value for value in values if isinstance(value, Game)))
    if not games:
        raise GameFileError(f"{file}: declares no game: end it with GAME = register(Game(...))")
    for game in games:
        try:
            _check_name(game)
            register(game)
            try_out(game)
        except Exception as error:  # whatever the rules of someone else do
            raise _located(error, file, file) from error
        _loaded[game.name] = game
    return games


def _check_name(game: "Game") -> None:
    """Refuse names that are taken."""
    others = {other.name: other for other in [*map(trilogy.load, trilogy.names()), *_loaded.values()]}
    if not game.file:
        raise DeclarationError(f"{game.name}: a game from outside the package needs file=__file__ and a version")
    if game.name in others and others[game.name].file != game.file:
        where = others[game.name].file or "this package"
        raise DeclarationError(f"there is a game {game.name!r} already, of {where}: give it another name")
    for other in others.values():
        if other.letters == game.letters and other.name != game.name:
            raise DeclarationError(f"{other.name} has rule numbers with {game.letters!r}, too: choose other letters")


def _withdraw(file: str) -> None:
    """Leave nothing of a broken file behind."""
    from century.engine.registry import withdraw

    withdraw(file)
    for name, game in list(_loaded.items()):
        if game.file == file:
            del _loaded[name]


def _located(error: Exception, file: str | None, what: str) -> GameFileError:
    """An error that says where in a file of a game something is wrong."""
    from century.engine.checking import line_of

    if isinstance(error, GameFileError | ComponentError):
        return GameFileError(str(error))
    if isinstance(error, SyntaxError) and error.filename:
        return GameFileError(f"{error.filename}:{error.lineno}: {error.msg}: correct the syntax")
    frames = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    found = [frame for frame in frames if (frame[0] == file if file else _is_outside(frame[0]))]
    at, line = found[-1] if found else (file or what, None)
    if file and isinstance(error, DeclarationError):
        line = line_of(error.thing, file) or line
    if file and not line:
        line = _line_of_declaration(file)
    text = str(error) if isinstance(error, CenturyError) else f"{type(error).__name__}: {error}"
    if isinstance(error, AttributeError):
        text += f" (in {_rule_of(error)})"
    return GameFileError(f"{at}:{line}: {text}" if line else f"{at}: {text}")


def _rule_of(error: Exception) -> str:
    """The function in which an error was raised, such as `Bolts.points`."""
    frames = [frame.f_code for frame, _ in walk_tb(error.__traceback__)]
    return next(code.co_qualname for code in reversed(frames) if not code.co_filename.endswith("rows.py"))


def _line_of_declaration(file: str) -> int | None:
    lines = Path(file).read_text("utf-8").splitlines() if Path(file).is_file() else []
    return next((number for number, line in enumerate(lines, 1) if "Game(" in line), None)


def _is_outside(file: str) -> bool:
    ours = (Path(__file__).parent, Path(importlib.__file__).parent)
    return file.endswith(".py") and not any(Path(file).is_relative_to(folder) for folder in ours)


def summaries() -> Iterator[tuple[str, str, str, str]]:
    """Name, players, title and a sentence of each game from outside; what is only installed is not loaded for it."""
    games = loaded()
    for name, point in installed().items():
        if name not in _loaded:
            package = point.dist
            title = f"of the package {package.name} {package.version}" if package else f"of {point.value}"
            yield name, "", title, str(package.metadata["Summary"] or "") if package else ""
    for game in games:
        yield game.name, f"{game.least_players}-{game.most_players}", game.title, game.summary
