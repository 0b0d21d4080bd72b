"""Ports: the VP tiles that are claimed there, their pile, and the Closed Port tile that wanders."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import CLAIM_HERE, STEP
from century.engine.chance import FIRST_DECK_STREAM, roll
from century.engine.compile import rule
from century.engine.part import Column, OneAnswer, Part, measure
from century.engine.pieces import piece
from century.engine.state import me
from century.mechanisms.common.cubes import covers, pay
from century.mechanisms.common.decks import DECK, NONE, bit, cards_of, draw, holds, shuffle, size
from century.mechanisms.common.observe import COST_COLUMNS, COST_SIZE, write_cost
from century.mechanisms.common.value import worth_of_goal
from century.mechanisms.sea import words
from century.mechanisms.sea.islands import next_to
from century.mechanisms.sea.printed import CLOSED, FIRST_PORT, PORTS, VP_TILES
from century.words import say

VP_STREAM = FIRST_DECK_STREAM + 4
CLOSING_STREAM = FIRST_DECK_STREAM + 5


@rule
def lay_out_ports(s, box):
    """A VP tile on each port; then the Closed Port tile is shuffled into the top of the pile (EW-12)."""
    shuffle(s.vp_deck, VP_STREAM, 0, len(box.point_cards))
    for port in range(PORTS):
        s.port_tiles[port] = draw(s, s.vp_deck)
    s.mixed = box.mixed_with + 1


@rule
def forget_vp_tiles(s, box):
    """Hide the pile, and the place of the Closed Port tile in it."""
    s.vp_deck.cards = np.uint64(0)
    s.mixed = 0


@rule
def draw_vp_tile(s):
    """Draw the top tile of the pile: perhaps the Closed Port tile, which is among the first `mixed` (EW-12)."""
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


class ClaimAtPort(OneAnswer):
    """Return all cubes of the cost of the VP tile on this port, and take the tile (EW-60, EW-E17, S2S-60).

    A boat may stay on a closed port, and deliver when it opens again (EW-E19).
    """

    block = CLAIM_HERE
    is_claim = True

    can = can_claim

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


PORT_SIZE = 2 + COST_SIZE


@piece(
    "ports",
    160,
    "the VP tile on each port: its number (0: none), its cost and points; whether the port is closed",
    columns=(Column("tile", len(VP_TILES)), *COST_COLUMNS, Column("closed")),
    rows=STEP.labels[FIRST_PORT : FIRST_PORT + PORTS],
)
def _observe_ports(s, box, seat, out, at):
    for port in range(PORTS):
        write_cost(out, at + port * PORT_SIZE, box, s.port_tiles[port])
        out[at + port * PORT_SIZE + 1 + COST_SIZE] = s.port_tiles[port] == CLOSED


@piece(
    "vp_pile",
    170,
    "tiles in the pile, the Closed Port tile among them until it is drawn",
    columns=(Column("tiles", len(VP_TILES) + 1),),
)
def _observe_vp_pile(s, box, seat, out, at):
    out[at] = size(s.vp_deck.cards) + (s.mixed > 0)


PORT_STEP = 0.08  # by how much a goal loses for each step to its port


@measure(60, {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0})
def worth_of_port_goal(s, box, seat, weights):
    """The nearest VP tile on a port, by the share of its cost that is there and by the steps to the port."""
    best = np.float64(0)
    total = np.float64(0)
    if seat.boat < 0:
        return total
    steps = 0
    fresh = bit(seat.boat)
    reached = fresh
    while fresh != np.uint64(0):
        for port in range(PORTS):
            if holds(fresh, FIRST_PORT + port):
                value = weights[2]
                if s.port_tiles[port] >= 0:
                    value = worth_of_goal(seat.cubes, box.point_cards[s.port_tiles[port]], 0)
                value *= 1 - PORT_STEP * steps
                best = max(best, value)
                total += value
        fresh = next_to(s, fresh) & ~reached
        reached |= fresh
        steps += 1
    return weights[0] * best + weights[1] * total / PORTS


def part(mixed_with: str) -> Part:
    """Four ports and a pile of VP tiles. The argument names the number of tiles mixed with the Closed Port tile."""

    def read(box, catalogue: Catalogue) -> None:
        box.mixed_with = catalogue.number(mixed_with, 0, len(VP_TILES) - PORTS)

    return Part(
        table=[("vp_deck", DECK), ("mixed", np.int8), ("port_tiles", np.int8, PORTS)],
        box=[("mixed_with", np.int8)],
        read=read,
        setup=[lay_out_ports],
        forget=[forget_vp_tiles],
        show=lambda s, box, _: {
            "ports": {
                STEP.labels[FIRST_PORT + port]: words.port_tile(box, s.port_tiles[port]) for port in range(PORTS)
            },
            "vp_pile": len(cards_of(s.vp_deck.cards)) + int(s.mixed > 0),
        },
        observed=[_observe_ports, _observe_vp_pile],
        deeds={ClaimAtPort: words.delivered},
        things={"VP tile": words.vp_tile},
        measures=[worth_of_port_goal],
    )
