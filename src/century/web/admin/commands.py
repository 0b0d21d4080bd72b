"""The commands of `century admin`. They work on the database of the settings, also while servers run."""

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from century.errors import CenturyError
from century.terminal.console import PlainConsole, table
from century.web.admin import backup, checking, listing
from century.web.admin.upkeep import DAY, Upkeep
from century.web.schemas import checked_name
from century.web.server.settings import Settings
from century.web.tables.database import Database
from century.web.tables.live_table import read_table
from century.web.tables.names import NameFilter
from century.web.tables.people_store import PeopleStore
from century.web.tables.rows import Result
from century.web.tables.table_store import TableStore


@contextmanager
def _database(check: bool = True) -> Iterator[Database]:
    database = Database(Settings.from_environment().database)
    try:
        if check:
            backup.check_version(database)
        yield database
    finally:
        database.close()


@contextmanager
def _progress(what: str) -> Iterator[backup.Report]:
    """Show a progress bar on a terminal."""
    console = PlainConsole()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _print(text: str) -> None:
    PlainConsole().print(text, soft_wrap=True)


def _ago(moment: float | None) -> str:
    """Return how long ago something was."""
    if moment is None:
        return "-"
    seconds = max(0.0, time.time() - moment)
    for unit, size in (("d", DAY), ("h", 3600.0), ("min", 60.0)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _counted(number: int, noun: str, several: str = "") -> str:
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


# --- tables -------------------------------------------------------------------------------------------


def list_tables(options: argparse.Namespace) -> int:
    """List tables."""
    before = None if options.untouched is None else time.time() - options.untouched * DAY
    with _database() as database:
        rows = listing.list_tables(database, options.stage, before, options.person, options.most)
    shown = [[row.id, row.game, row.stage, str(row.plies), _ago(row.touched), row.names] for row in rows]
    PlainConsole().print(table(["id", "game", "stage", "moves", "touched", "players"], shown))
    return 0


def show_table(options: argparse.Namespace) -> int:
    """Show a table without anything hidden."""
    with _database() as database:
        store = TableStore(database)
        row, history = read_table(store, options.id)
    _print(f"{row.id}: {row.game}, {row.stage}{', private' if row.private else ''}, {_counted(row.plies, 'move')}")
    _print(f"created {_ago(row.made)} ago, touched {_ago(row.touched)} ago, rules of version {row.rules}")
    for seat in row.seats:
        who = f"person {seat.person}" if seat.person else f"bot, {seat.level}" if seat.level else seat.kind
        turn = ", to move" if seat.seat == row.actor and row.stage == "playing" else ""
        host = ", host" if seat.person == row.host else ""
        _print(f"  seat {seat.seat + 1}: {seat.name} ({who}{host}{turn})")
    _print(f"replay: {history.ended_early or 'complete'}")
    return 0


def close_table(options: argparse.Namespace) -> int:
    """End the game at a table with the points so far."""
    with _database() as database:
        _, history = read_table(TableStore(database), options.id)
        result = Result(points=history.match.totals(), winner=None, stopped=True)
        if not Upkeep(database).close_table(options.id, result):
            raise CenturyError(f"the game at table {options.id} is over already")
    _print(f"Closed table {options.id}")
    return 0


def delete_table(options: argparse.Namespace) -> int:
    """Delete a table."""
    with _database() as database:
        if not Upkeep(database).delete_tables([options.id]):
            raise CenturyError(f"there is no table {options.id}")
    _print(f"Deleted table {options.id}")
    return 0


# --- people -------------------------------------------------------------------------------------------


def list_people(options: argparse.Namespace) -> int:
    """List people."""
    names = NameFilter(Settings.from_environment().forbidden_names)
    most = None if options.forbidden else options.most
    with _database() as database:
        rows = listing.list_people(database, options.name, options.banned, most)
    if options.forbidden:
        rows = [row for row in rows if not names.allows(row.name)][: options.most]
    shown = [
        [row.id, row.name, str(row.tables), _ago(row.made), _ago(row.touched), "banned" if row.banned else ""]
        for row in rows
    ]
    PlainConsole().print(table(["id", "name", "tables", "since", "last table", ""], shown))
    return 0


def ban_person(options: argparse.Namespace) -> int:
    """Ban a person."""
    return _ban(options.id, time.time(), "Banned")


def unban_person(options: argparse.Namespace) -> int:
    """End the ban of a person."""
    return _ban(options.id, None, "No longer banned:")


def _ban(person: str, since: float | None, done: str) -> int:
    with _database() as database:
        people = PeopleStore(database)
        if not people.ban(person, since):
            raise CenturyError(f"there is no person {person}")
        _print(f"{done} {people.name(person)} ({person})")
    return 0


def rename_person(options: argparse.Namespace) -> int:
    """Give a person another name, also at their tables."""
    with _database() as database:
        if PeopleStore(database).name(options.id) is None:
            raise CenturyError(f"there is no person {options.id}")
        Upkeep(database).rename(options.id, checked_name(options.name[:38]))
    _print(f"{options.id} is now called {options.name[:38]}")
    return 0


def delete_person(options: argparse.Namespace) -> int:
    """Delete a person and everything that is theirs."""
    with _database() as database:
        removed = Upkeep(database).delete_person(options.id)
    if removed == (0, 0):
        raise CenturyError(f"there is no person {options.id}")
    _print(f"Deleted {options.id} and {_counted(removed.tables, 'table')}")
    return 0


# --- everything ---------------------------------------------------------------------------------------


def back_up(options: argparse.Namespace) -> int:
    """Write a backup."""
    with _database() as database, _progress("Backing up") as report:
        backup.back_up(database, options.file, report)
    _print(f"{options.file}: {options.file.stat().st_size / 1e6:,.1f} MB")
    return 0


def restore(options: argparse.Namespace) -> int:
    """Fill the database from a backup."""
    with _database(check=False) as database, _progress("Restoring") as report:
        backup.restore(database, options.file, options.replace, report)
    _print(f"Restored {options.file}")
    return 0


def clean(options: argparse.Namespace) -> int:
    """Delete what nobody has touched for some days."""
    if not options.days > 0:
        raise CenturyError(f"--days is a number above 0, not {options.days:g}")
    with _database() as database:
        removed = Upkeep(database).clean(options.days)
    _print(f"Deleted {_counted(removed.tables, 'table')} and {_counted(removed.people, 'person', 'people')}")
    return 0


def check(options: argparse.Namespace) -> int:
    """Replay every table; return 1 if anything is wrong."""
    with _database() as database, _progress("Checking tables") as report:
        store, ids = TableStore(database), checking.table_ids(database)
        found = checking.faults_of_file(database)
        for number, id in enumerate(ids, 1):
            found += [f"table {id}: {fault}" for fault in checking.faults_of_table(store, id)]
            report(number, len(ids))
    for line in found:
        _print(line)
    _print(f"Checked {_counted(len(ids), 'table')}: {_counted(len(found), 'fault') if found else 'all is well'}")
    return 1 if found else 0
