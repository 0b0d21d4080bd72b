"""Eastern Wonders: tables and figures that its tests share."""

from typing import Any

import century
from century.engine.match import Match
from tests.helpers import play, refresh
from tests.tables.sea import (
    LAID,
    at_sea,
    hold,
    ports,
)

GAME = century.game("eastern-wonders")


def eastern_wonders(**more: Any) -> Match:
    """A table of Eastern Wonders with the tiles as in `LAID`, and what else `at_sea` takes."""
    return at_sea("eastern-wonders", LAID, **more)


def map_pack(**changes: Any) -> dict[str, Any]:
    """Map first_game in a pack of one's own, with changes."""
    match = GAME.new(players=2, seed=1, interpreted=True)
    spaces, port_spaces = match.state.spaces.tolist(), match.state.set_places.tolist()
    return {"map": [{"id": "first_game", "spaces": spaces, "ports": port_spaces, **changes}]}


SPACES: list[list[int]] = map_pack()["map"][0]["spaces"]


def claims_until_closed(seed: int) -> tuple[int, Match]:
    """Seat 0 claims at port 1 until a port is closed; how many claims that took."""
    match = eastern_wonders(seed=seed, boats=["port_1"])
    claims = 0
    while "closed" not in ports(match):
        claims += 1
        hold(match, 0, match.view()["ports"]["port_1"]["cost"])
        match.state.seats[0].claimed = 0  # the game goes on
        refresh(match)
        play(match, "anchor", "claim", "anchor", "done")
    return claims, match


THREE = "vp_11_a vp_11_b vp_13_a"
