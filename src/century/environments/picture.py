"""Draw the table of a view as text or as an SVG picture."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from io import StringIO
from math import pi, sin
from textwrap import wrap

from century.engine.signs import Cubes, Good, Sign, Token
from century.engine.things import Thing
from century.engine.view import View
from century.engine.zones import Layout, Place, seat_layout, table_layout

WIDTH = 960
_CUBES = {"Y": "#e8c547", "R": "#c0392b", "G": "#3c8d5a", "B": "#6b4a2f"}
_SEATS = ("#2f6f9f", "#b5532f", "#5b7f3a", "#7a4f92", "#8a7a2c")
_LINE, _HEX, _CARD, _GAP = 18, 48, 148, 10
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.title{font-weight:bold;font-size:16px}.dim{fill:#666}"
    ".box{fill:#fbf7ee;stroke:#a89a80}.seat{fill:#f1ede4;stroke:#a89a80}.hex{fill:#e6eef2;stroke:#7c96a3}"
)


def text(view: View, width: int = 120) -> str:
    """Return the table as plain text, as the terminal draws it."""
    from rich.console import Console

    from century.drawing.table import draw

    console = Console(file=StringIO(), width=width, color_system=None, markup=False, highlight=False, emoji=False)
    console.print(draw(view))
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines())


def picture(view: View) -> str:
    """Return the table as an SVG picture: its components, the map, and the seats.

    >>> import century
    >>> drawn = picture(century.game("spice-road").new(players=2, seed=7).view())
    >>> drawn.startswith("<svg"), drawn.count('class="seat"')
    (True, 2)
    """
    page = _Page(view["words"])
    stage = "stopped" if view["stopped"] else "finished" if view["over"] else f"round {view['round']}"
    page.line(f"{view['title']}, {stage}", "title")
    if view["question"]:
        asked = view["seats"][view["question"]["seat"]]["name"]
        page.line(f"{asked}: {view['question']['text']}")
    elif view["winner"] is not None:
        page.line(f"{view['seats'][view['winner']]['name']} wins")
    page.layout(table_layout(view), "box")
    for number, seat in enumerate(view["seats"]):
        page.seat(number, f"{seat['name']}: {sum(seat['score'].values())} points", is_asked=number == view["actor"])
        page.layout(seat_layout(view, number), "box")
    return page.drawn(str(view["title"]))


class _Page:
    """A picture that is drawn from top to bottom."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.parts: list[str] = []
        self.words = words
        self.y = 8

    def line(self, words: str, kind: str = "") -> None:
        """Add a line of text."""
        self.y += _LINE
        self.write(12, self.y, words, kind)
        self.y += 4

    def write(self, x: float, y: float, words: str, kind: str = "") -> None:
        """Add a text at a position."""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>')

    def layout(self, layout: Layout, kind: str) -> None:
        """Draw the numbers and the zones of the table or of a seat."""
        cubes = {name: fact for name, fact in layout.facts.items() if isinstance(fact, Cubes)}
        words = "; ".join(f"{name} {fact}" for name, fact in layout.facts.items() if name not in cubes)
        for line in wrap(words, 130):
            self.line(line, "dim")
        for name, letters in cubes.items():
            self.line(name, "dim")
            self.signs(20 + 7 * len(name), self.y - 4, [letters], WIDTH / 2)
        for zone in layout.zones:
            self.line(zone.name, "dim")
            if zone.map:
                self.map(zone.map)
            else:
                self.boxes(kind, [[*_title(place), *_lines(place)] for place in zone.places])

    def signs(self, x: float, y: float, signs: Sequence[Sign], width: float) -> None:
        """Draw signs in a line: cubes as squares, pieces of players as discs, others as words."""
        end = x + width
        for sign in signs:
            match sign:
                case Cubes() if len(sign) * 13 <= end - x:
                    for letter in sign:
                        self.parts.append(
                            f'<rect x="{x:g}" y="{y - 10:g}" width="11" height="11" rx="2" fill="{_CUBES[letter]}" '
                            'stroke="#333"/>'
                        )
                        x += 13
                case Token():
                    self.parts.append(f'<circle cx="{x + 5:g}" cy="{y - 4:g}" r="5" fill="{_SEATS[sign.seat]}"/>')
                    x += 14
                    if sign.number > 1:
                        self.write(x, y, str(sign.number))
                        x += 12
                case _:
                    words = self.words.get(sign.code, "") if isinstance(sign, Good) else str(sign)
                    room = max(int((end - x) / 7), 0)
                    words = words if len(words) <= room else f"{words[: max(room - 1, 0)]}…"
                    self.write(x, y, words)
                    x += 7 * len(words) + 4

    def boxes(self, kind: str, things: Sequence[Sequence[Sequence[Sign]]]) -> None:
        """Draw boxes in rows, each with its lines of signs."""
        columns = (WIDTH - 12) // (_CARD + _GAP)
        for first in range(0, len(things), columns):
            row = things[first : first + columns]
            height = 10 + _LINE * max(len(lines) for lines in row)
            for place, lines in enumerate(row):
                x = 12 + place * (_CARD + _GAP)
                self.parts.append(
                    f'<rect x="{x}" y="{self.y + 6}" width="{_CARD}" height="{height}" rx="6" class="{kind}"/>'
                )
                for number, signs in enumerate(lines):
                    self.signs(x + 8, self.y + 2 + _LINE * (number + 1), signs, _CARD - 16)
            self.y += height + _GAP

    def map(self, tiles: Sequence[Thing]) -> None:
        """Draw the map of hexes: the signs of each tile, and what is on it."""
        placed = [(tile, *_middle(*tile.hex)) for tile in tiles]
        left = min(x for _, x, _ in placed) - _HEX
        top = min(y for _, _, y in placed) - _HEX
        first = self.y + 10
        for tile, x, y in placed:
            x, y = x - left + 12, y - top + first
            points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
            self.parts.append(f'<polygon points="{points}" class="hex"/>')
            self.write(x - 26, y - 24, tile.id, "dim")
            self.signs(x - 42, y, tile.signs, 2 * _HEX - 6)
            self.signs(x - 26, y + 24, tile.on_it, _HEX + 10)
        self.y = int(max(y for _, _, y in placed) - top + first + _HEX + 4)

    def seat(self, number: int, words: str, *, is_asked: bool) -> None:
        """Draw the heading of a seat."""
        self.parts.append(
            f'<rect x="12" y="{self.y + 6}" width="{WIDTH - 24}" height="28" rx="6" class="seat" '
            f'style="stroke:{_SEATS[number]};stroke-width:{3 if is_asked else 1}"/>'
        )
        self.write(24, self.y + 25, words, "title")
        self.y += 36

    def drawn(self, title: str) -> str:
        """Return the whole picture."""
        height = self.y + 12
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        )
        paper = f'<rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>'
        return "\n".join([head, f"<title>{escape(title)}</title><style>{_STYLE}</style>", paper, *self.parts, "</svg>"])


