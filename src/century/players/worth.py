"""What a position is worth to a seat beyond its points, mechanism by mechanism.

Each class measures what one mechanism has brought to the seat: cubes, cards, goals within reach, outposts, settlers. A
game uses those for which its state has the fields, so a combination needs nothing of its own. The weights are data
(`weights.toml`), by the name of the measure, in points.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from century.engine.compile import rule
from century.engine.contract import for_compiled_code, game_compiled, written
from century.engine.game import Game, Rule, game_of
from century.mechanisms.coins import NO_COIN, coin_at
from century.mechanisms.cubes import COLOURS
from century.mechanisms.decks import NONE, holds, size
from century.mechanisms.effects import UPGRADES
from century.mechanisms.islands import FIRST_PORT, PORTS, TILES, TRADE_SYMBOLS
from century.mechanisms.merchants import CARDS


class Measure:
    """Something that a seat has, with a weight for each of its names: `worth(s, box, seat, weights)` is a rule."""

    names: ClassVar[Sequence[str]]
    needs: ClassVar[Sequence[str]]  # fields of the table or of a seat
    worth: Rule


@rule
def gain_of(effect):
    """What one use of a card brings, in steps of colour: yellow is worth 1, brown 4."""
    total = np.float64(0)
    if effect.kind == UPGRADES:
        return total + effect.upgrades
    for colour in range(COLOURS):
        total += (colour + 1) * (np.float64(effect.taken[colour]) - effect.given[colour])
    return total


@rule
def closeness(cubes, cost):
    """How much of a cost is there, from 0 to 1: by worth, other cubes counting for half."""
    there = np.float64(0)
    missing = np.float64(0)
    other = np.float64(0)
    for colour in range(COLOURS):
        lacking = np.int64(cost[colour]) - cubes[colour]
        if lacking > 0:
            there += (colour + 1) * np.float64(cubes[colour])
            missing += (colour + 1) * lacking
        else:
            there += (colour + 1) * np.float64(cost[colour])
            other -= (colour + 1) * lacking
    return (there + min(other, missing) / 2) / (there + missing)


class Cubes(Measure):
    """Cubes in storage, by colour."""

    names = ("yellow", "red", "green", "brown")
    needs = ("cubes",)

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for colour in range(COLOURS):
            total += weights[colour] * seat.cubes[colour]
        return total


class Hand(Measure):
    """Merchant cards: each, what one use gains, and less for those that are played."""

    names = ("card", "card gain", "played card")
    needs = ("hand", "played")

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for card in range(CARDS):
            if holds(seat.hand | seat.played, card):
                total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + card])
        return total + weights[2] * size(seat.played)


class SailedCards(Measure):
    """Merchant cards that are face down."""

    names = ("sailed card", "sailed card gain")
    needs = ("sailed",)

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for card in range(CARDS):
            if holds(seat.sailed, card):
                total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + card])
        return total


class Route(Measure):
    """Cards of the trade route: each, and what one use gains for each settler it needs."""

    names = ("route card", "route gain")
    needs = ("route",)

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for place in range(seat.route_length):
            gain = gain_of(box.effects[box.first_merchant + seat.route[place].card])
            total += weights[0] + weights[1] * gain / (place + 1)
        return total


class MerchantsTaken(Measure):
    """Merchant cards on the way to a bonus tile."""

    names = ("merchant taken",)
    needs = ("merchants_taken",)

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(seat.merchants_taken % box.cards_per_tile)


class Claims(Measure):
    """Point cards claimed: each brings the end of the game nearer."""

    names = ("claim",)
    needs = ("claimed",)

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(size(seat.claimed))


class RowGoal(Measure):
    """The point card of the row that is nearest: its points and coin, by how much of its cost is there."""

    names = ("goal",)
    needs = ("point_row", "coins")

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        for place in range(len(s.point_row)):
            card = s.point_row[place]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                coin = coin_at(s, place)
                points = np.float64(box.point_cards[card].points)
                if coin != NO_COIN:
                    points += box.coin_points[coin]
                best = max(best, points * near * near)
        return weights[0] * best


class FortGoal(Measure):
    """The point card above a fort that is nearest."""

    names = ("goal",)
    needs = ("fort_cards",)

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        for fort in range(len(s.fort_cards)):
            card = s.fort_cards[fort]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                best = max(best, (2 + np.float64(box.point_cards[card].points)) * near * near)
        return weights[0] * best


class PortGoal(Measure):
    """The VP tile on a port that is nearest: by how much of its cost is there, and by the steps to the port."""

    names = ("goal", "goal step")
    needs = ("port_tiles", "boat")

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        if seat.boat < 0:
            return best
        steps = 0
        reached = np.uint64(1) << np.uint64(seat.boat)
        while True:
            beyond = reached
            for tile in range(TILES):
                if holds(reached, tile):
                    beyond |= np.uint64(s.neighbours[tile])
                    port = tile - FIRST_PORT
                    if 0 <= port < PORTS and s.port_tiles[port] >= 0:
                        goal = box.point_cards[s.port_tiles[port]]
                        near = closeness(seat.cubes, goal.cost)
                        best = max(best, np.float64(goal.points) * near * near * (1 - weights[1] * steps))
            if beyond == reached:
                return weights[0] * best
            reached = beyond
            steps += 1


class Outposts(Measure):
    """Outposts built, and rows that have lost as many as the next column needs."""

    names = ("outpost", "column")
    needs = ("outposts", "built")

    @rule
    def worth(s, box, seat, weights):
        least = seat.built[0]
        total = np.int64(0)
        for symbol in range(TRADE_SYMBOLS):
            least = min(least, seat.built[symbol])
            total += seat.built[symbol]
        ahead = 0
        for symbol in range(TRADE_SYMBOLS):
            if seat.built[symbol] > least:
                ahead += 1
        return weights[0] * np.float64(total) + weights[1] * np.float64(ahead)


class BonusPiles(Measure):
    """Bonus tiles that help: a larger hold, free steps, upgrades, harvests."""

    names = ("hold tile", "step tile", "points tile", "upgrade tile", "harvest tile")
    needs = ("piles", "bonus")

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for kind in range(len(seat.bonus)):
            total += weights[kind] * seat.bonus[kind]
        return total


class Settlers(Measure):
    """Settlers in play, and those of them at home."""

    names = ("settler", "settler at home")
    needs = ("home", "reserve")

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * (np.float64(box.settlers) - seat.reserve) + weights[1] * seat.home


class Benefits(Measure):
    """Native help, and the cubes of tools."""

    names = ("help", "tool step")
    needs = ("help", "tools")

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for circle in range(len(seat.help)):
            total += weights[0] * seat.help[circle]
            for colour in range(COLOURS):
                total += weights[1] * (colour + 1) * seat.tools[circle][colour]
        return total


MEASURES: Sequence[type[Measure]] = (
    Cubes,
    Hand,
    SailedCards,
    Route,
    MerchantsTaken,
    Claims,
    RowGoal,
    FortGoal,
    PortGoal,
    Outposts,
    BonusPiles,
    Settlers,
    Benefits,
)


def fields_of(game: Game) -> set[str]:
    """The names of all fields of a game's table and seats."""
    state = game.state_type
    assert state.names
    return {*state.names, *(state["seats"].base.names or ())}


def measures_of(game: Game) -> list[type[Measure]]:
    """The measures that a game has the fields for."""
    return [measure for measure in MEASURES if fields_of(game).issuperset(measure.needs)]


def names_of(game: Game) -> list[str]:
    """The names of the weights of a game, in their order."""
    return [name for measure in measures_of(game) for name in measure.names]


def worth(s: Any, box: Any, seat: int, weights: Any) -> float:
    """What a seat has beyond its points."""
    total, first = 0.0, 0
    for measure in measures_of(game_of(s.dtype)):
        total += float(measure.worth(s, box, s.seats[seat], weights[first : first + len(measure.names)]))
        first += len(measure.names)
    return total


@for_compiled_code(worth)
def _worth(s: Any, box: Any, seat: Any, weights: Any) -> Callable[..., Any]:
    lines, rules, first = ["total = 0.0"], {}, 0
    for number, measure in enumerate(measures_of(game_compiled(s))):
        rules[f"worth_{number}"] = measure.worth
        end = first + len(measure.names)
        lines.append(f"total += worth_{number}(s, box, s.seats[seat], weights[{first}:{end}])")
        first = end
    return written("s, box, seat, weights", [*lines, "return total"], rules)
