"""The map of the islands as figures on a sheet: the places of tiles, cubes, boats and outposts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

from century.engine.actions import CHOOSING_OUTPOST, PLACE, PLACING_BOAT, STEP, TRADE_AT
from century.engine.signs import NO_CUBES, Cubes, Mark, Points, Token
from century.engine.things import Thing

SIZE = 63  # of a tile, from its middle to a corner
_ACROSS, _DOWN = 99.0, 114.3  # from tile to tile
_MARGIN_X, _MARGIN_Y = 78, 70
_CUBE, _SMALL = 17, 15
_MOST_SMALL = 5  # pieces in the last line of a tile

Figure = tuple[str, float, float, int]  # what, where, how large


def hexagon(size: float) -> str:
    """Return the corners of a hexagon around the origin, for SVG."""
    corners = ((size * cos(pi / 3 * side), size * sin(pi / 3 * side)) for side in range(6))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


LAND, RING, NEAT = hexagon(SIZE), hexagon(SIZE - 0.5), hexagon(SIZE - 4.5)


@dataclass(frozen=True)
class Spot:
    """A tile on the sheet."""

    tile: Thing
    kind: str
    action: int | None  # of the answer that the tile may be
    points: int | None  # of the VP tile, if it is a port with one
    x: float
    y: float
    cubes: list[Figure]  # of the trade, or of the cost of the VP tile
    small: list[Figure]  # cubes on it
    outposts: list[Figure]
    counted: list[Figure]  # cubes with their number, where there are too many to draw


class Chart:
    """The sheet: its frame, and the tiles on it."""

    def __init__(self, tiles: Sequence[Thing], way: Sequence[str], decision: str) -> None:
        self.spots = [_spot(tile, decision) for tile in tiles]
        at = {spot.tile.id: spot for spot in self.spots}
        self.left = min(spot.x for spot in self.spots) - _MARGIN_X
        self.top = min(spot.y for spot in self.spots) - _MARGIN_Y
        self.width = max(spot.x for spot in self.spots) + _MARGIN_X - self.left
        self.height = max(spot.y for spot in self.spots) + _MARGIN_Y - self.top
        self.isles = "".join(_outline(spot.x, spot.y) for spot in self.spots)
        self.rose = self._free_corner()
        self.boats = [boat for spot in self.spots for boat in _boats(spot)]
        passed = [at[name] for name in way if name in at]
        self.way = "".join(_crossing(one, other) for one, other in pairwise(passed))

    @property
    def frame(self) -> str:
        """The visible part of the plane, as the view box of an SVG."""
        return f"{self.left:.0f} {self.top:.0f} {self.width:.0f} {self.height:.0f}"

    @property
    def rhumbs(self) -> list[tuple[int, int]]:
        """The ends of the lines from the compass rose."""
        x, y = self.rose
        return [(round(x + 1200 * cos(pi / 8 * side)), round(y + 1200 * sin(pi / 8 * side))) for side in range(16)]

    def _free_corner(self) -> tuple[float, float]:
        """Return the corner with the most open sea around it; the lower right one in a tie."""
        right, bottom = self.left + self.width, self.top + self.height
        corners = [(right - 44, bottom - 48), (self.left + 44, bottom - 48), (right - 44, self.top + 48)]
        return max(
            corners, key=lambda corner: min(hypot(corner[0] - spot.x, corner[1] - spot.y) for spot in self.spots)
        )


_BLOCKS = {PLACING_BOAT.name: PLACE, CHOOSING_OUTPOST.name: TRADE_AT}  # of other answers than steps


def _spot(tile: Thing, decision: str) -> Spot:
    q, r = tile.hex
    points: int | None = None
    cubes, last = list[Figure](), 46
    match tile.signs:
        case [Cubes() as given, Mark.ARROW, Cubes() as taken]:
            cubes, last = _line(given, -20, _CUBE) + _line(taken, 10, _CUBE), 37
        case [Cubes() as cost, Mark.ARROW, Points() as printed]:
            points, half = printed.number, (len(cost) + 1) // 2
            two_lines = _line(cost[:half], 5, _SMALL) + _line(cost[half:], 22, _SMALL)
            cubes = two_lines if len(cost) > 4 else _line(cost, 13, _SMALL)
    action = _BLOCKS.get(decision, STEP).numbers.get(tile.id)
    small, outposts, counted = _last_line(tile, last)
    kind = tile.id.partition("_")[0]
    x, y = _ACROSS * q, _DOWN * (r + q / 2)
    return Spot(tile, kind, action, points, x, y, cubes, small, outposts, counted)


def _line(pieces: Sequence[str], y: float, size: int) -> list[Figure]:
    step = size + 1.5
    left = -(len(pieces) - 1) * step / 2 - size / 2
    return [(piece.lower(), round(left + step * number, 1), y - size / 2, size) for number, piece in enumerate(pieces)]


def seats_on(tile: Thing, kind: str) -> list[int]:
    """Return the seats whose tokens of a kind stand on a tile."""
    return [sign.seat for sign in tile.on_it if isinstance(sign, Token) and sign.kind == kind]


def _last_line(tile: Thing, y: float) -> tuple[list[Figure], list[Figure], list[Figure]]:
    """Return the figures of cubes, outposts and, if there are too many cubes, the number of each colour."""
    seats = [str(seat + 1) for seat in seats_on(tile, "outpost")]
    lying = next((sign for sign in tile.on_it if isinstance(sign, Cubes)), NO_CUBES)
    if len(seats) + len(lying) <= _MOST_SMALL:
        line = _line([*seats, *lying], y, _SMALL)
        return line[len(seats) :], line[: len(seats)], []
    colours = [colour for colour in "YRGB" if colour in lying]
    line = _line([*seats, *(part for colour in colours for part in (colour, ""))], y, _SMALL)
    numbers = iter(lying.count(colour) for colour in colours)
    counted = [(str(next(numbers)), x + 6, place + 12, size) for piece, x, place, size in line if not piece]
    return [piece for piece in line[len(seats) :] if piece[0]], line[: len(seats)], counted


def _outline(x: float, y: float) -> str:
    corners = (f"{x + SIZE * cos(pi / 3 * side):.0f} {y + SIZE * sin(pi / 3 * side):.0f}" for side in range(6))
    return f"M{'L'.join(corners)}Z"


def _crossing(one: Spot, other: Spot) -> str:
    """Return the middle of the way between two tiles, where it covers nothing printed."""
    points = [(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part) for part in (0.36, 0.64)]
    return "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*points[0], *points[1])


def _boats(spot: Spot) -> list[tuple[int, float, float]]:
    """Place boats at the upper right edge of their tile, side by side."""
    return [
        (seat, spot.x + 13.5 - 25 * place, spot.y - 61.5 + (4 if place else 0))
        for place, seat in enumerate(seats_on(spot.tile, "boat"))
    ]
