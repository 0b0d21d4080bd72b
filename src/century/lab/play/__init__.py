"""Playing many games: plans, tasks, and the workers that play them."""
