"""Options that several commands share."""

import argparse
from pathlib import Path

import century
from century.engine.game import Game
from century.errors import CenturyError
from century.types import JsonDict


def settings(game: Game, options: argparse.Namespace) -> dict[str, str]:
    """Return the settings of the game (its map, its board) among the options."""
    chosen = dict(options.settings or ())
    for name in chosen:
        if name not in game.settings:
            known = ", ".join(game.settings) or "none"
            raise CenturyError(f"{game.name} has no setting {name!r}; its settings: {known}")
    return chosen


def plan_options(options: argparse.Namespace, *names: str) -> JsonDict:
    """Return the options for a plan. The game may be omitted only with --resume."""
    for name in ("resume", "replace", "turns"):
        if getattr(options, name) and not options.out:
            raise CenturyError(f"--{name} needs a file: add --out games.parquet")
    names = ("game", "players", "games", "seed", "turn_limit", "components", *names)
    arguments: JsonDict = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.game is not None:
        chosen = settings(century.game(options.game), options)
        if chosen or not options.resume:
            arguments["settings"] = chosen
    elif not options.resume:
        raise CenturyError("the game is missing: name one (see century games), or use --out FILE --resume")
    return arguments


def interrupted(finished: int, out: Path | None) -> str:
    """Return the message to print after Ctrl-C."""
    hint = f"; continue with --out {out} --resume" if out and finished else ""
    return f"interrupted: {finished:,} games are finished{hint}"