def _title(place: Place) -> list[Sequence[Sign]]:
    """Return the label of a thing and what is needed to use it."""
    return _fitted([place.label, *(place.thing.needed if place.thing else ())]) if place.label else []


def _lines(place: Place) -> Iterator[Sequence[Sign]]:
    """Yield the signs of a thing, the signs of what is on it, and its note."""
    yield from _fitted(place.thing.signs if place.thing else ["-"])
    if place.thing and place.thing.on_it:
        yield from _fitted(place.thing.on_it)
    for line in wrap(place.note, (_CARD - 16) // 7):
        yield [line]


def _fitted(signs: Sequence[Sign]) -> list[Sequence[Sign]]:
    """Break signs into lines that fit into a card."""
    lines, left = list[list[Sign]]([[]]), _CARD - 16
    for sign in signs:
        width = 13 * len(sign) if isinstance(sign, Cubes) else 7 * len(str(sign)) + 4
        if width > left and lines[-1]:
            lines.append([])
            left = _CARD - 16
        lines[-1].append(sign)
        left -= width
    return [*lines]


def _middle(q: int, r: int) -> tuple[float, float]:
    """Return the centre of a hex with a flat side on top."""
    return _HEX * 1.5 * q * 1.1, _HEX * 2 * sin(pi / 3) * (r + q / 2) * 1.1


_CORNERS = [(_HEX * sin(pi / 2 + side * pi / 3), _HEX * sin(side * pi / 3)) for side in range(6)]
