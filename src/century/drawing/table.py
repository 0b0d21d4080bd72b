"""Draw a table from a view: the components, the seats and the score."""

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from century.drawing.pictures import picture
from century.drawing.pieces import Pieces, seat_mark
from century.engine.view import View
from century.engine.zones import Zone, seat_layout, table_layout
from century.words import many


def draw(view: View) -> RenderableType:
    """Draw the whole table."""
    pieces = Pieces(view["edition"], view["words"])
    layout = table_layout(view)
    facts = Text("; ").join(Text.assemble((f"{name} ", "dim"), words) for name, words in layout.facts.items())
    return Group(_heading(view), *(picture(zone, pieces) for zone in layout.zones), facts, _seats(view, pieces))


def _heading(view: View) -> Text:
    names = ", ".join(f"{code} {word}" for code, word in view["words"].items() if len(code) == 1)
    stage = "stopped" if view["stopped"] else "finished" if view["over"] else f"round {view['round']}"
    return Text.assemble((view["title"], "bold"), f", {stage}   ", (names, "dim"))


def _seats(view: View, pieces: Pieces) -> RenderableType:
    """Draw a column for each seat: its points, its numbers, and its components."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    rows: dict[str, list[Text]] = {"points": []}
    for number, seat in enumerate(view["seats"]):
        mark, style = seat_mark(number)
        turn = "> " if number == view["actor"] else ""
        table.add_column(Text.assemble(turn, (mark, style), " ", seat["name"]), overflow="fold")
        layout = seat_layout(view, number)
        cells = {"points": Text(str(sum(seat["score"].values())), "bold")}
        cells |= {name: pieces.fact(words) for name, words in layout.facts.items()}
        cells |= {zone.name: _listed(zone, pieces) for zone in layout.zones}
        for name, cell in cells.items():
            rows.setdefault(name, [Text()] * number).append(cell)
        for row in rows.values():
            row += [Text()] * (number + 1 - len(row))
    for name, row in rows.items():
        table.add_row(Text(name, "dim"), *row)
    return table


def _listed(zone: Zone, pieces: Pieces) -> Text:
    lines = [pieces.named(place.thing) for place in zone.places if place.thing]
    for line, place in zip(lines, zone.places, strict=True):
        if place.thing and place.thing.on_it:
            line.append(" ").append_text(pieces.signs(place.thing.on_it))
    return Text("\n").join(lines)


def score_table(view: View) -> Table:
    """Return the score, item by item."""
    title = "Final score" if view["over"] and not view["stopped"] else "Current score"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("")
    for seat in view["seats"]:
        table.add_column(Text(seat["name"]), justify="right")
    for item in view.game.scoring:
        label = many(view["words"][item.good]) if item.good else item.name
        table.add_row(label, *(str(seat["score"][item.name]) for seat in view["seats"]))
    table.add_section()
    table.add_row("total", *(str(sum(seat["score"].values())) for seat in view["seats"]), style="bold")
    return table


def show_end(console: Console, view: View) -> None:
    """Print the final score and the winner."""
    console.print(score_table(view))
    if view["stopped"]:
        console.print("The turn limit stopped the game. There is no winner.", style="bold")
    elif view["over"]:
        console.print(f"{view['seats'][view['winner']]['name']} wins.", style="bold")
