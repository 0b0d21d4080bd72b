"""Playing many games: plans, chunks of games, and the workers that play them."""
