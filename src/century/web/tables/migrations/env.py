"""Alembic's door to the database: the connection comes from the store."""

from alembic import context

from century.web.tables.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
