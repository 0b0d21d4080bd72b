"""The terminal: the commands, and drawing the table with Rich."""
