"""Texts that can be translated where they are shown: the engine knows no language.

`say` makes an English text that keeps its message and its values. It is a plain string to everybody; the page has it
`translated`. `N_` marks a message that is shown as it stands, so that it is collected for translation, too.
"""

from collections.abc import Callable
from typing import Self

from century.types import Json, JsonDict


class Phrase(str):
    """An English text, with the message that it was made of and the values in its places.

    >>> phrase = Phrase("{count} cubes", {"count": 3})
    >>> phrase, phrase.message, phrase.values
    ('3 cubes', '{count} cubes', {'count': 3})
    """

    __slots__ = ("form", "message", "number", "several", "values")  # tables keep some for each answer
    message: str
    values: JsonDict
    several: str  # the message in the plural, if there is one; `message` is the singular then
    number: int  # that decides between the two
    form: str  # the message that was chosen in English

    def __new__(cls, message: str, values: Json, several: str = "", number: int = 1) -> Self:
        """Fill the message with the values."""
        form = several if several and number != 1 else message
        phrase = super().__new__(cls, form.format(**values))
        phrase.message, phrase.form = str(message), form
        phrase.values = dict(values)
        phrase.several, phrase.number = several, number
        return phrase

    def translated(self, translate: Callable[[str], str]) -> str:
        """Return the text in another language; values that are phrases are translated, others are not.

        >>> german = {"{count} cubes, {what} lost": "{count} Würfel, {what} verloren", "nothing": "nichts"}
        >>> say("{count} cubes, {what} lost", count=3, what=say("nothing")).translated(german.__getitem__)
        '3 Würfel, nichts verloren'
        """
        values = {
            name: value.translated(translate) if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        return translated(self.message, translate).format(**values)

    def __reduce__(self) -> tuple[type[Self], tuple[str, JsonDict, str, int]]:
        return type(self), (self.message, self.values, self.several, self.number)


def say(message: str, /, **values: object) -> Phrase:
    """Return a message with values in its places.

    >>> say("the toll is {toll}", toll=2)
    'the toll is 2'
    """
    return Phrase(message, values)


def say_many(one: str, several: str, number: int, /, **values: object) -> Phrase:
    """Return a message in the singular or the plural; the number is also its value `number`.

    >>> say_many("one card", "{number} cards", 1), say_many("one card", "{number} cards", 3)
    ('one card', '3 cards')
    """
    return Phrase(one, {"number": number, **values}, several, number)


def translated(text: str, translate: Callable[[str], str]) -> str:
    """Return a phrase or a marked message in another language; an empty text stays empty."""
    if isinstance(text, Phrase):
        return text.translated(translate)
    return translate(text) if text else ""  # to gettext the empty message is its header


def N_(message: str) -> str:  # noqa: N802  # the name by which gettext's tools know it
    """Mark a message that is shown as it stands.

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
