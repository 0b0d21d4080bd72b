"""People, tables, seats and actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("takebacks", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("turn_at", sa.Float, nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("rematch", sa.String(24)),
        sa.Column("thinking_until", sa.Float, nullable=False),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "touched"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(16)),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "actions",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
