"""Ports: the VP tiles that are claimed there, their pile, and the Closed Port tile that wanders."""

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import CLAIM_HERE
from century.engine.chance import roll
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer
from century.mechanisms.common.cubes import covers, pay
from century.mechanisms.common.decks import CLOSING_STREAM, NONE, VP_STREAM, bit, draw, shuffle
from century.mechanisms.sea.islands import FIRST_PORT, PORTS
from century.words import say

CLOSED = -2  # on a port, in place of a VP tile; no tile is NONE

VP_TILES = tuple(
    f"vp_{points}_{letter}"
    for points, count in ((11, 2), (12, 3), (13, 3), (14, 3), (15, 3), (16, 3), (17, 3), (18, 3), (19, 2), (20, 1))
    for letter in "abc"[:count]
)


@rule
def lay_out_ports(s, box):
    """A VP tile on each port; then the Closed Port tile is shuffled into the top of the pile (EW-12)."""
    shuffle(s.vp_deck, VP_STREAM, 0, len(box.point_cards))
    for port in range(PORTS):
        s.port_tiles[port] = draw(s, s.vp_deck)
    s.mixed = box.mixed_with + 1


@rule
def forget_vp_tiles(s, box):
    """The pile is hidden, and where in it the Closed Port tile is."""
    s.vp_deck.cards = np.uint64(0)
    s.mixed = 0


@rule
def draw_vp_tile(s):
    """The top tile of the pile: perhaps the Closed Port tile, which is among the first `mixed` (EW-12)."""
    if s.mixed > 0:
        if roll(s.chance, CLOSING_STREAM, s.mixed, s.mixed) == 0:
            s.mixed = 0
            return CLOSED
        s.mixed -= 1
    return draw(s, s.vp_deck)


@rule
def can_claim(s, box):
    """Whether the boat is on a port with a VP tile that can be paid for (EW-60, S2S-60)."""
    seat = me(s)
    port = seat.boat - FIRST_PORT
    if not 0 <= port < PORTS:
        return False
    tile = s.port_tiles[port]
    return tile >= 0 and covers(seat.cubes, box.point_cards[tile].cost)


class ClaimAtPort(Choice):
    """Return all cubes of the cost of the VP tile on this port, and take the tile (EW-60, EW-E17, S2S-60).

    A boat may stay on a closed port, and deliver when it opens again (EW-E19).
    """

    block = CLAIM_HERE

    @rule
    def options(s, box, offers):
        if can_claim(s, box):
            offer(offers, CLAIM_HERE)

    @rule
    def do(s, box, index):
        seat = me(s)
        port = seat.boat - FIRST_PORT
        tile = s.port_tiles[port]
        pay(seat.cubes, box.point_cards[tile].cost)
        seat.claimed |= bit(tile)
        refill(s, port)

    @staticmethod
    def why_not(s, box, index):
        port = me(s).boat - FIRST_PORT
        if not 0 <= port < PORTS:
            return say("this is not a port (EW-60)")
        if s.port_tiles[port] == CLOSED:
            return say("the port is closed (EW-62)")
        if s.port_tiles[port] == NONE:
            return say("there is no VP tile here (EW-E20)")
        cost = cube_text(box.point_cards[s.port_tiles[port]].cost)
        return say("the tile costs {cost} (EW-60)", cost=cost)


@rule
def refill(s, port):
    """The top tile of the pile goes on the port (EW-61), which it may close (EW-62, EW-E18).

    Once a port is closed, the closure moves to the port just served, and the tile goes on the port that was
    closed until then (EW-63). With the pile empty a port stays empty (EW-E20).
    """
    closed = NONE
    for other in range(PORTS):
        if s.port_tiles[other] == CLOSED:
            closed = other
    tile = draw_vp_tile(s)
    if closed == NONE:
        s.port_tiles[port] = tile
    else:
        s.port_tiles[closed] = tile
        s.port_tiles[port] = CLOSED
