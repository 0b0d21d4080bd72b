"""Statistics of many games: summaries, findings, comparisons, ratings."""
