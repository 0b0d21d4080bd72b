"""Live updates: who has a table open, and what they are told."""
