"""The command line."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from century import __version__, plugins, trilogy
from century.errors import CenturyError
from century.web.admin.options import add_options as add_admin_options

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Return 0 for success, 2 for wrong input, 130 if interrupted."""
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        _load_game_files(options)
        status = command(options)
        sys.stdout.flush()  # a closed pipe is noticed here, not when Python ends
        return status
    except CenturyError as error:
        print(f"century: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    except MemoryError:
        print("century: not enough memory for this number of games: use fewer", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _load_game_files(options: argparse.Namespace) -> None:
    """Load games that are named by a file, and replace the file by the name of its game."""
    for option in ("game", "what"):
        value = getattr(options, option, None)
        if value is not None:
            texts = value if isinstance(value, list) else [value]
            names = [_name_in_file(text) if ".py" in text else text for text in texts]
            setattr(options, option, names if isinstance(value, list) else names[0])


def _name_in_file(text: str) -> str:
    """Load the game that a text such as "silk_fair.py" or "fairs.py:silk-fair" names; return the game's name."""
    file, _, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    return plugins.game_in(Path(file), name).name


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help; exit with status 2."""
        self.exit(2, f"{self.prog}: {message}\nTry {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="century", description="The Century board game trilogy: play, simulate, replay.")
    parser.add_argument("--version", action="version", version=f"century {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, command: Command | str, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=_imported(command) if isinstance(command, str) else command)
        return sub

    add("games", _games, "List the games.")

    sub = add(
        "rules", "terminal.rules:show", "Show a rule with its code and tests, or the whole rules digest of a game."
    )
    sub.add_argument("what", nargs="?", metavar="NUMBER|GAME", help="such as SR-40, or spice-road")
    sub.add_argument("--game", action="append", metavar="FILE", help="Python file of a game; also show its rules")

    sub = add("components", "terminal.components:show", "List the components of a game and the approximate values.")
    sub.add_argument("game", metavar="GAME", help="see: century games")
    sub.add_argument("--components", type=Path, metavar="FILE", help="TOML file with replacement components to check")

    sub = add("play", "terminal.play:play", "Play in the terminal against bots.")
    _add_game(sub)
    sub.add_argument(
        "--bots",
        default="apprentice",
        help="your opponents: novice, apprentice, trader, merchant, master or random (default: apprentice)",
    )
    sub.add_argument("--seat", type=int, default=1, help="your seat, counted from 1 (default: 1)")
    sub.add_argument("--name", default="You", help="your name")
    sub.add_argument("--start", type=int, help="the seat that starts, counted from 1 (default: random)")
    sub.add_argument("--turn-limit", type=int, help="stop the game after this number of turns")
    sub.add_argument("--edition", help="edition, which names the cubes and coins, such as golem")
    sub.add_argument("--save", type=Path, metavar="FILE", help="save the record of the game to this file")

    sub = add("simulate", "terminal.simulate:simulate", "Let bots play many games and summarise the results.")
    _add_game(sub, optional=True)
    sub.add_argument("--games", type=int, help="number of games (default: 10000)")
    sub.add_argument("--bots", help="one player for all seats, or one for each: planner,greedy (default: random)")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (default: 10000)")
    _add_out(sub)
    _add_workers(sub)

    sub = add("serve", _serve, "Start the web server: play in the browser, alone or with others.")
    sub.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: this machine only; 0.0.0.0: all)"
    )
    sub.add_argument("--port", type=int, default=8350, help="port (default: 8350, or the next free one)")
    sub.add_argument("--open", action="store_true", help="open the page in the browser")
    sub.add_argument("--game", action="append", metavar="FILE", help="Python file of a game; also offer this game")

    add_admin_options(add("admin", _no_command, "Look after a server: tables, people, backups and checks."))

    sub = add("warm", "terminal.warm:warm", "Compile games ahead of time, for a server or an image.")
    sub.add_argument("game", nargs="*", metavar="GAME", help="see: century games (default: all games)")
    sub.add_argument(
        "--all", action="store_true", help="also compile for simulations and environments, not only for bots"
    )
    sub.add_argument("--workers", type=int, help="number of processes (default: all cores)")
    sub.add_argument("--background", action="store_true", help=argparse.SUPPRESS)  # silent; ends when its input ends

    sub = add("tournament", "terminal.tournament:tournament", "Let players compete, and rate them.")
    sub.add_argument("game", nargs="?", metavar="GAME", help="see: century games")
    sub.add_argument("--players", help="such as greedy,planner:50ms,mybot.py:MyBot (default: greedy,planner)")
    sub.add_argument(
        "--games", type=int, help="most games for each group of players (default: 100; with --until-sure: 20000)"
    )
    sub.add_argument("--seats", type=int, help="number of seats at a table (default: 2)")
    sub.add_argument("--seed", type=int, help="seed of the first deal (default: 0)")
    _add_variant(sub)
    sub.add_argument("--components", type=Path, metavar="FILE", help="TOML file that replaces printed components")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (default: 1000)")
    sub.add_argument("--patience", metavar="TIME", help="a player that takes longer for an answer loses (default: 60s)")
    sub.add_argument(
        "--until-sure", action="store_true", help="stop when it is certain which of two players is stronger"
    )
    _add_workers(sub)
    _add_out(sub)
    sub.add_argument("--json", type=Path, metavar="FILE", help="write the table and the verdict to this file as JSON")
    sub.add_argument("--markdown", type=Path, metavar="FILE", help="write the table to this file as Markdown")

    sub = add(
        "report", "terminal.report:report", "Create a page of charts from one results file, or a comparison of two."
    )
    sub.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="results file, written by century simulate --out or century tournament --out",
    )
    sub.add_argument(
        "other", nargs="?", type=Path, metavar="OTHER", help="second results file, to compare with the first"
    )
    sub.add_argument("--game", metavar="FILE", help="Python file of the game, if it is not part of this package")
    sub.add_argument(
        "--out", type=Path, metavar="FILE", help="the page to write (default: beside FILE, such as games.html)"
    )
    sub.add_argument("--png", type=Path, metavar="FOLDER", help="also write each chart to this folder as PNG")
    sub.add_argument("--svg", type=Path, metavar="FOLDER", help="also write each chart to this folder as SVG")

    sub = add(
        "compare",
        "terminal.report:compare",
        "Compare two sets of components in games with the same seeds.",
    )
    sub.add_argument("a", metavar="A", help="components: a file such as my_box.toml, or official for the printed ones")
    sub.add_argument("b", metavar="B", help="components to compare with A")
    sub.add_argument("--game", metavar="GAME", help="see: century games (default: the first game that contains both)")
    _add_table(sub)
    sub.add_argument("--bots", default="random", help="one player for all seats, or one for each (default: random)")
    sub.add_argument("--games", type=int, default=10_000, help="number of games with each (default: 10000)")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (default: 10000)")
    sub.add_argument("--html", type=Path, metavar="FILE", help="also write a page of charts to this file")
    _add_workers(sub)

    sub = add("tune", "terminal.tune:tune", "Tune the weights of planners by self-play.")
    sub.add_argument("game", metavar="GAME", help="see: century games")
    sub.add_argument(
        "--opening",
        type=int,
        default=0,
        metavar="GAMES",
        help="tune the value of early pieces on this number of games (default: 0)",
    )
    sub.add_argument(
        "--fit",
        type=int,
        default=0,
        metavar="TIMES",
        help="fit measures to future points this number of times (default: 0)",
    )
    sub.add_argument("--games", type=int, default=200, help="games for each fit (default: 200)")
    sub.add_argument("--pieces", action="store_true", help="fit only the values of single cards and tiles")
    sub.add_argument(
        "--vary",
        type=int,
        default=0,
        metavar="DEALS",
        help="vary all weights at once on this number of deals (default: 0)",
    )
    sub.add_argument(
        "--times", type=int, default=1, help="number of variations, each from the last result (default: 1)"
    )
    sub.add_argument(
        "--trials", type=int, default=0, help="then try changes of single weights and keep those that win (default: 0)"
    )
    sub.add_argument("--deals", type=int, default=40, help="most paired deals for each trial or stride (default: 40)")
    sub.add_argument("--width", type=int, default=20, help="beam width of the planners (default: 20)")
    sub.add_argument("--seed", type=int, default=1_000_000, help="seed of the first deal (default: 1000000)")
    sub.add_argument("--workers", type=int, help="number of processes (default: all cores)")
    sub.add_argument(
        "--fresh",
        action="store_true",
        help="start from the default weights; with --opening, from the weights of the game",
    )
    sub.add_argument("--start", type=Path, metavar="FILE", help="start from the weights in this file")
    sub.add_argument("--out", type=Path, metavar="FILE", help="write the weights to this file after every step")

    sub = add("replay", "terminal.replay:replay", "Show a recorded game, turn by turn or only its end.")
    sub.add_argument("file", type=Path, metavar="FILE", help="a record, such as game.txt")
    sub.add_argument("--game", metavar="FILE", help="Python file of the game, if it is not part of this package")
    sub.add_argument("--end", action="store_true", help="show only the table at the end")
    sub.add_argument("--to", type=int, metavar="N", help="show the table after N answers")

    sub = add("bench", "lab.bench:bench", "Measure the speed, compared with other libraries if they are installed.")
    sub.add_argument("game", nargs="*", metavar="GAME", help="see: century games (default: all games)")
    sub.add_argument("--seconds", type=float, default=2.0, help="seconds for each measurement (default: 2)")
    sub.add_argument("--out", type=Path, metavar="FILE", help="also write the tables to this file as Markdown")
    return parser


def _add_out(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write a row for each game and seat to this file, such as games.parquet",
    )
    sub.add_argument(
        "--turns", action="store_true", help="also write a row for each turn, such as to games.turns.parquet"
    )
    either = sub.add_mutually_exclusive_group()
    either.add_argument(
        "--resume", action="store_true", help="continue the --out file, after Ctrl-C or with more --games"
    )
    either.add_argument(
        "--replace", action="store_true", help="overwrite an existing --out file once all games are played"
    )


def _add_workers(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--workers", metavar="N|ray", help="number of processes (default: all cores), or ray for a Ray cluster"
    )
    sub.add_argument(
        "--ray-address", metavar="ADDRESS", help="address of the Ray cluster, such as auto or ray://head:10001"
    )


def _add_game(sub: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the game and its options; they are optional for a command that can resume a file."""
    sub.add_argument("game", metavar="GAME", nargs="?" if optional else None, help="see: century games")
    _add_table(sub, players=None if optional else 2)
    sub.add_argument("--components", type=Path, metavar="FILE", help="TOML file that replaces printed components")


def _add_table(sub: argparse.ArgumentParser, players: int | None = 2) -> None:
    sub.add_argument("--players", type=int, default=players, help="number of players (default: 2)")
    sub.add_argument("--seed", type=int, help="seed; the same seed deals the same game (default: 0; play: random)")
    _add_variant(sub)


def _add_variant(sub: argparse.ArgumentParser) -> None:
    """Add the settings of games; --map atoll is short for --set map=atoll."""

    def add(option: str, read: Callable[[str], tuple[str, str]], metavar: str, help: str) -> None:
        sub.add_argument(option, action="append", dest="settings", type=read, metavar=metavar, help=help)

    maps = "map, in games that have one: first_game, atoll, long_reach, island_12 or random"
    add("--set", _setting, "NAME=VALUE", "any setting of the game, by its name; repeatable")
    add("--map", lambda value: ("map", value), "MAP", maps)
    add("--board", lambda value: ("board", value), "BOARD", "board, in games that offer it: D1, E1, F1 or random")


def _setting(text: str) -> tuple[str, str]:
    """Return the name and the value of a text such as "map=atoll"."""
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, such as map=atoll, not {text!r}")
    return name, value


def _imported(path: str) -> Command:
    """Return a command that is imported when it runs, so that --help and errors do not load the engine."""

    def command(options: argparse.Namespace) -> int:
        module, _, name = path.partition(":")
        status: int = getattr(import_module(f"century.{module}"), name)(options)
        return status

    return command


def _no_command(options: argparse.Namespace) -> int:
    raise AssertionError  # the parser asks for a subcommand


def _games(options: argparse.Namespace) -> int:
    rows = [(title.name, title.players, title.title, title.summary) for title in trilogy.TITLES]
    rows += plugins.summaries()
    width = max(len(name) for name, *_ in rows)
    for name, players, title, summary in rows:
        print(f"{name:{width}}  {players} players  {title}" if players else f"{name:{width}}  {title}")
        print(f"{'':{width}}  {summary}")
    return 0


def _serve(options: argparse.Namespace) -> int:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the server handles Ctrl-C, it ends the process silently
    try:
        from century.web.server.serve import serve
    except ModuleNotFoundError as error:
        raise CenturyError(f"the page needs {error.name}: pip install 'century[web]'") from error
    return serve(options)


if __name__ == "__main__":
    sys.exit(main())
