"""The table, drawn from a view: the things on it, the seats, and the score. It knows no rule."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from century.engine.view import View
from century.terminal.pictures import pictures
from century.terminal.pieces import Pieces, seat_mark

_NOT_SHOWN = {
    *("name", "storage", "score", "help", "tools", "built", "merchants_taken", "free_steps", "harvest"),
    *("tiles", "exploration_tiles", "benefits"),
}


def draw(view: View) -> RenderableType:
    """The whole table."""
    return Group(_heading(view), *pictures(view), _seats(view))


def _heading(view: View) -> Text:
    names = ", ".join(f"{code} {word}" for code, word in view["words"].items() if len(code) == 1)
    stage = "stopped" if view["stopped"] else "finished" if view["over"] else f"round {view['round']}"
    return Text.assemble((view["title"], "bold"), f", {stage}   ", (names, "dim"))


def _seats(view: View) -> RenderableType:
    pieces = Pieces(view["edition"])
    columns = [key for key in view["seats"][0] if key not in _NOT_SHOWN]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("", *columns):
        table.add_column(column, overflow="fold")
    table.add_column("points", justify="right")
    for number, seat in enumerate(view["seats"]):
        mark, style = seat_mark(number)
        name = Text.assemble("> " if number == view["actor"] else "  ", (mark, style), " ", seat["name"])
        cells = [_cell(pieces, view, key, seat[key]) for key in columns]
        table.add_row(name, *cells, str(sum(seat["score"].values())))
    return table


def _cell(pieces: Pieces, view: View, key: str, value: Any) -> Text:
    if key == "cubes":
        return pieces.cubes(value)
    if isinstance(value, Mapping):
        counted = (f"{count} {_word(view, name)}" for name, count in value.items() if count)
        return Text("\n".join(counted))
    if isinstance(value, list):
        return Text("\n").join(_line(pieces, thing) for thing in value)
    return Text("" if value is None else str(value))


def _line(pieces: Pieces, thing: Mapping[str, Any] | str) -> Text:
    if isinstance(thing, str):
        return Text(thing.removeprefix("bonus_"))
    settlers = thing.get("placed", 0)
    return pieces.named(thing).append(f" ({settlers} settlers)" if settlers else "", "dim")


def _word(view: View, name: str) -> str:
    return str(view["words"].get(name, name)).removesuffix(" coin")


def score_table(view: View) -> Table:
    """The score, item by item."""
    title = "Final score" if view["over"] and not view["stopped"] else "Score as it stands"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("")
    for seat in view["seats"]:
        table.add_column(Text(seat["name"]), justify="right")
    for item in view["seats"][0]["score"]:
        coin = item.removesuffix(" coins")
        label = f"{view['words'][coin]}s" if item.endswith(" coins") else item
        table.add_row(label, *(str(seat["score"][item]) for seat in view["seats"]))
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
