"""The table as text, and as a picture of our own: an SVG drawn from a view. It knows no rule."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from io import StringIO
from math import pi, sin
from typing import Any

from century.engine.view import View

WIDTH = 960
_CUBES = {"Y": "#e8c547", "R": "#c0392b", "G": "#3c8d5a", "B": "#6b4a2f"}
_SEATS = ("#2f6f9f", "#b5532f", "#5b7f3a", "#7a4f92", "#8a7a2c")
_LINE, _HEX, _CARD, _GAP = 18, 48, 148, 10
_CUBE_KEYS = ("cost", "gain", "give", "take", "cubes")
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.title{font-weight:bold;font-size:16px}.dim{fill:#666}"
    ".box{fill:#fbf7ee;stroke:#a89a80}.seat{fill:#f1ede4;stroke:#a89a80}.hex{fill:#e6eef2;stroke:#7c96a3}"
)


def text(view: View, width: int = 120) -> str:
    """The table as plain text, as the terminal draws it."""
    from rich.console import Console

    from century.terminal.table import draw

    console = Console(file=StringIO(), width=width, color_system=None, markup=False, highlight=False, emoji=False)
    console.print(draw(view))
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines())


def picture(view: View) -> str:
    """The table as an SVG picture: the things on it, the map, and the seats.

    >>> import century
    >>> drawn = picture(century.game("spice-road").new(players=2, seed=7).view())
    >>> drawn.startswith("<svg"), drawn.count('class="seat"')
    (True, 2)
    """
    page = _Page()
    stage = "stopped" if view["stopped"] else "finished" if view["over"] else f"round {view['round']}"
    page.line(f"{view['title']}, {stage}", "title")
    if view["question"]:
        asked = view["seats"][view["question"]["seat"]]["name"]
        page.line(f"{asked}: {view['question']['text']}")
    elif view["winner"] is not None:
        page.line(f"{view['seats'][view['winner']]['name']} wins")
    for key, value in view.items():
        if key == "map":
            page.map(value)
        elif key not in ("seats", "actions", "words", "question"):
            things = _things(value)
            if things:
                page.line(key.replace("_", " "), "dim")
                page.boxes("box", things)
    for number, seat in enumerate(view["seats"]):
        page.seat(number, seat, is_asked=number == view["actor"])
    return page.drawn(str(view["title"]))


def _things(value: Any) -> list[list[str]]:
    """The things of a list or by name that are worth a box: each as lines."""
    if isinstance(value, Mapping):
        return [[str(name), *_lines(thing)] for name, thing in value.items() if isinstance(thing, Mapping)]
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [_lines(thing) for thing in value if thing]
    return []


def _lines(thing: Any) -> list[str]:
    """A thing as lines; those with cubes begin with "cubes:" and a name."""
    if not isinstance(thing, Mapping):
        return [] if thing is None else [str(thing)]
    lines = []
    for key, value in thing.items():
        if key in _CUBE_KEYS and isinstance(value, str):
            lines += [f"cubes:{key}:{value}"] if value else []
        elif isinstance(value, Mapping):
            lines += [f"{key} {' '.join(_lines(value))}"]
        elif key == "owner" and value is not None:
            lines.append(f"of player {value + 1}")
        elif value not in (None, "", [], 0):
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            lines.append(shown if key in ("card", "tile", "location") else f"{key.replace('_', ' ')} {shown}")
    return lines


class _Page:
    """A picture that grows downward."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 8

    def line(self, words: str, kind: str = "") -> None:
        """A line of text."""
        self.y += _LINE
        self.write(12, self.y, words, kind)
        self.y += 4

    def write(self, x: float, y: float, words: str, kind: str = "") -> None:
        """A text somewhere."""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>')

    def cubes(self, x: float, y: float, letters: str) -> None:
        """Cubes in a line."""
        for place, letter in enumerate(letters):
            self.parts.append(
                f'<rect x="{x + 13 * place:g}" y="{y - 10:g}" width="11" height="11" rx="2" fill="{_CUBES[letter]}" '
                'stroke="#333"/>'
            )

    def boxes(self, kind: str, things: Sequence[Sequence[str]]) -> None:
        """Boxes in rows, each with its lines."""
        columns = (WIDTH - 12) // (_CARD + _GAP)
        for first in range(0, len(things), columns):
            row = things[first : first + columns]
            height = 10 + _LINE * max(len(lines) for lines in row)
            for place, lines in enumerate(row):
                x = 12 + place * (_CARD + _GAP)
                self.parts.append(
                    f'<rect x="{x}" y="{self.y + 6}" width="{_CARD}" height="{height}" rx="6" class="{kind}"/>'
                )
                for number, words in enumerate(lines):
                    self.in_box(x + 8, self.y + 2 + _LINE * (number + 1), words)
            self.y += height + _GAP

    def in_box(self, x: float, y: float, words: str) -> None:
        """A line in a box: words, or cubes with a name."""
        if words.startswith("cubes:"):
            _, name, letters = words.split(":")
            self.write(x, y, name, "dim")
            self.cubes(x + 40, y, letters)
        else:
            self.write(x, y, words if len(words) < 22 else words[:19] + "...")

    def map(self, tiles: Iterable[Mapping[str, Any]]) -> None:
        """The map of hexes: tiles, boats as discs, outposts as squares, cubes."""
        placed = [(tile, *_middle(*tile["hex"])) for tile in tiles]
        left = min(x for _, x, _ in placed) - _HEX
        top = min(y for _, _, y in placed) - _HEX
        first = self.y + 10
        for tile, x, y in placed:
            x, y = x - left + 12, y - top + first
            points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
            self.parts.append(f'<polygon points="{points}" class="hex"/>')
            self.write(x - 26, y - 24, str(tile["tile"]), "dim")
            if "give" in tile:
                self.cubes(x - 36, y - 8, tile["give"])
                self.write(x - 46, y + 7, ">", "dim")
                self.cubes(x - 36, y + 6, tile["take"])
            self.cubes(x - 24, y + 20, str(tile.get("cubes", "")))
            for place, seat in enumerate(tile.get("outposts", ())):
                self.parts.append(
                    f'<rect x="{x - 24 + 12 * place:g}" y="{y + 24:g}" width="10" height="10" fill="{_SEATS[seat]}"/>'
                )
            for place, seat in enumerate(tile["boats"]):
                self.parts.append(f'<circle cx="{x + 22 - 12 * place:g}" cy="{y + 33:g}" r="5" fill="{_SEATS[seat]}"/>')
        self.y = int(max(y for _, _, y in placed) - top + first + _HEX + 4)

    def seat(self, number: int, seat: Mapping[str, Any], *, is_asked: bool) -> None:
        """What a seat has."""
        lists = [
            f"{key.replace('_', ' ')}: {_short(value)}"
            for key, value in seat.items()
            if key not in ("name", "score", "cubes", "storage", "benefits", "bonus_tiles", "exploration_tiles")
            and _short(value) not in ("", "None", "0")
        ]
        lines = [row for words in lists for row in _wrapped(words)]
        height = 34 + _LINE * len(lines)
        mark = 3 if is_asked else 1
        self.parts.append(
            f'<rect x="12" y="{self.y + 6}" width="{WIDTH - 24}" height="{height}" rx="6" class="seat" '
            f'stroke-width="{mark}"/><circle cx="28" cy="{self.y + 24}" r="8" fill="{_SEATS[number]}"/>'
        )
        self.write(44, self.y + 28, f"{seat['name']}, {sum(seat['score'].values())} points", "title")
        self.cubes(280, self.y + 28, str(seat.get("cubes", "")))
        for place, words in enumerate(lines):
            self.write(28, self.y + 30 + _LINE * (place + 1), words)
        self.y += height + _GAP

    def drawn(self, title: str) -> str:
        """The whole picture."""
        height = self.y + 12
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        )
        paper = f'<rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>'
        return "\n".join([head, f"<title>{escape(title)}</title><style>{_STYLE}</style>", paper, *self.parts, "</svg>"])


def _short(value: Any) -> str:
    """The things of a seat in a few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_short(count)}" for name, count in value.items() if count)
    if isinstance(value, list):
        return ", ".join(
            str(each.get("card", each.get("tile"))) if isinstance(each, Mapping) else str(each) for each in value
        )
    return str(value)


def _wrapped(words: str, width: int = 130) -> list[str]:
    """A long line as several."""
    return [words[first : first + width] for first in range(0, len(words), width)]


def _middle(q: int, r: int) -> tuple[float, float]:
    """The middle of a hex, flat side up."""
    return _HEX * 1.5 * q * 1.1, _HEX * 2 * sin(pi / 3) * (r + q / 2) * 1.1


_CORNERS = [(_HEX * sin(pi / 2 + side * pi / 3), _HEX * sin(side * pi / 3)) for side in range(6)]
