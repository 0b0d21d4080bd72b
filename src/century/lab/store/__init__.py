"""Files of games: writing, resuming and reading them."""
