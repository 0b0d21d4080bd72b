"""The New World: boards, locations, settlers, forts, exploration and bonus tiles in stacks."""
