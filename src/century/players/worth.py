"""What a position is worth to a seat beyond its points, mechanism by mechanism.

Each class measures what one mechanism has brought to the seat: cubes, cards, goals within reach, outposts, settlers. A
game uses those for which its state has the fields, so a combination needs nothing of its own. The weights are data
(`weights.toml`), by the name of the measure, in points.
"""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from century.engine.actions import PLACE, PLAY
from century.engine.compile import entry, rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Rule
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, bit, lowest, size, without_lowest
from century.mechanisms.common.effects import UPGRADES
from century.mechanisms.common.scoring import CubesLeft
from century.mechanisms.new_world.bonus_stacks import BONUS_TILES
from century.mechanisms.road.coins import NO_COIN, coin_at
from century.mechanisms.sea.islands import FIRST_PORT, PORTS, TRADE_SYMBOLS

PORT_STEP = 0.08  # by how much a goal loses for each step to its port
GENERAL = (
    "discount",  # of points, by turn
    "win",  # in points
    "sooner",  # its discount by turn
    "rounds",  # after which nothing lasts any more
)
KINDS = (PLAY.labels, PLACE.labels, BONUS_TILES)
PIECES = tuple(piece for kind in KINDS for piece in kind)  # single cards and tiles, with weights of their own
BESIDES = 4  # columns of `measure` that are no measures


class Measure:
    """Something that a seat has, with a weight for each of its names: `worth(s, box, seat, weights)` is a rule."""

    names: ClassVar[Sequence[str]]
    needs: ClassVar[Sequence[str]]  # fields of the table or of a seat
    lasting: ClassVar[bool] = False  # whether it brings something as long as the game lasts
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
    """Cubes in storage, by colour; and less (or more) for each the more there are, in all or of its colour."""

    names = ("yellow", "red", "green", "brown", "many cubes", "same cubes")
    needs = ("cubes",)

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        cubes = np.float64(0)
        for colour in range(COLOURS):
            total += weights[colour] * seat.cubes[colour]
            total += weights[5] * np.float64(seat.cubes[colour]) * seat.cubes[colour]
            cubes += seat.cubes[colour]
        return total + weights[4] * cubes * cubes


class Hand(Measure):
    """Merchant cards: each, what one use gains, and less for each the more there are."""

    names = ("card", "card gain", "many cards", *PLAY.labels)
    needs = ("hand", "played")
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        left = seat.hand | seat.played
        while left != np.uint64(0):
            card = lowest(left)
            left = without_lowest(left)
            total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + card]) + weights[3 + card]
        cards = size(seat.hand | seat.played)
        return total + weights[2] * cards * cards


class Played(Measure):
    """Merchant cards that have to be taken back before they can be played again."""

    names = ("played card",)
    needs = ("hand", "played")

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(size(seat.played))


class SailedCards(Measure):
    """Merchant cards that are face down."""

    names = ("sailed card", "sailed card gain")
    needs = ("sailed",)
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        left = seat.sailed
        while left != np.uint64(0):
            total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + lowest(left)])
            left = without_lowest(left)
        return total


class Route(Measure):
    """Cards of the trade route: each, and what one use gains for each settler it needs."""

    names = ("route card", "route gain", *PLAY.labels)
    needs = ("route",)
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for place in range(seat.route_length):
            card = seat.route[place].card
            gain = gain_of(box.effects[box.first_merchant + card])
            total += weights[0] + weights[1] * gain / (place + 1) + weights[2 + card]
        return total


class MerchantsTaken(Measure):
    """Merchant cards on the way to a bonus tile."""

    names = ("merchant taken",)
    needs = ("merchants_taken",)
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(seat.merchants_taken % box.cards_per_tile)


class RowGoal(Measure):
    """The point card of the row that is nearest: its points and coin, by how much of its cost is there.

    A card that is not seen yet is worth the same to everybody: else who claims would lose a goal.
    """

    names = ("goal", "goals", "unseen goal")
    needs = ("point_row", "coins")

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        for place in range(len(s.point_row)):
            card = s.point_row[place]
            value = weights[2]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                coin = coin_at(s, place)
                points = np.float64(box.point_cards[card].points)
                if coin != NO_COIN:
                    points += box.coin_points[coin]
                value = points * near * near
            best = max(best, value)
            total += value
        return weights[0] * best + weights[1] * total / len(s.point_row)


class FortGoal(Measure):
    """The point card above a fort that is nearest."""

    names = ("goal", "goals", "unseen goal")
    needs = ("fort_cards",)

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        for fort in range(len(s.fort_cards)):
            card = s.fort_cards[fort]
            value = weights[2]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                value = (2 + np.float64(box.point_cards[card].points)) * near * near
            best = max(best, value)
            total += value
        return weights[0] * best + weights[1] * total / len(s.fort_cards)


class PortGoal(Measure):
    """The VP tile on a port that is nearest: by how much of its cost is there, and by the steps to the port."""

    names = ("goal", "goals", "unseen goal")
    needs = ("port_tiles", "boat")

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        if seat.boat < 0:
            return total
        steps = 0
        fresh = bit(seat.boat)
        reached = fresh
        while fresh != np.uint64(0):
            beyond = np.uint64(0)
            while fresh != np.uint64(0):
                tile = lowest(fresh)
                fresh = without_lowest(fresh)
                beyond |= np.uint64(s.neighbours[tile])
                port = tile - FIRST_PORT
                if 0 <= port < PORTS:
                    value = weights[2]
                    if s.port_tiles[port] >= 0:
                        goal = box.point_cards[s.port_tiles[port]]
                        near = closeness(seat.cubes, goal.cost)
                        value = np.float64(goal.points) * near * near
                    value *= 1 - PORT_STEP * steps
                    best = max(best, value)
                    total += value
            fresh = beyond & ~reached
            reached |= fresh
            steps += 1
        return weights[0] * best + weights[1] * total / PORTS


