"""Generate the page of observations from the code that writes them.

python -m tests.observations > docs/observations.md
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import century
from century.environments import observation_space
from century.environments.observing.layout import PlacedPiece

FILE = Path(__file__).parents[1] / "docs" / "observations.md"

HEAD = """# Observations

This page lists the contents of observations, game by game. It is generated from
`century.environments.observation_space(game, players)`, which returns the same table as an object
(`python -m tests.observations > docs/observations.md`). A test checks that it is up to date.

An observation is a row of `int16` numbers: first the pieces of the table, then those of each seat. The
observing seat is first; the others follow in turn order. Pieces named `own_...` are repeated for each
opponent as `opponent_1_...`, `opponent_2_...`. The tables are for two players; with more players, the
row is longer. An observation contains nothing hidden: only the sizes of decks. Cubes are in the order
Y R G B (yellow, red, green, brown).

A piece of shape `(6, 14)` has 6 rows of 14 numbers. Rows are named like actions and components.
Printed values that never change (the trade of a tile, the effect of a location) are not included,
because they are the same in every game.
"""


def bounds(piece: PlacedPiece) -> str:
    """Return the smallest and the largest number of a piece."""
    low, high = min(column.low for column in piece.columns), max(column.high for column in piece.columns)
    return f"{low} to {high}"


def names(many: Sequence[str]) -> str:
    """Return the names of rows or columns, shortened if there are many."""
    found = [name for name in many if name]
    return ", ".join(found) if len(found) <= 14 else f"{found[0]} to {found[-1]}"


def told(piece: PlacedPiece) -> str:
    """Return the meaning of a piece with its rows and columns."""
    rows, columns = names(piece.rows), names([column.name for column in piece.columns])
    return piece.meaning + (f"; rows: {rows}" if rows else "") + (f"; columns: {columns}" if columns else "")


def table(name: str) -> Iterator[str]:
    """Yield the table of the pieces of a game for two players."""
    space = observation_space(name, 2)
    sizes = [
        f"{observation_space(name, players).size} for {players}"
        for players in range(space.game.least_players, space.game.most_players + 1)
    ]
    yield f"\n## {space.game.title}\n"
    yield f"Numbers by players: {', '.join(sizes)}. Actions: {space.game.action_count}.\n"
    yield "| piece | place | shape | range | meaning |"
    yield "|---|---|---|---|---|"
    for piece in space.values():
        if not piece.name.startswith("opponent_"):
            shape = str(piece.shape).replace(",)", ")")
            yield f"| `{piece.name}` | {piece.first} to {piece.end - 1} | {shape} | {bounds(piece)} | {told(piece)} |"


def written() -> str:
    """Return the whole page."""
    return HEAD + "\n".join(line for name in century.games() for line in table(name)) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
