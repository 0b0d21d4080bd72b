"""What commands share in reading their options."""

import argparse


def settings(options: argparse.Namespace) -> dict[str, str]:
    """The settings of a game (its map, its board) that were given."""
    return {name: value for name in ("map", "board") if (value := getattr(options, name)) is not None}
