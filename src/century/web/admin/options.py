"""The options of `century admin`."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from century.errors import CenturyError

Command = Callable[[argparse.Namespace], int]
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `century admin`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    tables = _group(commands, "tables", "List, show, close and delete tables.")
    sub = _add(tables, "list", "list_tables", "List tables, the latest touched first.")
    sub.add_argument("--stage", choices=["waiting", "playing", "over"], help="tables in this stage only")
    sub.add_argument("--untouched", type=float, metavar="DAYS", help="tables that nobody has touched for DAYS")
    sub.add_argument("--person", metavar="ID", help="tables of this person")
    sub.add_argument("--most", type=int, default=50, help="tables at most (50)")
    for name, help in (
        ("show", "Show who sits at a table and whether its answers can be replayed."),
        ("close", "End the game at a table. Its replay and record stay."),
        ("delete", "Delete a table. Anonymous statistics stay."),
    ):
        _take_ids(_add(tables, name, f"{name}_table", help))

    people = _group(commands, "people", "List, rename, ban and delete people.")
    sub = _add(people, "list", "list_people", "List people, the newest first.")
    sub.add_argument("--name", metavar="TEXT", help="people with this text in their name")
    sub.add_argument("--banned", action="store_true", help="banned people only")
    sub.add_argument("--forbidden", action="store_true", help="people whose name CENTURY_FORBIDDEN_NAMES forbids")
    sub.add_argument("--most", type=int, default=50, help="people at most (50)")
    for name, help in (
        ("ban", "Ban a person: every request with their cookie or token is refused."),
        ("unban", "End the ban of a person."),
        ("delete", "Delete a person and everything that is theirs."),
    ):
        _take_ids(_add(people, name, f"{name}_person", help))
    _take_ids(_add(people, "rename", "rename_person", "Give a person another name."), "NAME")

    sub = _add(commands, "backup", "back_up", "Write everything into a file, while the server runs.")
    sub.add_argument("file", type=Path, metavar="FILE", help="a file of SQLite; an existing one is replaced at the end")
    sub = _add(commands, "restore", "restore", "Fill the database from a backup. Stop the server first.")
    sub.add_argument("file", type=Path, metavar="FILE")
    sub.add_argument("--replace", action="store_true", help="delete everything in the database first")
    sub = _add(commands, "clean", "clean", "Delete tables that nobody touches any more, and people without tables.")
    sub.add_argument("--days", type=float, required=True, help="days since the last change")
    _add(commands, "check", "check", "Replay every table, and compare it with the database.")


def _group(commands: Commands, name: str, help: str) -> Commands:
    parser = commands.add_parser(name, help=help, description=help)
    return parser.add_subparsers(title="commands", metavar="COMMAND", required=True)


def _add(commands: Commands, name: str, command: str, help: str) -> argparse.ArgumentParser:
    sub = commands.add_parser(name, help=help, description=help)
    sub.set_defaults(command=_imported(command))
    return sub


def _take_ids(parser: argparse.ArgumentParser, *others: str) -> None:
    """Add an id, which may begin with a dash, and other arguments."""
    for name in ("ID", *others):
        parser.add_argument(name.lower(), metavar=name)
    parse = parser.parse_known_args

    def parse_known_args(args, namespace=None):  # type: ignore[no-untyped-def]
        return parse(args if "-h" in args or "--help" in args else ["--", *args], namespace)

    parser.parse_known_args = parse_known_args  # type: ignore[assignment, method-assign]


def _imported(name: str) -> Command:
    """Return a command that is imported when it runs."""

    def command(options: argparse.Namespace) -> int:
        try:
            commands = import_module("century.web.admin.commands")
        except ModuleNotFoundError as error:
            raise CenturyError(f"the page needs {error.name}: pip install 'century[web]'") from error
        status: int = getattr(commands, name)(options)
        return status

    return command
