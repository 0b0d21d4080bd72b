"""The templates in a language, and the pieces they draw into sentences."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from century.web.render.languages import translations
from century.web.render.telling import Plain
from century.words import told

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


class Drawn:
    """Things as pieces, drawn into a sentence."""

    def __init__(self, plain: Plain, language: str) -> None:
        """Pieces with names in the words of an edition."""
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

    def effect(self, thing: Mapping[str, Any]) -> Markup:
        """What a card or a tile does."""
        if "give" in thing:
            return Markup(self._macros.across(self.cubes(thing["give"]), self.cubes(thing["take"])))  # type: ignore[attr-defined]
        if "gain" in thing:
            return self.cubes(thing["gain"])
        if "upgrade" in thing:
            return Markup(self._macros.upgrade(thing["upgrade"], self._plain.effect(thing)))  # type: ignore[attr-defined]
        return Markup(self._macros.strong(self._plain.effect(thing)))  # type: ignore[attr-defined]

    def strong(self, text: object) -> Markup:
        """A word that matters."""
        return Markup(self._macros.strong(text))  # type: ignore[attr-defined]

    def fill(self, message: str, values: Mapping[str, object]) -> Markup:
        """A sentence with its pieces put in."""
        return Markup(message) % values


@lru_cache(maxsize=64)
def pens(language: str, words: tuple[tuple[str, str], ...]) -> tuple[Plain, Drawn]:
    """Things in words, and as pieces, in the words of an edition."""
    found = translations(language)
    plain = Plain(dict(words), found.gettext, found.ngettext)
    return plain, Drawn(plain, language)
