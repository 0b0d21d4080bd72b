"""Draw small pieces in a line of text: cubes, signs, players, and sentences that contain them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from string import Formatter

from rich.text import Text

from century.engine.actions import Action
from century.engine.deeds import Deed, Deeds
from century.engine.match import Match
from century.engine.signs import Cubes, Good, Mark, Player, Points, Sign, Strong, Token, Upgrades
from century.engine.things import Thing
from century.words import Phrase

_CUBES = {"Y": "black on #e8c33a", "R": "white on #b3372f", "G": "white on #2f7d4f", "B": "white on #6b4a2f"}
_CRYSTALS = {"Y": "black on #e8c33a", "R": "white on #2f7d4f", "G": "white on #2f5f9d", "B": "black on #d77fa1"}
_SEATS = ("bold #d98e04", "bold #3a7ca5", "bold #b8336a", "bold #4f772d", "bold #7b5ea7")
_MOST_CUBES = 6  # drawn one by one; more are shown as a count


class Pieces:
    """The appearance of pieces in one edition."""

    def __init__(self, edition: str | None, words: Mapping[str, str]) -> None:
        self._words = words
        self._styles = _CRYSTALS if edition == "golem" else _CUBES

    def cubes(self, letters: str) -> Text:
        """Return cubes as coloured letters."""
        text = Text()
        for letter in letters:
            text.append(letter, self._styles[letter])
        return text if letters else Text("-", "dim")

    def signs(self, signs: Sequence[Sign]) -> Text:
        """Return signs in a line."""
        return Text(" ").join(self._sign(sign, is_alone=len(signs) == 1) for sign in signs)

    def fact(self, words: str) -> Text:
        """Return a number, words or cubes as text."""
        return self.cubes(words) if isinstance(words, Cubes) else Text(words)

    def named(self, thing: Thing) -> Text:
        """Return the id and the signs of a thing in a line."""
        return Text.assemble((thing.id, "bold"), " ", self.signs(thing.signs))

    def message(self, text: str, names: Sequence[str]) -> Text:
        """A message with what stands in its places; `names` are those of the players."""
        if not isinstance(text, Phrase):
            return Text(text)
        line = Text()
        for words, place, _, _ in Formatter().parse(text.form):
            line.append(words)
            if place:
                line.append_text(self._value(text.values[place], names))
        return line

    def _value(self, value: object, names: Sequence[str]) -> Text:
        match value:
            case Strong():
                return self._value(value.value, names)
            case Player():
                return Text(names[value.seat])
            case Thing():
                signs = [sign for sign in value.signs if sign is not Mark.PLUS]
                is_drawn = all(isinstance(sign, Cubes | Mark | Upgrades) for sign in signs)
                return self.signs(signs) if is_drawn else self.message(value.spoken, names)
            case Cubes() | Good():
                return self._sign(value, is_alone=True)
        return self.message(value, names) if isinstance(value, Phrase) else Text(str(value))

    def turn(self, heading: str, given: Sequence[tuple[Action, Deed]], names: Sequence[str]) -> Text:
        """What a player has done, in sentences, and as records write it."""
        sentences = [self.message(each, names) for each in Deeds(deed for _, deed in given).sentences()]
        notation = ", ".join(action.text for action, _ in given)
        words = Text(", ").join(sentences or [Text("passed")])
        return Text.assemble((f"{heading}: ", "bold"), words, (f"  [{notation}]", "dim"))

    def turns(self, match: Match, answers: Sequence[Action]) -> Iterator[Text]:
        """Play the answers of a turn on a match, and yield a line for each player who gives some of them."""
        label, names, given = match.label, match.options.names, list[tuple[int, Action, Deed]]()
        for action in answers:
            given.append((match.actor or 0, action, match.deed(action)))
            match.play(action)
        for actor, group in groupby(given, key=itemgetter(0)):
            yield self.turn(f"{label} {names[actor]}", [(action, deed) for _, action, deed in group], names)

    def _sign(self, sign: Sign, *, is_alone: bool) -> Text:
        match sign:
            case Cubes():
                return self.cubes(sign) if len(sign) <= _MOST_CUBES else self._counted(sign)
            case Mark.ARROW:
                return Text(">")
            case Points(number):
                return Text(f"{number} points" if is_alone else str(number), "bold")
            case Good(code):
                return Text(self._words[code])
            case Token(seat=seat):
                return Text(str(sign), _SEATS[seat])
        return Text(str(sign))

    def _counted(self, letters: str) -> Text:
        text = Text()
        for letter in "YRGB":
            if number := letters.count(letter):
                text.append(str(number)).append(letter, self._styles[letter])
        return text


def seat_mark(seat: int) -> tuple[str, str]:
    """Return the number and the colour of a seat."""
    return str(seat + 1), _SEATS[seat]
