"""Hints where the host allows them, ends of sessions, and an index of the tables of a host."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns, a table and an index."""
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("signed_out", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "ended_sessions",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "hints",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
    )
    op.create_index("tables_by_host", "tables", ["host", "stage"])
