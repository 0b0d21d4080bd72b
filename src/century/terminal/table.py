"""The table, drawn from a view. Each piece of a view that has a picture here is drawn; it knows no rule."""

from collections.abc import Callable, Mapping
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from century.engine.view import View

_CUBE_STYLES = {
    "Y": "black on #e8c33a",
    "R": "white on #b3372f",
    "G": "white on #2f7d4f",
    "B": "white on #6b4a2f",
}
_CARD_WIDTH = 13


def cubes(letters: str) -> Text:
    """Cubes as coloured letters."""
    text = Text()
    for letter in letters:
        text.append(letter, _CUBE_STYLES[letter])
    return text if letters else Text("-", "dim")


def effect(card: Mapping[str, Any]) -> Text:
    """What a card does."""
    if "gain" in card:
        return Text("+ ").append_text(cubes(card["gain"]))
    if "upgrade" in card:
        return Text(f"upgrade {card['upgrade']}")
    return cubes(card["give"]).append(" > ").append_text(cubes(card["take"]))


def described(card: Mapping[str, Any]) -> Text:
    """What a card does, or costs and scores."""
    return cubes(card["cost"]).append(f" {card['points']}") if "cost" in card else effect(card)


def named_card(card: Mapping[str, Any]) -> Text:
    """A card in a line: its id, and what it does or costs."""
    return Text.assemble((card["card"], "bold"), " ", described(card))


def draw(view: View) -> RenderableType:
    """The whole table."""
    pieces: list[RenderableType] = [_heading(view)]
    pieces += [picture(view) for key, picture in _PICTURES.items() if key in view]
    pieces.append(_seats(view))
    return Group(*pieces)


def _heading(view: View) -> Text:
    names = ", ".join(f"{code} {word}" for code, word in view["words"].items() if len(code) == 1)
    stage = "stopped" if view["stopped"] else "finished" if view["over"] else f"round {view['round']}"
    return Text.assemble((view["title"], "bold"), f", {stage}   ", (names, "dim"))


def _cards(title: str, panels: list[Panel]) -> RenderableType:
    return Group(Text(title, "dim"), Columns(panels, padding=(0, 0)))


def _card(title: str, *lines: Text) -> Panel:
    return Panel(
        Group(*lines), title=title, title_align="left", width=_CARD_WIDTH, box=box.ROUNDED, padding=(0, 0)
    )


def _point_row(view: View) -> RenderableType:
    panels = []
    for card in view["point_row"]:
        coin = view["words"].get(card["coin"], "").removesuffix(" coin")
        style = "yellow" if card["coin"] == "gold" else "bright_white"
        points = Text(f"{card['points']} points", "bold")
        panels.append(_card(card["card"], points, cubes(card["cost"]), Text(f"+ {coin}" if coin else "", style)))
    return _cards(f"point cards ({view['point_deck']} in the deck)", panels)


def _merchant_row(view: View) -> RenderableType:
    panels = []
    for place, card in enumerate(view["merchant_row"], 1):
        lying = Text("on it ").append_text(cubes(card["cubes"])) if card["cubes"] else Text()
        panels.append(_card(f"{place}: {card['card']}", effect(card), lying))
    return _cards(f"merchant cards ({view['merchant_deck']} in the deck)", panels)


_PICTURES: dict[str, Callable[[View], RenderableType]] = {
    "point_row": _point_row,
    "merchant_row": _merchant_row,
}


def _seats(view: View) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    for column in ("", "cubes", "hand", "played", "claimed", "coins"):
        table.add_column(column, overflow="fold")
    table.add_column("points", justify="right")
    for number, seat in enumerate(view["seats"]):
        acts = "bold" if number == view["actor"] else ""
        table.add_row(
            Text("> " if acts else "  ").append(seat["name"], acts),
            cubes(seat["cubes"]),
            _list(seat["hand"]),
            _list(seat["played"]),
            _list(seat["claimed"]),
            " ".join(f"{count} {name}" for name, count in seat["coins"].items() if count),
            str(sum(seat["score"].values())),
        )
    return table


def _list(cards: list[Mapping[str, Any]]) -> Text:
    return Text("\n").join(named_card(card) for card in cards)


def score_table(view: View) -> Table:
    """The score, item by item."""
    title = "Final score" if view["over"] and not view["stopped"] else "Score as it stands"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("")
    for seat in view["seats"]:
        table.add_column(seat["name"], justify="right")
    for item in view["seats"][0]["score"]:
        table.add_row(item, *(str(seat["score"][item]) for seat in view["seats"]))
    table.add_section()
    table.add_row("total", *(str(sum(seat["score"].values())) for seat in view["seats"]), style="bold")
    return table


def show_end(console: Console, view: View) -> None:
    """How the game ended."""
    console.print(score_table(view))
    if view["stopped"]:
        console.print("Stopped by the turn limit: nobody has won.", style="bold")
    elif view["over"]:
        console.print(f"{view['seats'][view['winner']]['name']} wins.", style="bold")
