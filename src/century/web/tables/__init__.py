"""Tables: their rules, their state in memory and in the database."""
