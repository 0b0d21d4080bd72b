"""Messages that can be translated later. The engine itself does not depend on a language.

`say` returns an English string that keeps its message and its values. It can be used like any string; `told`
translates it. `N_` marks a constant text for translation.
"""

from collections.abc import Callable
from typing import Self

from century.types import Json, JsonDict


class Said(str):
    """A string made from a message with placeholders and the values for them.

    >>> said = Said("{count} cubes", {"count": 3})
    >>> said, said.message, said.values
    ('3 cubes', '{count} cubes', {'count': 3})
    """

    message: str
    form: str  # the message, or that for several things
    values: JsonDict
    several: str  # the plural message, if the form depends on `number`; `message` is then the singular
    number: int

    def __new__(cls, message: str, values: Json, several: str = "", number: int = 1) -> Self:
        """Create the English text."""
        form = several if several and number != 1 else message
        said = super().__new__(cls, form.format(**values))
        said.form = form
        said.message = str(message)
        said.values = dict(values)
        said.several, said.number = several, number
        return said

    def told(self, translate: Callable[[str], str]) -> str:
        """Translate the text. Values made by `say` are translated, too; others stay as they are.

        >>> german = {"{count} cubes, {what} lost": "{count} Würfel, {what} verloren", "nothing": "nichts"}
        >>> say("{count} cubes, {what} lost", count=3, what=say("nothing")).told(german.__getitem__)
        '3 Würfel, nichts verloren'
        """
        values = {
            name: value.told(translate) if isinstance(value, Said) else value for name, value in self.values.items()
        }
        return told(self.message, translate).format(**values)

    def __reduce__(self) -> tuple[type[Self], tuple[str, JsonDict, str, int]]:
        return type(self), (self.message, self.values, self.several, self.number)


def say(message: str, /, **values: object) -> Said:
    """Return a message with values in place of its placeholders.

    >>> say("the toll is {toll}", toll=2)
    'the toll is 2'
    """
    return Said(message, values)


def say_many(one: str, several: str, number: int, /, **values: object) -> Said:
    """Return a message with a singular and a plural form; `number` selects the form and is a value of it.

    >>> say_many("one card", "{number} cards", 1), say_many("one card", "{number} cards", 3)
    ('one card', '3 cards')
    """
    return Said(one, {"number": number, **values}, several, number)


def told(text: str, translate: Callable[[str], str]) -> str:
    """Translate a text made by `say` or marked by `N_`. An empty text stays empty."""
    if isinstance(text, Said):
        return text.told(translate)
    return translate(text) if text else ""  # for gettext, the empty message is the header of the file


def N_(message: str) -> str:  # noqa: N802  # the usual name for gettext
    """Mark a constant message for translation.

    >>> N_("point cards")
    'point cards'
    """
    return message


def many(name: str) -> str:
    """Return the plural of a component name. Coins and crystals have one, spices do not.

    >>> many("gold coin"), many("blue crystal"), many("saffron")
    ('gold coins', 'blue crystals', 'saffron')
    """
    return f"{name}s" if name.endswith((" coin", " crystal")) else name


def named(code: str) -> str:
    """Return the name for a code in a view. The name is a message that can be translated.

    >>> named("native_help")
    'native help'
    """
    return code.replace("_", " ")
