"""Finding the weights and openings of planners by self-play."""
