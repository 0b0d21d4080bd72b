"""Whether the bots of a game have compiled code, and the player for the time until they do."""

import century
from century.engine.code_cache import files_for, has_marker, set_marker
from century.players import LEVELS, Player, player

PLANNING = (*LEVELS, "greedy", "sketcher", "planner")  # players that need compiled code


def is_ready(game: str) -> bool:
    """Whether the code that bots of a game need was compiled, by this process or another."""
    return has_marker(f"players-{century.game(game).code_name}")


def get_ready(game: str) -> None:
    """Compile what bots of a game need, or load what was compiled.

    Raise OSError if the code could not be kept, as on a full disk.
    """
    from century.players.desk import Search
    from century.players.planner import Planner

    match = century.game(game).new(players=century.game(game).least_players, seed=1, interpreted=True)
    Planner(Search(1, 1)).plan(match.known(match.actor or 0))
    set_marker(f"players-{century.game(game).code_name}", files_for(match.game.state_type))


def needs_code(spec: str) -> bool:
    """Whether a player plans in compiled code."""
    return spec.partition(":")[0] in PLANNING


def player_for_now(spec: str, game: str, seed: int | None = None) -> Player:
    """The player of this name, or a simpler one that needs no compiler if its code is not there yet."""
    if needs_code(spec) and not is_ready(game):
        from century.players.planner import Meanwhile

        return Meanwhile(spec, seed)
    return player(spec, seed=seed)


def is_simpler(bot: Player) -> bool:
    """Whether a player only stands in until code is compiled."""
    return getattr(bot, "is_simpler", False)
