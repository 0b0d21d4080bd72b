"""What commands share in reading their options, and in what they say."""

import argparse
from pathlib import Path

from century.engine.game import Game
from century.errors import CenturyError


def settings(game: Game, options: argparse.Namespace) -> dict[str, str]:
    """The settings of a game (its map, its board) that were given."""
    given = {name: value for name in ("map", "board") if (value := getattr(options, name)) is not None}
    for name in given:
        if name not in game.settings:
            raise CenturyError(f"--{name}: {game.name} has no {name} to choose")
    return given


def check_out(options: argparse.Namespace) -> None:
    """Refuse what needs a file where none is named."""
    for name in ("resume", "replace", "turns"):
        if getattr(options, name) and not options.out:
            raise CenturyError(f"--{name} needs the file: --out games.parquet")


def interrupted(finished: int, out: Path | None) -> str:
    """What Ctrl-C has left."""
    hint = f"; --out {out} --resume goes on" if out and finished else ""
    return f"interrupted: {finished:,} games are finished{hint}"
