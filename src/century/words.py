"""Texts that can be told in another language, by someone else: the engine knows no language.

`say` makes an English text that remembers what it was made of. To everybody it is a plain string; who knows a
language asks it to be `told` in it. `N_` marks a text that is put in as it stands, so that it is found, too.
"""

from collections.abc import Callable
from typing import Self

from century.types import Json, JsonDict


class Said(str):
    """A text made of a message with places, and of the values in them.

    >>> said = Said("{count} cubes", {"count": 3})
    >>> said, said.message, said.values
    ('3 cubes', '{count} cubes', {'count': 3})
    """

    message: str
    form: str  # the message, or that for several things
    values: JsonDict
    several: str  # the message for several things, if its form goes by `number`; the other is for one
    number: int

    def __new__(cls, message: str, values: Json, several: str = "", number: int = 1) -> Self:
        """The English text."""
        form = several if several and number != 1 else message
        said = super().__new__(cls, form.format(**values))
        said.form = form
        said.message = str(message)
        said.values = dict(values)
        said.several, said.number = several, number
        return said

    def told(self, translate: Callable[[str], str]) -> str:
        """The text in another language; values that were said are told, too, the others are put in as they are.

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
    """Say a message with values in its places.

    >>> say("the toll is {toll}", toll=2)
    'the toll is 2'
    """
    return Said(message, values)


def say_many(one: str, several: str, number: int, /, **values: object) -> Said:
    """Say a message whose form goes by a number, which is its value `number`, too.

    >>> say_many("one card", "{number} cards", 1), say_many("one card", "{number} cards", 3)
    ('one card', '3 cards')
    """
    return Said(one, {"number": number, **values}, several, number)


def told(text: str, translate: Callable[[str], str]) -> str:
    """A text in another language, whether it was said or marked; nothing stays nothing."""
    if isinstance(text, Said):
        return text.told(translate)
    return translate(text) if text else ""  # to gettext the empty message is its header


def N_(message: str) -> str:  # noqa: N802  # the name by which gettext's tools know it
    """Mark a message that is put in as it stands.

    >>> N_("point cards")
    'point cards'
    """
    return message


def many(name: str) -> str:
    """What several of a thing are called: coins and crystals are counted, spices are not.

    >>> many("gold coin"), many("blue crystal"), many("saffron")
    ('gold coins', 'blue crystals', 'saffron')
    """
    return f"{name}s" if name.endswith((" coin", " crystal")) else name


def named(code: str) -> str:
    """The name of a thing whose code stands in a view: a message, too.

    >>> named("native_help")
    'native help'
    """
    return code.replace("_", " ")
