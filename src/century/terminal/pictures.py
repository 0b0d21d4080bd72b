"""The large things on the table: rows of cards, the map, the boards of the New World."""

from collections.abc import Callable, Mapping
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from century.engine.view import View
from century.terminal.pieces import Pieces, bonus_tile, exploration_tile, seat_mark

_CARD_WIDTH = 13
_TILE_WIDTH, _HALF_TILE = 15, 2  # a tile is two lines; columns are shifted by half a tile


def pictures(view: View) -> list[RenderableType]:
    """All that a view has a picture for."""
    pieces = Pieces(view["edition"])
    return [picture(view, pieces) for key, picture in _PICTURES.items() if key in view]


def _cards(title: str, panels: list[Panel]) -> RenderableType:
    return Group(Text(title, "dim"), Columns(panels, padding=(0, 0)))


def _card(title: str, *lines: Text, width: int = _CARD_WIDTH) -> Panel:
    return Panel(Group(*lines), title=title, title_align="left", width=width, box=box.ROUNDED, padding=(0, 0))


def _point_row(view: View, pieces: Pieces) -> RenderableType:
    panels = []
    for card in view["point_row"]:
        coin = view["words"].get(card["coin"], "").removesuffix(" coin")
        style = "yellow" if card["coin"] == "gold" else "bright_white"
        points = Text(f"{card['points']} points", "bold")
        panels.append(_card(card["card"], points, pieces.cubes(card["cost"]), Text(f"+ {coin}" if coin else "", style)))
    return _cards(f"point cards ({view['point_deck']} in the deck)", panels)


def _merchant_row(view: View, pieces: Pieces) -> RenderableType:
    panels = []
    for place, card in enumerate(view["merchant_row"], 1):
        lying = Text("on it ").append_text(pieces.cubes(card["cubes"])) if card["cubes"] else Text()
        panels.append(_card(f"{place}: {card['card']}", pieces.described(card), lying))
    return _cards(f"merchant cards ({view['merchant_deck']} in the deck)", panels)


def _map(view: View, pieces: Pieces) -> RenderableType:
    """The hexes as columns, each shifted by half a tile against the next."""
    tiles = view["map"]
    left, top = min(tile["hex"][0] for tile in tiles), min(2 * tile["hex"][1] + tile["hex"][0] for tile in tiles)
    lines: dict[int, dict[int, Text]] = {}
    for tile in tiles:
        column, row = tile["hex"][0] - left, (2 * tile["hex"][1] + tile["hex"][0] - top) * _HALF_TILE
        for number, line in enumerate(_tile(tile, view, pieces)):
            lines.setdefault(row + number, {})[column] = line
    drawn = []
    for row in range(max(lines) + 1):
        text = Text(no_wrap=True, overflow="crop")
        for column, piece in sorted(lines.get(row, {}).items()):
            text.append(" " * max(1 if text else 0, column * _TILE_WIDTH - len(text))).append_text(piece)
        drawn.append(text)
    title = "map: > boats and * outposts of a player"
    if "cubes" in tiles[0]:
        title += ", cubes left behind"
    if "vp_pile" in view:
        title += f" ({view['vp_pile']} VP tiles in the pile)"
    if "bonus_piles" in view:
        piles = ", ".join(f"{count} {kind}" for kind, count in view["bonus_piles"].items())
        drawn.append(Text(f"bonus tiles: {piles}", "dim"))
    return Group(Text(title, "dim"), *drawn)


def _tile(tile: Mapping[str, Any], view: View, pieces: Pieces) -> list[Text]:
    ports = view.get("ports", {})
    name = Text(tile["tile"], "bold cyan" if tile["tile"] in ports else "bold" if "give" in tile else "blue")
    for seat in tile["boats"]:
        mark, style = seat_mark(seat)
        name.append(f">{mark}", style)
    if tile["tile"] in ports:
        vp = ports[tile["tile"]]
        what = Text(vp or "empty", "dim") if not isinstance(vp, dict) else pieces.described(vp)
    else:
        what = pieces.described(tile)
    for seat in tile.get("outposts", []):
        mark, style = seat_mark(seat)
        name.append(f"*{mark}", style)
    if tile.get("cubes"):
        what.append(" ").append_text(pieces.cubes(tile["cubes"]) if len(tile["cubes"]) < 4 else _many(tile["cubes"]))
    return [name, what]


def _many(letters: str) -> Text:
    return Text("".join(f"{letters.count(letter)}{letter}" for letter in "YRGB" if letter in letters))


def _forts(view: View, pieces: Pieces) -> RenderableType:
    panels = []
    for number, card in enumerate(view["forts"], 1):
        stacks = _stacks(view, "fort", number)
        shown = pieces.described(card) if card else Text("-", "dim")
        panels.append(_card(f"fort {number}: {card['card'] if card else ''}", shown, *stacks, width=30))
    coming = pieces.named(view["next_card"]) if view["next_card"] else Text("none")
    others = []
    for giver in ("merchants", "outposts"):
        if stacks := _stacks(view, giver):
            others.append(Text(f"bonus tiles for {giver}: ", "dim").append_text(Text(";  ").join(stacks)))
    return Group(
        Text(f"forts ({view['card_deck']} cards in the deck; next: ", "dim").append_text(coming).append(")"),
        Columns(panels, padding=(0, 0)),
        *others,
    )


def _stacks(view: View, giver: str, fort: int | None = None) -> list[Text]:
    return [
        Text(f"{label} ({stack['left']}) {bonus_tile(stack['top'])}", "dim")
        for label, stack in view["stacks"].items()
        if stack["given_by"] == giver and fort in (None, stack["fort"])
    ]


def _markets(view: View, pieces: Pieces) -> RenderableType:
    panels = [
        _card(f"{number}: {card['card'] if card else ''}", pieces.described(card) if card else Text("-", "dim"))
        for number, card in enumerate(view["markets"], 1)
    ]
    return _cards(f"markets ({view['merchant_deck']} in the deck)", panels)


def _locations(view: View, pieces: Pieces) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("location", "needs", "action", "symbol", "covered by", "settlers"):
        table.add_column(column)
    for place in view["locations"]:
        settlers = Text()
        if place["owner"] is not None:
            mark, style = seat_mark(place["owner"])
            settlers.append(f"{place['placed']} of player {mark}", style)
        table.add_row(
            place["location"],
            str(place.get("needs", place["settlers"])),
            pieces.described(place),
            place["circle"],
            exploration_tile(place["exploration"]),
            settlers,
        )
    return table


_PICTURES: dict[str, Callable[[View, Pieces], RenderableType]] = {
    "point_row": _point_row,
    "merchant_row": _merchant_row,
    "map": _map,
    "forts": _forts,
    "markets": _markets,
    "locations": _locations,
}
