"""How commands read the options that they share."""

import argparse
from pathlib import Path

import century
from century.engine.game import Game
from century.errors import CenturyError
from century.types import JsonDict


def settings(game: Game, options: argparse.Namespace) -> dict[str, str]:
    """Return the settings of the game (its map, its board) that are given."""
    chosen = {name: value for name in ("map", "board") if (value := getattr(options, name)) is not None}
    for name in chosen:
        if name not in game.settings:
            raise CenturyError(f"--{name}: {game.name} has no {name} to choose")
    return chosen


def plan_options(options: argparse.Namespace, *names: str) -> JsonDict:
    """Return the given options that make a plan. Only with --resume the game need not be named."""
    for name in ("resume", "replace", "turns"):
        if getattr(options, name) and not options.out:
            raise CenturyError(f"--{name} needs the file: --out games.parquet")
    names = ("game", "players", "games", "seed", "turn_limit", "components", *names)
    arguments: JsonDict = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.game is not None:
        chosen = settings(century.game(options.game), options)
        if chosen or not options.resume:
            arguments["settings"] = chosen
    elif not options.resume:
        raise CenturyError("name the game, or a file to --resume; century games lists the games")
    return arguments


def interrupted(finished: int, out: Path | None) -> str:
    """Return what to say after Ctrl-C."""
    hint = f"; --out {out} --resume continues" if out and finished else ""
    return f"interrupted: {finished:,} games are finished{hint}"
