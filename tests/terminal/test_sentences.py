"""The terminal tells turns in sentences, with the notation that a player types beside them."""

import pytest

import century
from century.drawing.pieces import Pieces
from century.engine.signs import Good, Player, Strong
from century.words import say, say_many


def pieces(edition: str | None = None) -> Pieces:
    view = century.game("spice-road").new(edition=edition, interpreted=True).view()
    return Pieces(edition, view["words"])


def test_a_turn_is_a_sentence_with_its_notation() -> None:
    match = century.game("spice-road").new(players=2, seed=7, start=0, names=["Ines", "Okan"], interpreted=True)
    answers = [match.game.space.action_of(text) for text in ("play S02", "upgrade Y", "upgrade Y")]
    (line,) = pieces().turns(match, answers)
    assert line.plain == "1.1 Ines: upgraded: YY → RR  [play S02, upgrade Y, upgrade Y]".replace("→", ">")
    assert len(match.history) == 3


@pytest.mark.parametrize(("number", "words"), [(1, "one card of Okan"), (2, "2 cards of Okan")])
def test_a_message_has_its_form_and_its_values(number: int, words: str) -> None:
    text = say_many("one card of {name}", "{number} cards of {name}", number, name=Strong(Player(1)))
    assert pieces().message(text, ["Ines", "Okan"]).plain == words
    assert pieces().message(say("the same: {text}", text=text), ["Ines", "Okan"]).plain == f"the same: {words}"


def test_coins_have_the_names_of_the_edition() -> None:
    assert pieces("golem").message(say("a {coin}", coin=Good("gold")), []).plain == "a copper coin"
