"""Lists of tables and people for an operator."""

from dataclasses import dataclass

import sqlalchemy as sa

from century.web.tables.database import Database
from century.web.tables.schema import people, seats, tables


@dataclass(frozen=True)
class ListedTable:
    """A table as the operator sees it."""

    id: str
    game: str
    stage: str
    plies: int
    touched: float
    names: str


@dataclass(frozen=True)
class PersonRow:
    """A person as the operator sees them."""

    id: str
    name: str
    made: float
    banned: float | None
    tables: int  # at which they sit
    touched: float | None  # the latest of them


def list_tables(
    database: Database, stage: str | None = None, before: float | None = None, person: str | None = None, most: int = 50
) -> list[ListedTable]:
    """Return tables, the latest touched first."""
    names = sa.func.group_concat(seats.c.name, ", ") if database.is_sqlite else sa.func.string_agg(seats.c.name, ", ")
    query = sa.select(tables.c.id, tables.c.game, tables.c.stage, tables.c.plies, tables.c.touched, names)
    query = query.join(seats, seats.c.table == tables.c.id).group_by(tables.c.id)
    if stage:
        query = query.where(tables.c.stage == stage)
    if before is not None:
        query = query.where(tables.c.touched < before)
    if person:
        sits = sa.select(seats.c.table).where(seats.c.person == person)
        query = query.where((tables.c.host == person) | tables.c.id.in_(sits))
    with database.reading() as db:
        return [ListedTable(*row) for row in db.execute(query.order_by(tables.c.touched.desc()).limit(most))]


def list_people(
    database: Database, name: str | None = None, banned: bool = False, most: int | None = 50
) -> list[PersonRow]:
    """Return people, the newest first."""
    touched = sa.func.max(tables.c.touched)
    number = sa.func.count(sa.distinct(tables.c.id))
    query = sa.select(people.c.id, people.c.name, people.c.made, people.c.banned, number, touched)
    query = query.outerjoin(seats, seats.c.person == people.c.id).outerjoin(tables, tables.c.id == seats.c.table)
    query = query.group_by(people.c.id)
    if name:
        query = query.where(people.c.name.icontains(name, autoescape=True))
    if banned:
        query = query.where(people.c.banned.is_not(None))
    with database.reading() as db:
        return [PersonRow(*row) for row in db.execute(query.order_by(people.c.made.desc()).limit(most))]
