"""Changes of the database, one after the other; Alembic runs those that are missing."""
