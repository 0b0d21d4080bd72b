"""From Sand to Sea: tables and figures that its tests share."""

from typing import Any

import pytest

import century
from century.engine.actions import PLAY
from century.engine.match import Match
from tests.helpers import cards, options, play
from tests.tables import sea
from tests.tables.sea import question

GAME = century.game("sand-to-sea")


MERCHANTS = {card for card in PLAY.labels if card.startswith("M")}


MIDDLE = {f"step {tile}" for tile in ("tea_1", "ginger_5", "chili_4", "ginger_4", "sea_2", "chili_5")}  # from cloves_1


THREE, FOUR = "vp_11_a vp_11_b vp_13_a", "vp_11_a vp_11_b vp_13_a vp_13_b"


CLOSED = ("closed", "vp_14_a", "vp_15_a", "vp_16_a")


NO_CARD = "no card left to pay with (S2S-36, S2S-E4)"


def dealt(players: int = 2, seed: int = 1, **more: Any) -> Match:
    return GAME.new(players=players, seed=seed, interpreted=True, **more)


def table(held: str = "", boat: str = "cloves_1", **more: Any) -> Match:
    """A table on which seat 0 has these cubes and its boat here, unless lists name what all have."""
    return sea.sand_to_sea(**{"storage": [held], "boats": [boat], **more})


def sail(match: Match, *path: str) -> Match:
    """Sail along these tiles; a step that is not free is paid with the first card there is."""
    for tile in path:
        play(match, f"step {tile}")
        if question(match) == "paying step":
            play(match, match.actions()[0].text)
    return match


def turn(match: Match, answers: str) -> Match:
    """A twin of the match after these answers."""
    return play(match.copy(), *filter(None, answers.split(", ")))


def refused(match: Match, answer: str, reason: str) -> None:
    with pytest.raises(century.IllegalAction) as error:
        match.play(answer)
    assert reason in str(error.value)


def zones(match: Match, seat: int = 0) -> tuple[list[str], list[str], list[str]]:
    """A seat's hand, played and sailed cards."""
    return cards(match, seat, "hand"), cards(match, seat, "played"), cards(match, seat, "sailed")


def on_the_row(match: Match) -> list[tuple[str, str]]:
    return [(card["card"], card["cubes"]) for card in match.view()["merchant_row"]]


def offered(match: Match, word: str) -> set[str]:
    return {text.removeprefix(f"{word} ") for text in options(match) if text.startswith(f"{word} ")}


def own_map(spaces: int, last: list[int]) -> dict[str, Any]:
    """The first map in a pack of one's own, with so many spaces, the last one being another hex."""
    s = dealt().state
    hexes = [*s.spaces.tolist()[: spaces - 1], last]
    return {"map": [{"id": "first_game", "spaces": hexes, "ports": s.set_places.tolist()}]}
