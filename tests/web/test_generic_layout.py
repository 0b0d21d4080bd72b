"""A game that declares no layout: its things are sorted into zones, on the page, in the terminal and in pictures."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from century.engine.actions import HARVEST, PLAY, TURN, action_of
from century.engine.compile import rule
from century.engine.deeds import Deed
from century.engine.game import Game, register
from century.engine.match import Match
from century.engine.part import Choice, Item, Part
from century.engine.signs import Cubes, Points
from century.engine.state import me, offer
from century.engine.things import Thing
from century.environments.picture import picture, text
from century.mechanisms.common.rounds import choose_start, next_turn
from century.web.render.drawing import draw, heading
from tests.web.seeing import GAMES, Watched, seat_views
from tests.web.test_drawing import NAMES, Page, check_page


class Plant(Choice):
    """Plant one of two kinds of trees."""

    block = PLAY

    @rule
    def options(s: Any, box: Any, offers: Any) -> None:
        offer(offers, PLAY)
        offer(offers, PLAY + 1)

    @rule
    def do(s: Any, box: Any, index: Any) -> None:
        me(s).trees += 1 + index


class Pick(Choice):
    """Take a fruit from each tree; this answer is not described."""

    block = HARVEST

    @rule
    def options(s: Any, box: Any, offers: Any) -> None:
        offer(offers, HARVEST)

    @rule
    def do(s: Any, box: Any, index: Any) -> None:
        me(s).fruit += me(s).trees


class Fruit(Item):
    """A point for each fruit."""

    name = "fruit"

    @rule
    def points(s: Any, box: Any, seat: Any) -> Any:
        return np.int64(s.seats[seat].fruit)


def sapling(index: int) -> Thing:
    return Thing("sapling", f"S{index}", [Cubes("YG"), Points(index)], "a sapling")


@rule
def never(s: Any, box: Any) -> Any:
    return False


@rule
def first_seat(s: Any, box: Any) -> Any:
    return 0


def trees() -> Part:
    def show(s: Any, box: Any, catalogue: Any) -> dict[str, Any]:
        return {
            "saplings": [sapling(0), sapling(1), None],
            "tools": [{"tool": "<spade>", "weight": 3}],
            "weather": "fine & dry",
            "baskets": {"small": Cubes("YR"), "large": Cubes("BB")},
            "season": None,
        }

    def show_seat(s: Any, box: Any, catalogue: Any, seat: Any) -> dict[str, Any]:
        return {"trees": int(seat.trees), "fruit": int(seat.fruit), "apples": Cubes("RRR")}

    def planted(s: Any, box: Any, index: int) -> Deed:
        return Deed(about=sapling(index))

    return Part(
        table=[("season", np.int8)],
        seat=[("trees", np.int16), ("fruit", np.int16)],
        box=[("nothing", np.int8)],
        show=show,
        show_seat=show_seat,
        deeds={Plant: planted},
    )


ORCHARD = register(
    Game(
        name="orchard-of-zones",
        title="Orchard",
        letters="ORC",
        least_players=2,
        most_players=3,
        components=["spice_road.toml"],
        parts=[Part(setup=[choose_start]), trees()],
        decisions={TURN: [Plant, Pick]},
        turn_end=[],
        next_turn=next_turn,
        end=never,
        scoring=[Fruit],
        winner=first_seat,
    )
)


def orchard() -> Match:
    return ORCHARD.new(players=3, seed=1, start=0, turn_limit=9, names=NAMES[:3], interpreted=True)


def watched_orchard() -> Watched:
    watched = Watched("spice-road", 2, seed=1)
    watched.match = orchard()
    return watched


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_without_a_layout_has_a_page(language: str) -> None:
    watched, views = watched_orchard(), seat_views(NAMES[:3])
    while not watched.match.over:
        for seat in (watched.match.actor, 1, None):
            seen = watched.seen(seat, views, hint=True)
            check_page(draw(seen, language), seen)
        watched.play()
    seen = watched.seen(0, views)
    check_page(draw(seen, language), seen)
    assert heading(seen, language)


def test_its_things_are_cards_and_its_other_answers_buttons() -> None:
    watched, views = watched_orchard(), seat_views(NAMES[:3])
    html = draw(watched.seen(0, views))
    page = Page(html)
    for words in ("saplings", "<spade>", "weight 3", "fine & dry", "baskets", "harvest", "S1"):
        assert words in page.text, words
    assert html.count(f'data-action="{action_of("play S01").id}"') == 1  # the card alone
    assert html.count(f'data-action="{action_of("harvest").id}"') == 1
    assert page.attributes["data-question"] == "Your turn."
    watched.play(action_of("harvest"))
    assert Page(draw(watched.seen(1, views))).attributes["data-told"] == f"{NAMES[0]} harvest"


def test_its_terminal_and_its_picture_show_the_same() -> None:
    view = orchard().view(0)
    for drawn in (text(view), picture(view)):
        for words in ("saplings", "S0", "weight 3", "baskets", "trees", NAMES[2]):
            assert words in drawn, words
    assert picture(view).count('fill="#e8c547"') == 3  # the yellow cubes of two saplings and a basket
    assert "&lt;spade&gt;" in picture(view)


@pytest.mark.parametrize("game", GAMES)
def test_the_generic_layout_can_draw_every_game(game: str) -> None:
    watched, views = Watched(game, 2, seed=3), seat_views(NAMES[:2])
    for number in range(60):
        if number % 4 == 0:
            for language in ("en", "de"):
                seen = watched.seen(watched.match.actor, views, hint=True)
                seen.view.game = replace(seen.view.game, page="")
                check_page(draw(seen, language), seen)
        watched.play()
