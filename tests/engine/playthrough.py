"""Playthroughs: whole games written out as text, question by question.

python -m tests.engine.playthrough       # writes them anew, after a change of the rules
"""

import json
from pathlib import Path

import century
from century.engine.match import Match

FOLDER = Path(__file__).parents[1] / "playthroughs"
ANSWERS = 5000


def names() -> list[tuple[str, int]]:
    games = [century.game(name) for name in century.games()]
    return [(game.name, players) for game in games for players in range(game.least_players, game.most_players + 1)]


def path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def written(name: str, players: int) -> str:
    """A game in which claims and outposts come first, told line by line; at most 200 turns of it."""
    match = century.game(name).new(players=players, seed=players, turn_limit=200)
    lines = [f"{name}, {players} players, seed {players}", *_table(match)]
    turn = match.turn
    for number in range(ANSWERS):
        if match.over:
            break
        actions = match.actions()
        eager = [action for action in actions if action.text.startswith(("claim", "build", "pick up"))]
        answer = eager[-1] if eager else actions[7 * number % len(actions)]
        question = match.question["text"]
        lines.append(f"{match.label} {question} [{', '.join(map(str, actions))}] {answer}")
        seat = int(match.label.partition(".")[2]) - 1
        match.play(answer)
        if match.turn != turn:
            lines.append(_seats(match)[seat])
            turn = match.turn
    lines += [*_table(match), f"winner {match.winner}", ""]
    return "\n".join(lines)


def _table(match: Match) -> list[str]:
    view = match.view()
    known = {key: value for key, value in view.items() if key not in ("actions", "seats", "words", "question")}
    return [f"  {key}: {json.dumps(value)}" for key, value in known.items()] + _seats(match)


def _seats(match: Match) -> list[str]:
    return [
        "  " + " ".join(f"{key}={_short(value)}" for key, value in seat.items() if key != "name")
        for seat in match.view()["seats"]
    ]


def _short(value: object) -> str:
    if isinstance(value, list):
        return "[" + " ".join(_name(thing) for thing in value) + "]"
    if isinstance(value, dict):
        return "/".join(map(str, value.values()))
    return str(value)


def _name(thing: object) -> str:
    return str(next(iter(thing.values()))) if isinstance(thing, dict) else str(thing)  # what names it comes first


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, players in names():
        path(name, players).write_text(written(name, players))
