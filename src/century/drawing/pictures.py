"""Draw zones of the table: rows of cards and tiles, and maps."""

from collections.abc import Iterator

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from century.drawing.pieces import Pieces
from century.engine.things import Thing
from century.engine.zones import Place, Zone

_LEAST, _MOST = 11, 30  # the width of a card
_TILE_WIDTH, _HALF_TILE = 15, 2  # a tile is two lines; columns are shifted by half a tile


def picture(zone: Zone, pieces: Pieces) -> RenderableType:
    """Draw a zone: a map, or cards side by side."""
    if zone.map:
        heading = f"{zone.name}: {zone.map.legend}" if zone.map.legend else zone.name
        return Group(Text(heading, "dim"), *_map(zone.map, pieces))
    cards = [(_title(place, pieces), list(_lines(place, pieces))) for place in zone.places]
    widest = max(max(len(title) + 6, *(len(line) + 2 for line in lines)) for title, lines in cards)
    width = min(max(widest, _LEAST), _MOST)
    height = 2 + max(sum(-(-len(line) // (width - 2)) or 1 for line in lines) for _, lines in cards)
    panels = [_card(title, lines, width, height) for title, lines in cards]
    return Group(Text(zone.name, "dim"), Columns(panels, padding=(0, 0)))


def _title(place: Place, pieces: Pieces) -> Text:
    """Return the label of a thing, and what is needed to use it."""
    needed = pieces.signs(place.thing.needed) if place.thing else Text()
    return Text.assemble((place.label, "bold"), " " if needed else "", needed)


def _card(title: Text, lines: list[Text], width: int, height: int) -> Panel:
    shape = {"width": width, "height": height}
    return Panel(Group(*lines), title=title, title_align="left", box=box.ROUNDED, padding=(0, 0), **shape)  # type: ignore[arg-type]


def _lines(place: Place, pieces: Pieces) -> Iterator[Text]:
    """Yield the signs of a thing, the signs of what is on it, and its note."""
    yield pieces.signs(place.thing.signs) if place.thing else Text("-", "dim")
    if place.thing and place.thing.on_it:
        yield pieces.signs(place.thing.on_it)
    if place.note:
        yield Text(place.note, "dim")


def _map(tiles: list[Thing], pieces: Pieces) -> Iterator[Text]:
    """Yield the lines of a map. Columns of hexes are shifted by half a tile."""
    left, top = min(tile.hex[0] for tile in tiles), min(2 * tile.hex[1] + tile.hex[0] for tile in tiles)
    lines: dict[int, dict[int, Text]] = {}
    for tile in tiles:
        q, r = tile.hex
        row = (2 * r + q - top) * _HALF_TILE
        for number, line in enumerate(_tile(tile, pieces)):
            lines.setdefault(row + number, {})[q - left] = line
    for row in range(max(lines) + 1):
        text = Text(no_wrap=True, overflow="crop")
        for column, piece in sorted(lines.get(row, {}).items()):
            text.append(" " * max(1 if text else 0, column * _TILE_WIDTH - len(text))).append_text(piece)
        yield text


def _tile(tile: Thing, pieces: Pieces) -> tuple[Text, Text]:
    name = Text(tile.id, "bold")
    if tile.on_it:
        name.append(" ").append_text(pieces.signs(tile.on_it))
    return name, pieces.signs(tile.signs)
