"""From East to West, Part I: tables and figures that its tests share."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import century
from century.engine.match import Match
from tests.tables.new_world import (
    new_world,
    worked,
)
from tests.tables.sea import seen

GAME = century.game("east-to-west-1")


FROM_THREE_ON = {f"pc_{n:02}" for n in (2, 5, 9, 14, 19, 22, 26, 30, 36, 39, 50, 55)}


WITH_FOUR = {f"pc_{n:02}" for n in (6, 8, 11, 16, 18, 24, 28, 32, 34, 40, 51, 54)}


NO_BLACK_STAR = {f"pc_{n:02}" for n in range(1, 57) if not 41 <= n <= 48}


TOWARDS_THE_END = "pc_01 pc_03 pc_13 pc_25 pc_33 pc_38 pc_49"  # 7 cards, 28 points


EIGHT = TOWARDS_THE_END + " pc_53"  # 32 points


MERCHANTS = {f"M{n:02}" for n in range(1, 44)}


MARKETS = ("e2_4", "e2_5", "d2_4", "d2_5")  # by number, for 1, 1, 2 and 3 settlers


LYING = ["M05", "M09", "M12", "M22"]  # YYR; upgrade 3; YYY > B; RR > GG


TWELVE = "M01 M02 M03 M04 M06 M07 M08 M10 M11 M13 M14 M15"  # spice, then trades for YY, YY, YYY, YYY and YYYY


ICONS = {"d2_1", "d2_2", "e2_1", "e2_2"}


GUILD = {"circle_symbol": "guild", "exploration": ""}


REFRESH_WITH_A_GUILD = {"id": "loc_e2_3", "board": "E2", "slot": 3, "kind": "refresh_market", "settlers": 1} | GUILD


def table(*, markets: str | None = " ".join(LYING), **more: Any) -> Match:
    """A table of this game with these cards below the markets, and what else `new_world` takes."""
    return new_world("east-to-west-1", markets=markets, **more)


def refused(match: Match, answer: str, reason: str) -> None:
    with pytest.raises(century.IllegalAction, match=re.escape(reason)):
        match.play(answer)


def on_route(match: Match, seat: int) -> list[tuple[str, int]]:
    """The cards of a seat's trade route from the left, and the settlers on each."""
    return [(card["card"], card["placed"]) for card in seen(match, seat, "route")]


def of_the_route(match: Match) -> set[str]:
    """The cards that can be worked on."""
    return worked(match) & MERCHANTS


@cache
def deals(players: int) -> list[Mapping[str, Any]]:
    return [GAME.new(players=players, seed=seed, interpreted=True).view() for seed in range(80)]
