"""Pens: write messages with the things in them, as plain words or as drawn pieces."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

from century.engine.signs import Cubes, Good, Mark, Player, Points, Sign, Strong, Symbol, Token, Upgrades
from century.engine.things import Thing
from century.web.render.languages import translations
from century.words import Phrase, many, named, say_many, translated

_KEPT = ("icon", "emblem", "seal", "progress")  # small pieces that are drawn often: the results are cached


@lru_cache
def environment(language: str) -> Environment:
    """Return the templates in a language."""
    templates = Environment(
        loader=PackageLoader("century.web.render", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    catalogue = translations(language)
    templates.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: translated(text, catalogue.gettext), catalogue.ngettext, newstyle=True
    )
    small = templates.get_template("table/small.html").module
    for name in _KEPT:
        templates.globals[name] = lru_cache(maxsize=1024)(getattr(small, name))
    return templates


class Pen(ABC):
    """Writes messages in a language, with their values."""

    def __init__(self, language: str, goods: Mapping[str, str]) -> None:
        """Write in a language; `goods` are the names of cubes and coins in an edition, by code."""
        catalogue = translations(language)
        self._goods = goods
        self._, self.ngettext = catalogue.gettext, catalogue.ngettext

    def message(self, text: str, names: Sequence[str] = ()) -> str:
        """Return a message in the language; `names` are those of the players."""
        if not isinstance(text, Phrase):
            return self._(text) if text else ""
        values = {name: self._value(value, names) for name, value in text.values.items()}
        if text.several:
            return self._fill(self.ngettext(text.message, text.several, text.number), values)
        return self._fill(self._(text.message), values)

    def _value(self, value: object, names: Sequence[str]) -> str:
        match value:
            case Cubes():
                return self.cubes(value)
            case Phrase():
                return self.message(value, names)
            case Thing():
                return self.thing(value)
            case Strong():
                return self.strong(self._value(value.value, names))
            case Player():
                return names[value.seat]
            case Good():
                return self._(self._goods[value.code])
            case Symbol():
                return self._(named(value.code))
        return str(value)

    @abstractmethod
    def cubes(self, letters: str) -> str:
        """Return cubes."""

    @abstractmethod
    def thing(self, thing: Thing) -> str:
        """Return the words of a thing."""

    @abstractmethod
    def strong(self, text: str) -> str:
        """Return an emphasised word."""

    @abstractmethod
    def _fill(self, message: str, values: Mapping[str, str]) -> str:
        """Return a message with the values in its places."""


class Plain(Pen):
    """Writes everything in words, for screen readers."""

    def cubes(self, letters: str) -> str:
        """Return cubes in words, such as "2 turmeric, 1 saffron"."""
        parts = []
        for code in "YRGB":
            if number := letters.count(code):
                good = self._goods.get(code, code)
                name = self._(good) if many(good) == good else self.ngettext(good, many(good), number)
                parts.append(self._("%(number)s %(good)s") % {"number": number, "good": name})
        return ", ".join(parts) or self._("nothing")

    def __init__(self, language: str, goods: Mapping[str, str]) -> None:
        """Cache the words of things, which are needed often."""
        super().__init__(language, goods)
        self._spoken: dict[tuple[str, str], str] = {}  # words of things, by message and English text

    def thing(self, thing: Thing) -> str:
        """Return the words of a thing, translated."""
        spoken = thing.spoken
        key = (spoken.message if isinstance(spoken, Phrase) else "", str(spoken))
        if key not in self._spoken:
            self._spoken[key] = self.message(spoken)
        return self._spoken[key]

    def strong(self, text: str) -> str:
        """Return an emphasised word: plain text has no emphasis."""
        return text

    def _fill(self, message: str, values: Mapping[str, str]) -> str:
        return message.format(**values)


class Drawn(Pen):
    """Draws things as pieces within a sentence."""

    def __init__(self, language: str, goods: Mapping[str, str], plain: Plain) -> None:
        super().__init__(language, goods)
        self._plain = plain
        self._macros: Any = environment(language).get_template("table/small.html").module
        self._kept: dict[tuple[str, str], Markup] = {}
        self.turns: dict[object, tuple[Sequence[object], Markup]] = {}  # sentences of turns, with their entries

    def cubes(self, letters: str, classes: str = "s14") -> Markup:
        """Return cubes, each as a piece."""
        drawn = self._kept.get((letters, classes))
        if drawn is None:
            drawn = Markup(self._macros.cubes(letters.lower(), self._plain.cubes(letters), classes))
            self._kept[letters, classes] = drawn
        return drawn

    def thing(self, thing: Thing) -> Markup:
        """Return a thing: as drawn pieces if it consists of cubes or upgrades only, otherwise in words."""
        match [sign for sign in thing.signs if sign is not Mark.PLUS]:
            case [Cubes() as given, Mark.ARROW, Cubes() as taken]:
                return Markup(self._macros.across(self.cubes(given), self.cubes(taken)))
            case [Cubes() as cubes]:
                return self.cubes(cubes)
            case [Upgrades(number)]:
                return Markup(self._macros.upgrade(number, self._plain.thing(thing)))
        return self.strong(self._plain.thing(thing))

    def signs(self, signs: Sequence[Sign]) -> Markup:
        """Return signs in a row."""
        return Markup(" ").join(self._sign(sign) for sign in signs)

    def _sign(self, sign: Sign) -> Markup:
        match sign:
            case Cubes():
                return self.cubes(sign, "")
            case Mark.ARROW:
                return Markup(self._macros.arrow())
            case Mark.PLUS:
                return Markup("+")
            case Upgrades(number):
                return Markup(self._macros.upgrade(number, self._plain.message(_upgrade(number))))
            case Points(number):
                return Markup(self._macros.points(number))
            case Token():
                return Markup(self._macros.piece(sign.seat, sign.number, self._(sign.kind)))
            case Symbol() | Good():
                return Markup(self._macros.strong(self._value(sign, ())))
        return escape(self.message(str(sign) if not isinstance(sign, Phrase) else sign))

    def strong(self, text: str) -> Markup:
        """Return an emphasised word."""
        return Markup(self._macros.strong(text))

    def _fill(self, message: str, values: Mapping[str, str]) -> Markup:
        return Markup(message.format(**{name: escape(value) for name, value in values.items()}))


def _upgrade(number: int) -> Phrase:
    return say_many("upgrade {number} cube", "upgrade {number} cubes", number)


@lru_cache(maxsize=64)
def pens(language: str, goods: tuple[tuple[str, str], ...]) -> tuple[Plain, Drawn]:
    """Return the pens of a language and an edition."""
    plain = Plain(language, dict(goods))
    return plain, Drawn(language, dict(goods), plain)
