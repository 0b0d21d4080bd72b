"""Mechanisms that most games share: cubes, storage, effects, decks, rounds, claims and scoring."""
