"""The terminal: the table drawn with Rich, and the commands that show it."""
