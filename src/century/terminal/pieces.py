"""Small things in a line of text: cubes, cards, tiles, and what an answer means."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from century.engine.actions import Action
from century.engine.view import View

_CUBES = {"Y": "black on #e8c33a", "R": "white on #b3372f", "G": "white on #2f7d4f", "B": "white on #6b4a2f"}
_CRYSTALS = {"Y": "black on #e8c33a", "R": "white on #2f7d4f", "G": "white on #2f5f9d", "B": "black on #d77fa1"}
_SEATS = ("bold #d98e04", "bold #3a7ca5", "bold #b8336a", "bold #4f772d", "bold #7b5ea7")


class Pieces:
    """How things look in one edition."""

    def __init__(self, edition: str | None) -> None:
        """The Golem Edition has crystals of its own colours."""
        self._styles = _CRYSTALS if edition == "golem" else _CUBES

    def cubes(self, letters: str) -> Text:
        """Cubes as coloured letters."""
        text = Text()
        for letter in letters:
            text.append(letter, self._styles[letter])
        return text if letters else Text("-", "dim")

    def described(self, thing: Mapping[str, Any]) -> Text:
        """What a card, tile or location does, or costs and scores, in the words of a view."""
        if "cost" in thing:
            text = self.cubes(thing["cost"]).append(f" {thing['points']}")
            return text.append(f" {_benefit(thing)}", "dim") if "symbol" in thing else text
        if "gain" in thing:
            return Text("+ ").append_text(self.cubes(thing["gain"]))
        if "upgrade" in thing:
            return Text(f"upgrade {thing['upgrade']}")
        if "give" in thing:
            return self.cubes(thing["give"]).append(" > ").append_text(self.cubes(thing["take"]))
        for key in ("fort", "market"):
            if key in thing:
                return Text(f"{key} {thing[key]}")
        return Text(thing.get("does", ""))

    def named(self, card: Mapping[str, Any]) -> Text:
        """A card in a line: its id, and what it does or costs."""
        return Text.assemble((card["card"], "bold"), " ", self.described(card))

    def meaning(self, view: View, action: Action) -> Text:
        """What an answer is about: the card, tile or location that it names."""
        word, _, label = action.text.partition(" ")
        things: dict[str, Any] = {}
        seat = view["seats"][view["actor"]]
        if word in ("play", "claim", "sail", "order") or (word == "work" and label.startswith("M")):
            zones = [*(seat.get(zone, []) for zone in ("hand", "played", "route")), view.get("point_row", [])]
            things = {card["card"]: card for zone in zones for card in zone}
        elif word == "acquire":
            things = {str(place): card for place, card in enumerate(view["merchant_row"], 1)}
        elif word in ("step", "place", "trade"):
            things = {tile["tile"]: tile for tile in view["map"]}
        elif word == "work":
            things = {place["location"]: place for place in view["locations"]}
            market = things[label].get("market")
            if market and view["markets"][market - 1]:
                return Text(f"market {market}: ").append_text(self.named(view["markets"][market - 1]))
        elif action.text in ("use", "lay out"):
            return self.named(view["markets"][view["question"]["number"]])
        elif word == "group":
            return self.cubes(view["groups"][label])
        elif word == "tile":
            return Text(bonus_tile(view["stacks"][label]["top"]))
        elif word == "explore":
            tiles = [place["exploration"] for place in view["locations"] if place["exploration"]]
            return Text(next(exploration_tile(tile) for tile in tiles if tile["tile"] == label))
        elif word == "bonus" and label == "points":
            return Text(f"{view['next_points_tile']} points")
        if label in view.get("ports", {}):
            things = view["ports"]
        elif action.text in ("claim", "claim first"):
            return self._claim(view)
        thing = things.get(label)
        return self.described(thing) if isinstance(thing, Mapping) else Text(str(thing or ""))

    def _claim(self, view: View) -> Text:
        """What is claimed where the boat is, or at the fort that the question names."""
        if "ports" in view:
            return self.described(view["ports"][view["seats"][view["actor"]]["boat"]])
        return self.described(view["forts"][view["question"]["number"]])


def bonus_tile(tile: Mapping[str, Any] | None) -> str:
    """A bonus tile of a stack, in words."""
    if tile is None:
        return "-"
    each = {
        "single": "for each {symbols}",
        "pair": "for each pair of {symbols}",
        "settlers": "for every {per} settlers",
        "flat": "",
        "merchant": "for every {per} merchants",
        "merchant_pair": "for every {per} merchants with {symbols}",
    }[tile["kind"]]
    symbols = " and ".join(tile.get("symbols", [])).replace("_", " ")
    return f"{tile['points']} {each.format(symbols=symbols, per=tile.get('per'))}".rstrip()


def exploration_tile(tile: Mapping[str, Any] | None) -> str:
    """An exploration tile, in words."""
    if tile is None:
        return ""
    what = {key: value for key, value in tile.items() if key != "tile"}
    ((kind, value),) = what.items()
    return {"gain": f"+ {value}", "settlers": f"{value} settler", "points": f"{value} points"}.get(
        kind, str(value).replace("_", " ")
    )


def seat_mark(seat: int) -> tuple[str, str]:
    """A seat as a number in its colour."""
    return str(seat + 1), _SEATS[seat]


def _benefit(card: Mapping[str, Any]) -> str:
    circle = card.get("circle", "")
    return {
        "native_help": f"help {circle}",
        "tool": f"tool {circle} {card.get('cube', '')}",
        "settlers": f"{card.get('settlers', 0)} settlers",
        "exploration": "explore",
    }[card["symbol"]]