class Claims(Measure):
    """Cards or tiles claimed, beyond their points: who claims faster ends the game."""

    names = ("claim",)
    needs = ("claimed",)
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(size(seat.claimed))


class Outposts(Measure):
    """Outposts built, rows that have lost as many as the next column needs, and what a trade at each gains."""

    names = ("outpost", "column", "outpost gain", *PLACE.labels)
    needs = ("outposts", "built")
    lasting = True

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
        gain = np.float64(0)
        own = np.float64(0)
        left = np.uint64(seat.outposts)
        while left != np.uint64(0):
            tile = lowest(left)
            gain += gain_of(box.effects[box.first_tile + tile])
            own += weights[3 + tile]
            left = without_lowest(left)
        return weights[0] * np.float64(total) + weights[1] * np.float64(ahead) + weights[2] * gain + own


class BonusPiles(Measure):
    """Bonus tiles that help: a larger hold, free steps, upgrades, harvests."""

    names = ("hold tile", "step tile", "points tile", "upgrade tile", "harvest tile")
    needs = ("piles", "bonus")
    lasting = True

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
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * (np.float64(box.settlers) - seat.reserve) + weights[1] * seat.home


class BonusTiles(Measure):
    """Free spaces for bonus tiles: they are few, and better tiles may turn up while there is time; and each tile."""

    names = ("tile space", *BONUS_TILES)
    needs = ("bonus_tiles",)
    lasting = True

    @rule
    def worth(s, box, seat, weights):
        left = np.uint64(seat.bonus_tiles)
        total = weights[0] * (np.float64(box.bonus_spaces) - size(left))
        while left != np.uint64(0):
            total += weights[1 + lowest(left)]
            left = without_lowest(left)
        return total


class Benefits(Measure):
    """Native help, and the cubes of tools."""

    names = ("help", "tool step")
    needs = ("help", "tools")
    lasting = True

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
    Played,
    SailedCards,
    Route,
    MerchantsTaken,
    RowGoal,
    FortGoal,
    PortGoal,
    Claims,
    Outposts,
    BonusPiles,
    Settlers,
    BonusTiles,
    Benefits,
)


def measures_of(game: Game) -> list[type[Measure]]:
    """The measures that a game has the fields for."""
    return [measure for measure in MEASURES if game.fields.issuperset(measure.needs)]


def names_of(game: Game) -> list[str]:
    """The names of the weights of a game, in their order; the first ones are no measures."""
    return [*GENERAL, *(name for measure in measures_of(game) for name in measure.names)]


@rule
def time_left(s, box, rounds):
    """How much of the game is left, from 1 to 0: by the claims of who is nearest to the last one, and by rounds."""
    most = 0
    for seat in range(s.players):
        most = max(most, size(s.seats[seat].claimed))
    played = max(np.float64(s.turn), 0.0) / s.players
    return (1 - np.float64(most) / box.last_claim[s.players]) * max(0.0, 1 - played / rounds)


@rule
def patience(s, rounds):
    """How much what a seat has still counts, from 1 to 0: less in a game that lasts far too long.

    Else two seats could keep full storages for ever, with no card in sight that is worth its cubes.
    """
    played = max(np.float64(s.turn), 0.0) / s.players
    return min(1.0, max(0.0, 2.5 - played / rounds))


@dispatcher("s, box, seat, weights, left")
def worth(game: Game, code: Code) -> None:
    """Return what a seat has beyond its settled points, with this share of the game left."""
    code.add("total = 0.0")
    first = len(GENERAL)
    for measure in measures_of(game):
        end = first + len(measure.names)
        value = f"{code.name(measure.worth)}(s, box, s.seats[seat], weights[{first}:{end}])"
        code.add(f"total += {'left * ' if measure.lasting else ''}{value}")
        first = end
    code.add("return total")


@dispatcher("s, box, seat")
def settled(game: Game, code: Code) -> None:
    """Return the points of a seat without those of its cubes, which it will rather spend."""
    items = [item for item in game.scoring if item is not CubesLeft]
    code.add(f"return {' + '.join(f'{code.name(item.points)}(s, box, seat)' for item in items)}")


@entry
def measure(states, boxes, seats, rounds, out, points):
    """What each state gives to a seat by each measure: a row of `out`, that ends with what it may depend on besides.

    These are how much of the game is left, its square, the seat's own share of the claims, and 1. The settled points
    of the seat come into `points`.
    """
    count = out.shape[1] - BESIDES  # columns of GENERAL stay 0
    weights = np.zeros(count, np.float64)
    box = boxes[0]
    for row in range(len(states)):
        s = states[row]
        left = time_left(s, box, rounds)
        for number in range(count):
            weights[number] = 1
            out[row, number] = worth(s, box, seats[row], weights, left)
            weights[number] = 0
        out[row, count] = left
        out[row, count + 1] = left * left
        out[row, count + 2] = np.float64(size(s.seats[seats[row]].claimed)) / box.last_claim[s.players]
        out[row, count + 3] = 1
        points[row] = settled(s, box, seats[row])
