"""What a person may do at a table: each check raises the reason why not."""

from dataclasses import replace

from century.errors import IllegalAction, whole_number
from century.web.tables.errors import OTHER_RULES, NotAllowed, VersionConflict
from century.web.tables.live_table import LiveTable
from century.web.tables.rows import SeatRow
from century.web.tables.seating import free_name
from century.words import say


def check_version(table: LiveTable, version: int) -> None:
    """Check that a request is for the latest version."""
    if version != table.row.version:
        raise VersionConflict


def check_record(table: LiveTable, person: str) -> None:
    """Check that a person may see a record, or a position with everything hidden in it."""
    if not table.may_see_record(person):
        raise NotAllowed(say("a record shows everything hidden: it is available when the game is over"))


def check_turn(table: LiveTable, person: str, version: int, seat: int | None) -> int:
    """Check that a person may answer at this version, for a seat if one is named. Return the seat."""
    row, actor = table.row, table.match.actor
    mine = row.seats_of(person)
    if not mine:
        raise NotAllowed(say("you do not sit at this table"))
    check_version(table, version)
    if row.stage == "waiting":
        raise NotAllowed(say("the game starts when all seats are taken"))
    if row.stage == "over":
        raise IllegalAction(say("the game is over"))
    if table.history.ended_early:
        raise NotAllowed(OTHER_RULES)
    if actor not in mine or seat not in (None, actor):
        raise NotAllowed(say("it is {name}'s turn", name=row.seats[actor or 0].name))
    if row.seats[actor].level is not None:
        raise NotAllowed(say("a bot is playing for you: take your seat back first"))
    return actor


def check_undo(table: LiveTable, person: str) -> int:
    """Check that a person may take back. Return the number of answers that are left."""
    plies = table.undo_to(person)
    if plies is None:
        text = say(
            "undo is not possible now: you can undo moves of your own turn until something hidden is revealed, "
            "and earlier ones only against bots, at a table that allows it"
        )
        raise NotAllowed(text)
    return plies


def check_stand_in(table: LiveTable, person: str, seat: int, level: str | None) -> SeatRow:
    """Check that a person may give a seat to a bot, or back. Return the seat after it.

    Whether the person on the seat is away is for the caller to check.
    """
    row = table.row
    sitting = row.seats[whole_number(say("a seat"), seat, 0, len(row.seats) - 1)]
    if row.stage == "over":
        raise NotAllowed(say("the game is over"))
    if level is None:
        if sitting.kind == "bot" or sitting.level is None:
            raise NotAllowed(say("no bot is standing in on this seat"))
        if person not in (sitting.person, row.host):
            raise NotAllowed(say("only the player of this seat, or the host, can take it back"))
        return replace(sitting, level=None)
    if person != row.host:
        raise NotAllowed(say("only the host of the table can give a seat to a bot"))
    if sitting.is_free:
        return replace(sitting, kind="bot", level=level, name=free_name(row.seats))
    if sitting.person is None:
        raise NotAllowed(say("a bot already has this seat"))
    return replace(sitting, level=level)
