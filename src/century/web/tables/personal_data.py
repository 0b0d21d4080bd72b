"""Everything that is kept about a person."""

import time

import sqlalchemy as sa

from century.types import JsonDict
from century.web.tables.database import Database
from century.web.tables.schema import actions, people, seats, tables, tokens


def personal_data(database: Database, person: str) -> JsonDict:
    """Return what is kept about a person, with the tables at which they sit or which they host."""
    sits = sa.select(seats.c.table).where(seats.c.person == person)
    theirs = sa.select(tables).where((tables.c.host == person) | tables.c.id.in_(sits)).order_by(tables.c.made)
    with database.reading() as db:
        known = db.execute(sa.select(people).where(people.c.id == person)).one_or_none()
        made = db.scalar(sa.select(tokens.c.made).where(tokens.c.person == person))
        return {
            "id": person,
            "name": known.name if known else None,
            "first_seen": _moment(known.made if known else None),
            "token_created": _moment(made),
            "tables": [_table(db, row, person) for row in db.execute(theirs).all()],
        }


def _table(db: sa.Connection, row: sa.Row[tuple[object, ...]], person: str) -> JsonDict:
    query = sa.select(seats).where(seats.c.table == row.id).order_by(seats.c.seat)
    answers = sa.select(actions.c.ply, actions.c.action, actions.c.seat, actions.c.at)
    answers = answers.where((actions.c.table == row.id) & (actions.c.by == person)).order_by(actions.c.ply)
    return {
        "id": row.id,
        "game": row.game,
        "created": _moment(row.made),
        "last_change": _moment(row.touched),
        "host": row.host == person,
        "stage": row.stage,
        "result": row.result,
        "seats": [{"seat": seat.seat, "name": seat.name, "mine": seat.person == person} for seat in db.execute(query)],
        "moves": [
            {"number": one.ply + 1, "action": one.action, "seat": one.seat, "time": _moment(one.at)}
            for one in db.execute(answers)
        ],
    }


def _moment(seconds: float | None) -> str | None:
    """Return a time as ISO 8601, in UTC."""
    return None if seconds is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
