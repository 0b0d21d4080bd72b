"""The road: merchant cards and coins."""
