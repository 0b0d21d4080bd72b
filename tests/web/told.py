"""What people read of a game: its log, its questions, its answers and its pictures, written out as text.

python -m tests.web.told       # writes them anew, after a change of words
"""

import json
from hashlib import sha256
from io import StringIO
from pathlib import Path

from rich.console import Console

from century.drawing.pieces import Pieces
from century.engine.match import Match
from century.environments.picture import picture, text
from century.web.render.table import TableContext
from tests.web.seeing import GAMES, Watched, seat_views

FOLDER = Path(__file__).parents[1] / "told"
NAMES = ["Ines", "Okan"]
ANSWERS, MOMENTS = 240, 60
EAGER = ("claim", "build", "pick up", "bonus", "tile", "explore", "lay out", "harvest")


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def written(name: str) -> str:
    """A game of two, told line by line; each question and each answer where it is met for the first time."""
    watched, lines, met = Watched(name, 2, seed=7), [name], set[str]()
    views = seat_views(NAMES, mine=None)

    def add(*new: str) -> None:
        lines.extend(line for line in new if line not in met)
        met.update(new)

    for number in range(ANSWERS):
        match = watched.match
        if match.over:
            break
        if number % MOMENTS == 0:
            add(*_moment(match, number))
        seen = watched.seen(match.actor, views)
        for language in ("en", "de"):
            asked = TableContext(seen, language).asked
            add(f"{match.question['decision']}, {language}: {asked.text} | {asked.help}")
        add(*_answers(match))
        actions = match.actions()
        eager = [action for action in actions if action.text.startswith(EAGER)]
        watched.play(eager[-1] if eager else actions[7 * number % len(actions)])
    add(*_moment(watched.match, len(watched.log)))
    seen = watched.seen(0, views)
    tables = [TableContext(seen, language) for language in ("en", "de")]
    for english, german in zip(*(table.log.turns for table in tables), strict=True):
        lines.append(f"{NAMES[english.seat]}: {english.notation}")
        for table, turn in zip(tables, (english, german), strict=True):
            lines.append(f"  {table.log.tell_in_words(turn)}")
    drawn = "\n".join(table.log.tell(turn) for table in tables for turn in table.log.turns)
    return "\n".join([*lines, f"sentences with pieces drawn: {_hash(drawn)}", ""])


def _moment(match: Match, number: int) -> list[str]:
    view = match.view(match.actor)
    return [
        f"after {number} answers: view {_hash(json.dumps(view))}, text {_hash(text(view))}, "
        f"picture {_hash(picture(view))}"
    ]


def _answers(match: Match) -> list[str]:
    """The answers as the terminal shows them."""
    view = match.view(match.actor)
    pieces = Pieces(view["edition"], view["words"])
    console = Console(file=StringIO(), width=200, color_system=None)
    for action, deed in view.deeds():
        console.print(f"  {action.text}: ", pieces.signs(deed.signs), sep="")
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined,no-any-return]


def _hash(words: str) -> str:
    return sha256(words.encode()).hexdigest()[:12]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path(name).write_text(written(name), "utf-8")
