"""The sea: islands, boats, outposts, ports and bonus tiles in piles."""
