"""Markets with merchant cards, and the trade route."""
