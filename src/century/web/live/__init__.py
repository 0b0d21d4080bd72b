"""Live updates: the people who have a table open, and the events sent to them."""
