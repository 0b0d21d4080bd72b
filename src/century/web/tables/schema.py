"""The tables of the database, as SQLAlchemy sees them. `migrations` makes them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
    Column("signed_out", Float, nullable=False, server_default="0"),  # cookies issued before are no longer valid
    Column("banned", Float),  # since when the person may do nothing here
)

ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("id", String(24), primary_key=True),  # of a cookie that was signed out
    Column("until", Float, nullable=False),  # when the cookie would have expired
)

device_links = Table(
    "device_links",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the secret in the link
    Column("person", String(32), nullable=False),
    Column("until", Float, nullable=False),  # when the link expires
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),  # the token itself is shown once and not kept
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("made", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),  # what the match is started with
    Column("rules", String(32), nullable=False),  # the version of century that it was started with
    Column("host", String(32), nullable=False),
    Column("made", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("version", BigInteger, nullable=False),  # grows with every change
    Column("plies", Integer, nullable=False),
    Column("actor", Integer),  # the seat that is to answer
    Column("stage", String(8), nullable=False),  # "waiting" for people, "playing", "over"
    Column("private", Boolean, nullable=False),
    Column("takebacks", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=false()),  # whether hints are allowed among people
    Column("clock", Integer),  # seconds for a turn
    Column("turn_at", Float, nullable=False),  # when the turn began
    Column("result", JSON),  # points and winner, of a game that is over
    Column("rematch", String(24)),  # the table on which the same people play again
    Column("thinking_until", Float, nullable=False),  # until when a process is at work for the bots
    Index("tables_by_stage", "stage", "touched"),
    Index("tables_by_host", "host", "stage"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # "person", "bot", "open" (anybody may sit down), "invited" (by link)
    Column("person", String(32)),
    Column("name", String(40), nullable=False),
    Column("level", String(16)),  # of a bot, also of one that stands in for the person
    Index("seats_by_person", "person"),
)

actions = Table(
    "actions",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by", String(40), nullable=False),  # a person, "bot:LEVEL", "clock" or "record"
    Column("at", Float, nullable=False),
)

statistics = Table(  # of tables that were deleted: no names, nobody's id
    "statistics",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("day", String(10), nullable=False),  # on which it was touched last
    Column("levels", JSON, nullable=False),  # of the bots by seat; null: a person
    Column("plies", Integer, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("result", JSON),
)

hints = Table(
    "hints",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # the answer before which a hint was shown
)
