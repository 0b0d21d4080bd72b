"""What a match means, however it is stored. The version that makes a file and the one that reads it both compute it."""

import hashlib
import json
from typing import Any

from century.engine.match import Match


def meaning(match: Match) -> dict[str, Any]:
    """Digests of the answers as numbers and of what was legal in every position; the points and the winner."""
    options = match.options
    again = match.game.new(
        players=options.players,
        seed=options.seed,
        start=options.start,
        turn_limit=options.turn_limit,
        edition=options.edition,
        names=options.names,
        components=match.catalogue.overlay or None,
        interpreted=True,
        **options.settings,
    )
    positions = []
    for action in match.history:
        positions.append([again.actor, *(option.id for option in again.actions())])
        again.play(action)
    return {
        "answers": len(match.history),
        "numbers": digest([action.id for action in match.history]),
        "legal": digest(positions),
        "totals": list(match.totals()),
        "winner": match.winner,
    }


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(value: Any) -> str:
    return hashlib.sha256(as_json(value).encode()).hexdigest()[:16]
