"""Pens: how a thing stands in a sentence, as words or as a piece drawn."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from century.words import many

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]


class Pen(Protocol):
    """How the things of a sentence are written: as words, or as pieces drawn."""

    def cubes(self, letters: str) -> str:
        """Cubes."""

    def effect(self, thing: Mapping[str, Any]) -> str:
        """What a card or a tile does."""

    def strong(self, text: object) -> str:
        """A word that matters."""

    def fill(self, message: str, values: Mapping[str, object]) -> str:
        """A sentence with its things put in."""


class Plain:
    """Things in words, for those who hear the page."""

    def __init__(self, words: Mapping[str, str], gettext: Gettext, ngettext: Ngettext) -> None:
        """In the words of an edition, in a language."""
        self._words = words
        self._ = gettext
        self.ngettext = ngettext

    def cubes(self, letters: str) -> str:
        """Cubes, such as "2 turmeric, 1 saffron"."""
        told = []
        for code in "YRGB":
            if number := letters.count(code):
                good = self._words.get(code, code)
                name = self._(good) if many(good) == good else self.ngettext(good, many(good), number)
                told.append(self._("%(number)s %(good)s") % {"number": number, "good": name})
        return ", ".join(told) or self._("nothing")

    def coin(self, id: str) -> str:
        """A coin, by what the edition calls it."""
        return self._(self._words[id])

    def effect(self, thing: Mapping[str, Any]) -> str:
        """What a card, a tile or a location does."""
        _ = self._
        if "gain" in thing:
            return _("take %(cubes)s") % {"cubes": self.cubes(thing["gain"])}
        if "upgrade" in thing:
            number = thing["upgrade"]
            return self.ngettext("upgrade %(number)s cube", "upgrade %(number)s cubes", number) % {"number": number}
        if "give" in thing:
            cubes = {"given": self.cubes(thing["give"]), "taken": self.cubes(thing["take"])}
            return _("give %(given)s for %(taken)s") % cubes
        if "fort" in thing:
            return _("fort %(number)s") % {"number": thing["fort"]}
        if "market" in thing:
            return _("market %(number)s") % {"number": thing["market"]}
        return _(str(thing["does"])) if "does" in thing else ""

    def price(self, card: Mapping[str, Any]) -> str:
        """A card or tile that is claimed."""
        told = {"points": card["points"], "cubes": self.cubes(card["cost"])}
        text = self._("%(points)s points for %(cubes)s") % told
        return f"{text}; {self.benefit(card)}" if "symbol" in card else text

    def benefit(self, card: Mapping[str, Any]) -> str:
        """What a card of the New World brings."""
        _ = self._
        told = {
            "circle": _(str(card.get("circle", ""))),
            "cube": self.cubes(str(card.get("cube", ""))),
            "number": card.get("settlers", 0),
        }
        messages = {
            "native_help": _("native help at the %(circle)s: one settler less"),
            "tool": _("a tool for the %(circle)s: %(cube)s more"),
            "settlers": _("%(number)s new settlers"),
            "exploration": _("an exploration tile"),
        }
        return messages[str(card["symbol"])] % told

    def bonus(self, tile: Mapping[str, Any]) -> str:
        """A bonus tile of a stack."""
        _ = self._
        symbols = [_(symbol.replace("_", " ")) for symbol in tile.get("symbols", ())]
        told = {
            "points": tile["points"],
            "per": tile.get("per"),
            "one": "".join(symbols[:1]),
            "two": "".join(symbols[1:]),
        }
        messages = {
            "single": _("%(points)s points for each %(one)s"),
            "pair": _("%(points)s points for each pair of %(one)s and %(two)s"),
            "settlers": _("%(points)s points for every %(per)s settlers"),
            "flat": _("%(points)s points"),
            "merchant": _("%(points)s points for every %(per)s merchants"),
            "merchant_pair": _("%(points)s points for every %(per)s merchants with %(one)s"),
        }
        return messages[str(tile["kind"])] % told

    def pile(self, kind: str, points: int | None = None) -> str:
        """A bonus tile of a pile."""
        _ = self._
        return {
            "hold": _("a larger hold"),
            "step": _("a free step"),
            "points": _("%(points)s points") % {"points": points},
            "upgrade": _("an upgrade with each build"),
            "harvest": _("a richer harvest"),
        }[kind]

    def explored(self, tile: Mapping[str, Any]) -> str:
        """An exploration tile."""
        _ = self._
        if "gain" in tile:
            return self.cubes(tile["gain"])
        if "settlers" in tile:
            number = tile["settlers"]
            return self.ngettext("%(number)s settler", "%(number)s settlers", number) % {"number": number}
        if "points" in tile:
            return _("%(points)s points") % {"points": tile["points"]}
        return _(str(tile["symbol"]).replace("_", " "))

    def tile(self, label: str) -> str:
        """A tile of the map by its kind, as it can be told apart on the map."""
        _ = self._
        return {
            "ginger": _("the ginger market"),
            "chili": _("the chili market"),
            "tea": _("the tea market"),
            "cloves": _("the cloves market"),
            "port": _("a port"),
            "sea": _("the open sea"),
        }[label.partition("_")[0]]

    def strong(self, text: object) -> str:
        """A word that matters, which words cannot show."""
        return str(text)

    def fill(self, message: str, values: Mapping[str, object]) -> str:
        """A sentence with its things put in."""
        return message % values
