"""Pens: how what the mechanisms say stands in a sentence, as words or as pieces drawn."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

from century.engine.signs import Cubes, Good, Mark, Player, Points, Sign, Strong, Symbol, Token, Upgrades
from century.engine.things import Thing
from century.web.render.languages import translations
from century.words import Said, many, named, say_many, told

_KEPT = ("icon", "emblem", "seal", "progress")  # small pieces that are drawn so often that they are kept


@lru_cache
def environment(language: str) -> Environment:
    """The templates in a language."""
    made = Environment(
        loader=PackageLoader("century.web.render", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    found = translations(language)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: told(text, found.gettext), found.ngettext, newstyle=True
    )
    small = made.get_template("table/small.html").module
    for name in _KEPT:
        made.globals[name] = lru_cache(maxsize=1024)(getattr(small, name))
    return made


class Pen(ABC):
    """Writes messages in a language, with what stands in their places."""

    def __init__(self, language: str, goods: Mapping[str, str]) -> None:
        """In the words of an edition for cubes and coins."""
        found = translations(language)
        self._goods = goods
        self._, self.ngettext = found.gettext, found.ngettext

    def message(self, text: str, names: Sequence[str] = ()) -> str:
        """A message in the language; `names` are those of the players."""
        if not isinstance(text, Said):
            return self._(text) if text else ""
        values = {name: self._value(value, names) for name, value in text.values.items()}
        if text.several:
            return self._fill(self.ngettext(text.message, text.several, text.number), values)
        return self._fill(self._(text.message), values)

    def _value(self, value: object, names: Sequence[str]) -> str:
        match value:
            case Cubes():
                return self.cubes(value)
            case Said():
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
        """Cubes."""

    @abstractmethod
    def thing(self, thing: Thing) -> str:
        """What a thing says."""

    @abstractmethod
    def strong(self, text: str) -> str:
        """A word that matters."""

    @abstractmethod
    def _fill(self, message: str, values: Mapping[str, str]) -> str:
        """A message with the values in its places."""


class Plain(Pen):
    """Everything in words, for those who hear the page."""

    def cubes(self, letters: str) -> str:
        """Cubes, such as "2 turmeric, 1 saffron"."""
        parts = []
        for code in "YRGB":
            if number := letters.count(code):
                good = self._goods.get(code, code)
                name = self._(good) if many(good) == good else self.ngettext(good, many(good), number)
                parts.append(self._("%(number)s %(good)s") % {"number": number, "good": name})
        return ", ".join(parts) or self._("nothing")

    def __init__(self, language: str, goods: Mapping[str, str]) -> None:
        """In the words of an edition for cubes and coins."""
        super().__init__(language, goods)
        self._spoken: dict[tuple[str, str], str] = {}  # what things say, by message and English text

    def thing(self, thing: Thing) -> str:
        """What a thing says, in words."""
        spoken = thing.spoken
        key = (spoken.message if isinstance(spoken, Said) else "", str(spoken))
        if key not in self._spoken:
            self._spoken[key] = self.message(spoken)
        return self._spoken[key]

    def strong(self, text: str) -> str:
        """A word that matters, which words cannot show."""
        return text

    def _fill(self, message: str, values: Mapping[str, str]) -> str:
        return message.format(**values)


class Drawn(Pen):
    """Things as pieces, drawn into a sentence."""

    def __init__(self, language: str, goods: Mapping[str, str], plain: Plain) -> None:
        """Pieces have names in plain words."""
        super().__init__(language, goods)
        self._plain = plain
        self._macros = environment(language).get_template("table/small.html").module
        self._made: dict[tuple[str, str], Markup] = {}

    def cubes(self, letters: str, classes: str = "s14") -> Markup:
        """Cubes, each as a piece."""
        made = self._made.get((letters, classes))
        if made is None:
            made = Markup(self._macros.cubes(letters.lower(), self._plain.cubes(letters), classes))  # type: ignore[attr-defined]
            self._made[letters, classes] = made
        return made

    def thing(self, thing: Thing) -> Markup:
        """What a thing says, in cubes if it has some, or else in words."""
        match [sign for sign in thing.signs if sign is not Mark.PLUS]:
            case [Cubes() as given, Mark.ARROW, Cubes() as taken]:
                return Markup(self._macros.across(self.cubes(given), self.cubes(taken)))  # type: ignore[attr-defined]
            case [Cubes() as cubes]:
                return self.cubes(cubes)
            case [Upgrades(number)]:
                return Markup(self._macros.upgrade(number, self._plain.thing(thing)))  # type: ignore[attr-defined]
        return self.strong(self._plain.thing(thing))

    def signs(self, signs: Sequence[Sign]) -> Markup:
        """Signs one after the other."""
        return Markup(" ").join(self._sign(sign) for sign in signs)

    def _sign(self, sign: Sign) -> Markup:
        macros: Any = self._macros
        match sign:
            case Cubes():
                return self.cubes(sign, "")
            case Mark.ARROW:
                return Markup(macros.arrow())
            case Mark.PLUS:
                return Markup("+")
            case Upgrades(number):
                return Markup(macros.upgrade(number, self._plain.message(_upgrade(number))))
            case Points(number):
                return Markup(macros.points(number))
            case Token():
                return Markup(macros.piece(sign.seat, sign.number, self._(sign.kind)))
            case Symbol() | Good():
                return Markup(macros.strong(self._value(sign, ())))
        return escape(self.message(str(sign) if not isinstance(sign, Said) else sign))

    def strong(self, text: str) -> Markup:
        """A word that matters."""
        return Markup(self._macros.strong(text))  # type: ignore[attr-defined]

    def _fill(self, message: str, values: Mapping[str, str]) -> Markup:
        return Markup(message.format(**{name: escape(value) for name, value in values.items()}))


def _upgrade(number: int) -> Said:
    return say_many("upgrade {number} cube", "upgrade {number} cubes", number)


@lru_cache(maxsize=64)
def pens(language: str, goods: tuple[tuple[str, str], ...]) -> tuple[Plain, Drawn]:
    """Pens in a language, with the words of an edition for its goods."""
    plain = Plain(language, dict(goods))
    return plain, Drawn(language, dict(goods), plain)
