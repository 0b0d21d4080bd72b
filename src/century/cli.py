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
    """Run a command; 0 if it went well, 2 for wrong input, 130 if interrupted."""
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
        print("century: not enough memory for that many games", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _load_game_files(options: argparse.Namespace) -> None:
    """Where a file was given for a game, load it and put the name of the game in its place."""
    for option in ("game", "what"):
        given = getattr(options, option, None)
        if given is not None:
            texts = given if isinstance(given, list) else [given]
            named = [_name_in_file(text) if ".py" in text else text for text in texts]
            setattr(options, option, named if isinstance(given, list) else named[0])


def _name_in_file(text: str) -> str:
    """The name of the game that a text such as "silk_fair.py", or "fairs.py:silk-fair", names."""
    file, _, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    return plugins.game_in(Path(file), name).name


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is; exit with 2."""
        self.exit(2, f"{self.prog}: {message}\n{self.prog} --help says more\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="century", description="The Century board game trilogy: play, simulate, replay.")
    parser.add_argument("--version", action="version", version=f"century {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, command: Command | str, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=_imported(command) if isinstance(command, str) else command)
        return sub

    add("games", _games, "List the games.")

    sub = add("rules", "terminal.rules:show", "Show a rule, its code and its tests; or a game's whole digest.")
    sub.add_argument("what", nargs="?", metavar="NUMBER|GAME", help="such as SR-40, or spice-road")
    sub.add_argument("--game", action="append", metavar="FILE", help="a file of a game, whose rules are shown, too")

    sub = add("components", "terminal.components:show", "List what is in the box, and which entries are stand-ins.")
    sub.add_argument("game", metavar="GAME", help="see: century games")
    sub.add_argument("--components", type=Path, metavar="FILE", help="a pack to lay over and check")

    sub = add("play", "terminal.play:play", "Play in the terminal against players of the computer.")
    _add_game(sub)
    sub.add_argument(
        "--bots",
        default="apprentice",
        help="your opponents: novice, apprentice, trader, merchant, master, or random ... (apprentice)",
    )
    sub.add_argument("--seat", type=int, default=1, help="your seat, counted from 1 (1)")
    sub.add_argument("--name", default="You", help="your name")
    sub.add_argument("--start", type=int, help="the start player: a seat counted from 1 (random by default)")
    sub.add_argument("--turn-limit", type=int, help="stop the game after this number of turns")
    sub.add_argument("--edition", help="words for cubes and coins, such as golem")
    sub.add_argument("--save", type=Path, metavar="FILE", help="write the record there at the end")

    sub = add("simulate", "terminal.simulate:simulate", "Simulate many games between bots and summarise them.")
    _add_game(sub, optional=True)
    sub.add_argument("--games", type=int, help="how many games (10000)")
    sub.add_argument("--bots", help="a player for all seats, or one for each: planner,greedy,random (random)")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (10000)")
    _add_out(sub)
    _add_workers(sub)

    sub = add("serve", _serve, "Serve the page: play in the browser, alone or with others.")
    sub.add_argument("--host", default="127.0.0.1", help="the address to listen on (this machine only; 0.0.0.0: all)")
    sub.add_argument("--port", type=int, default=8350, help="the port (8350, or the next that is free)")
    sub.add_argument("--open", action="store_true", help="open the page in the browser")
    sub.add_argument("--game", action="append", metavar="FILE", help="a file of a game of your own, to play it, too")

    add_admin_options(add("admin", _no_command, "Look after a server: tables, people, backups and checks."))

    sub = add("warm", "terminal.warm:warm", "Compile games ahead of time, for a server or an image.")
    sub.add_argument("game", nargs="*", metavar="GAME", help="see: century games (all of them)")
    sub.add_argument("--all", action="store_true", help="also what simulations and environments need, not only bots")
    sub.add_argument("--workers", type=int, help="processes (all cores)")
    sub.add_argument("--background", action="store_true", help=argparse.SUPPRESS)  # silent; ends when its input ends

    sub = add("tournament", "terminal.tournament:tournament", "Let players play against each other, and rate them.")
    sub.add_argument("game", nargs="?", metavar="GAME", help="see: century games")
    sub.add_argument("--players", help="such as greedy,planner:50ms,mybot.py:MyBot (greedy,planner)")
    sub.add_argument("--games", type=int, help="games of each table, at most (100; with --until-sure 20000)")
    sub.add_argument("--seats", type=int, help="how many play at a table (2)")
    sub.add_argument("--seed", type=int, help="of the first deal (0)")
    _add_variant(sub)
    sub.add_argument("--components", type=Path, metavar="FILE", help="a pack that replaces printed components")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (1000)")
    sub.add_argument("--patience", metavar="TIME", help="a player that takes longer for an answer loses (60s)")
    sub.add_argument(
        "--until-sure", action="store_true", help="stop as soon as it is certain which of two players is stronger"
    )
    _add_workers(sub)
    _add_out(sub)
    sub.add_argument("--json", type=Path, metavar="FILE", help="write the table and the verdict there as JSON")
    sub.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there as Markdown")

    sub = add("report", "terminal.report:report", "Make a page of charts from a file of games, or from two to compare.")
    sub.add_argument("file", type=Path, metavar="FILE", help="what century simulate or tournament --out has written")
    sub.add_argument("other", nargs="?", type=Path, metavar="OTHER", help="another one, to compare with the first")
    sub.add_argument("--game", metavar="FILE", help="the file of the game, if that is not of this package")
    sub.add_argument("--out", type=Path, metavar="FILE", help="the page (beside the file: games.html)")
    sub.add_argument("--png", type=Path, metavar="FOLDER", help="write each chart there as a PNG picture, too")
    sub.add_argument("--svg", type=Path, metavar="FOLDER", help="write each chart there as an SVG picture, too")

    sub = add(
        "compare",
        "terminal.report:compare",
        "Compare two packs of components by games of the same seeds.",
    )
    sub.add_argument("a", metavar="A", help="a pack such as my_box.toml, or official: as printed")
    sub.add_argument("b", metavar="B", help="another one")
    sub.add_argument("--game", metavar="GAME", help="see: century games (the first one that has all of both packs)")
    _add_table(sub)
    sub.add_argument("--bots", default="random", help="a player for all seats, or one for each (random)")
    sub.add_argument("--games", type=int, default=10_000, help="how many games of each (10000)")
    sub.add_argument("--turn-limit", type=int, help="stop a game after this number of turns (10000)")
    sub.add_argument("--html", type=Path, metavar="FILE", help="write a page of charts there")
    _add_workers(sub)

    sub = add("tune", "terminal.tune:tune", "Find weights for planners by self-play.")
    sub.add_argument("game", metavar="GAME", help="see: century games")
    sub.add_argument("--opening", type=int, default=0, metavar="GAMES", help="find the worth of early pieces (0 games)")
    sub.add_argument("--fit", type=int, default=0, metavar="TIMES", help="explain points to come by measures (0 times)")
    sub.add_argument("--games", type=int, default=200, help="games for each fit (200)")
    sub.add_argument("--pieces", action="store_true", help="of fits, take only what single cards and tiles are worth")
    sub.add_argument("--vary", type=int, default=0, metavar="DEALS", help="change all weights at once (on 0 deals)")
    sub.add_argument("--times", type=int, default=1, help="vary so often, each time from where the last led (once)")
    sub.add_argument("--trials", type=int, default=0, help="then change single weights, and keep what wins (0)")
    sub.add_argument("--deals", type=int, default=40, help="paired deals for each trial or stride, at most (40)")
    sub.add_argument("--width", type=int, default=20, help="of the planners that play (20)")
    sub.add_argument("--seed", type=int, default=1_000_000, help="of the first deal (1000000)")
    sub.add_argument("--workers", type=int, help="processes (all cores if not given)")
    sub.add_argument(
        "--fresh", action="store_true", help="begin with default weights; an opening, with those of the game"
    )
    sub.add_argument("--start", type=Path, metavar="FILE", help="begin with these weights")
    sub.add_argument("--out", type=Path, metavar="FILE", help="write the weights there, after every step")

    sub = add("replay", "terminal.replay:replay", "Show a recorded game, turn by turn or its end.")
    sub.add_argument("file", type=Path)
    sub.add_argument("--game", metavar="FILE", help="the file of its game, if that is not of this package")
    sub.add_argument("--end", action="store_true", help="only the table at the end")
    sub.add_argument("--to", type=int, metavar="N", help="the table after N answers, and stop")

    sub = add("bench", "lab.bench:bench", "Measure speed, beside peers if they are installed.")
    sub.add_argument("game", nargs="*", metavar="GAME", help="all games if not given")
    sub.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    sub.add_argument("--out", type=Path, metavar="FILE", help="write the tables there as Markdown, too")
    return parser


def _add_out(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--out", type=Path, metavar="FILE", help="write a row for each game and seat: games.parquet")
    sub.add_argument("--turns", action="store_true", help="and one for each turn: games.turns.parquet")
    either = sub.add_mutually_exclusive_group()
    either.add_argument("--resume", action="store_true", help="continue --out after Ctrl-C, or for more --games")
    either.add_argument(
        "--replace", action="store_true", help="overwrite an existing --out file; it stays until all games are played"
    )


def _add_workers(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--workers", metavar="N|ray", help="how many processes (all cores), or ray: a Ray cluster")
    sub.add_argument("--ray-address", metavar="ADDRESS", help="of the Ray cluster, such as auto or ray://head:10001")


def _add_game(sub: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """A game, and what all games have; a command that can go on with something knows them already."""
    sub.add_argument("game", metavar="GAME", nargs="?" if optional else None, help="see: century games")
    _add_table(sub, players=None if optional else 2)
    sub.add_argument("--components", type=Path, metavar="FILE", help="a pack that replaces printed components")


def _add_table(sub: argparse.ArgumentParser, players: int | None = 2) -> None:
    sub.add_argument("--players", type=int, default=players, help="how many players (2)")
    sub.add_argument("--seed", type=int, help="the same seed is the same game (0; play: random)")
    _add_variant(sub)


def _add_variant(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--map", help="the map, in games that have one: first_game, atoll, long_reach, island_12, random")
    sub.add_argument("--board", help="the board, in games that have a choice: D1, E1, F1 or random")


def _imported(path: str) -> Command:
    """Return a command that is imported when it runs, so that --help and errors need no engine."""

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
