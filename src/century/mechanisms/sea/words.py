"""Islands, boats, outposts and ports, and what is done there, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from century.components.catalogue import cube_text
from century.engine.actions import BONUS, CUBE, STEP
from century.engine.things import (
    About,
    Cubes,
    Deed,
    Deeds,
    Piece,
    Player,
    Points,
    Question,
    Sign,
    Silent,
    Strong,
    Thing,
)
from century.mechanisms.common.decks import NONE, holds
from century.mechanisms.common.words import Claimed, GaveCube, PaidToll, TookTile, all_cubes, effect, point_card
from century.mechanisms.road.words import merchant
from century.mechanisms.sea.bonus_piles import FREE_STEP, HARVEST, HOLD, POINTS, UPGRADE
from century.mechanisms.sea.islands import FIRST_PORT, MARKET_TILES, PORTS
from century.mechanisms.sea.ports import CLOSED, VP_TILES
from century.words import N_, Said, say, say_many

_CLOSED = Thing("port", "closed", [say("closed")], say("closed"))


# What tiles of the map and bonus tiles are called, where their code is shown.
_CALLED = (
    *(N_("ginger"), N_("chili"), N_("tea"), N_("cloves"), N_("port"), N_("sea")),
    *(N_("hold"), N_("step"), N_("points"), N_("upgrade"), N_("harvest")),
)
assert set(_CALLED) == {*BONUS.labels, *(label.rpartition("_")[0] for label in STEP.labels)}


def vp_tile(box, tile: int) -> Thing:
    """A tile that is claimed at a port."""
    return point_card(box, VP_TILES, tile, "VP tile")


def port_tile(box, tile: int) -> Thing | str | None:
    """What lies on a port."""
    if tile == CLOSED:
        return "closed"
    return None if tile == NONE else vp_tile(box, tile)


def tile(s, box, tile: int) -> Thing:
    """A tile of the map, and what is on it."""
    label, is_market = STEP.labels[tile], tile < MARKET_TILES
    says = effect(box.effects[box.first_tile + tile]) if is_market else _lying_at(s, box, tile) or _NOTHING
    boats = [seat for seat in range(s.players) if s.seats[seat].boat == tile]
    on_it: list[Sign] = [Piece("boat", seat, mark=">") for seat in boats]
    facts: dict[str, object] = {"tile": label, "hex": [int(s.hexes[tile][0]), int(s.hexes[tile][1])]}
    if is_market:
        outposts = [seat for seat in range(s.players) if holds(s.seats[seat].outposts, tile)]
        on_it += [Piece("outpost", seat) for seat in outposts]
        facts |= {**says.facts, "outposts": outposts}
    facts["boats"] = boats
    if "tile_cubes" in s.dtype.names:
        facts["cubes"] = cubes = Cubes(cube_text(s.tile_cubes[tile]))
        on_it += [cubes] if cubes else []
    kind = "market tile" if is_market else "tile"
    return says.but(kind=kind, id=label, name=place(tile), facts=facts, on_it=on_it)


_NOTHING = Thing("tile", "", (), "")


def _lying_at(s, box, tile: int) -> Thing | None:
    """What can be claimed on a tile, if it is a port."""
    if "port_tiles" not in s.dtype.names or not 0 <= tile - FIRST_PORT < PORTS:
        return None
    shown = port_tile(box, s.port_tiles[tile - FIRST_PORT])
    return _CLOSED if isinstance(shown, str) else shown


_PLACES = {
    "ginger": say("the ginger market"),
    "chili": say("the chili market"),
    "tea": say("the tea market"),
    "cloves": say("the cloves market"),
    "port": say("a port"),
    "sea": say("the open sea"),
}


def place(tile: int) -> str:
    """A tile of the map by its kind, as it can be told apart on the map."""
    return _PLACES[STEP.labels[tile].partition("_")[0]]


def bonus_tile(kind: int, points: int | None = None) -> Thing:
    """A bonus tile of a pile."""
    spoken = {
        HOLD: say("a larger hold"),
        FREE_STEP: say("a free step"),
        POINTS: say("{points} points", points=points or 0),
        UPGRADE: say("an upgrade with each build"),
        HARVEST: say("a richer harvest"),
    }[kind]
    signs: Sequence[Sign] = [Points(points)] if kind == POINTS and points is not None else [spoken]
    return Thing("bonus tile", BONUS.labels[kind], signs, spoken, {"bonus": BONUS.labels[kind]})


def printed_bonus_tile(box, kind: int) -> Thing:
    """A kind of bonus tile; the tiles of a pile bring different points."""
    return (
        bonus_tile(kind) if kind != POINTS else Thing("bonus tile", BONUS.labels[kind], [say("points")], say("points"))
    )


def outpost(box, tile: int) -> Thing:
    """An outpost, by the trade that it allows."""
    return effect(box.effects[box.first_tile + tile]).of_kind("outpost", STEP.labels[tile])


# --- answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TookCubes(Deed):
    """Cubes were taken."""

    cubes: Cubes
    message: ClassVar[str]

    @property
    def signs(self) -> Sequence[Sign]:
        """The cubes."""
        return [self.cubes]

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell which cubes."""
        yield Said(self.message, {"cubes": self.cubes})


class TookGroup(TookCubes):
    """A group of cubes was taken to start with."""

    message = N_("took {cubes} as starting cubes")


def took_group(s, box, index: int) -> Deed:
    """Take a group of cubes."""
    return TookGroup(Cubes(cube_text(box.groups[index])))


@dataclass(frozen=True)
class AtTile(About):
    """Something was done at a tile of the map."""

    place: Strong


class PlacedBoat(AtTile):
    """The boat was placed on a tile."""

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell where."""
        yield say("placed the boat at {tile}", tile=self.place)


def placed_boat(s, box, index: int) -> Deed:
    """Place the boat on a tile."""
    return PlacedBoat(tile(s, box, index), Strong(place(index)))


class Sailed(AtTile):
    """The boat made a step."""

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell all steps of a movement at once, and what they cost."""
        last, steps, left, cards = self, 1, list[LeftCube](), 0
        while True:
            if step := following.take(Sailed):
                last, steps = step, steps + 1
            elif following.take(TurnedCard):
                cards += 1
            elif cubes := following.run(LeftCube):
                left += cubes
            else:
                break
        yield say_many("sailed one step to {tile}", "sailed {number} steps to {tile}", steps, tile=last.place)
        if left:
            yield say("leaving {cubes} behind", cubes=all_cubes(left))
        if cards:
            yield say_many("turning one card face down", "turning {number} cards face down", cards)


def sailed(s, box, index: int) -> Deed:
    """Make a step."""
    return Sailed(tile(s, box, index), Strong(place(index)))


class LeftCube(GaveCube):
    """A cube was left behind on a tile."""


def left_cube(s, box, index: int) -> Deed:
    """Leave a cube behind."""
    return LeftCube(CUBE.labels[index])


@dataclass(frozen=True)
class TurnedCard(Silent, About):
    """A card was turned face down for a step; the sentence of the movement counts it."""


def turned_card(s, box, index: int) -> Deed:
    """Turn a card face down."""
    return TurnedCard(merchant(box, index))


def paid_toll(s, box, index: int) -> Deed:
    """Pay a cube of toll."""
    return PaidToll(CUBE.labels[index], int(s.question.number))


class PickedUp(TookCubes):
    """The cubes that lay on the tile were picked up."""

    message = N_("picked up {cubes}")


def picked_up(s, box, index: int) -> Deed:
    """Pick up the cubes that lie where the boat is."""
    return PickedUp(Cubes(cube_text(s.tile_cubes[s.seats[s.question.seat].boat])))


@dataclass(frozen=True)
class Built(Deed):
    """An outpost was built."""

    place: Strong

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell where, and what was paid."""
        if paid := following.run(PaidForOutpost):
            yield say("built an outpost at {tile}, paying {cubes}", tile=self.place, cubes=all_cubes(paid))
        else:
            yield say("built an outpost at {tile}", tile=self.place)


def built(s, box, index: int) -> Deed:
    """Build an outpost where the boat is."""
    return Built(Strong(place(s.seats[s.question.seat].boat)))


class PaidForOutpost(GaveCube):
    """A cube was paid for an outpost."""


def paid_for_outpost(s, box, index: int) -> Deed:
    """Pay a cube for an outpost."""
    return PaidForOutpost(CUBE.labels[index])


@dataclass(frozen=True)
class ChoseOutpost(Silent, About):
    """An outpost was chosen to trade with; the trade tells it."""


def chose_outpost(s, box, index: int) -> Deed:
    """Choose an outpost to trade with."""
    return ChoseOutpost(tile(s, box, index))


def took_bonus(s, box, index: int) -> Deed:
    """Take the top tile of a pile."""
    points = int(box.pile_points[index][box.pile_sizes[index] - s.piles[index]]) if index == POINTS else None
    return TookTile(bonus_tile(index, points))


class Harvested(TookCubes):
    """Cubes were harvested."""

    message = N_("harvested {cubes}")


def harvest_of(box, seat) -> Cubes:
    """Return what a seat harvests."""
    return Cubes(cube_text(box.harvest + seat.bonus[HARVEST] * box.harvest_extra))


def harvested(s, box, index: int) -> Deed:
    """Harvest."""
    return Harvested(harvest_of(box, s.seats[s.question.seat]))


def delivered(s, box, index: int) -> Deed:
    """Claim the tile of the port where the boat is."""
    return Claimed(vp_tile(box, s.port_tiles[s.seats[s.question.seat].boat - FIRST_PORT]))


# --- questions --------------------------------------------------------------------------------------


def ask_turn(s, box, answers) -> Question:
    """Ask where to sail."""
    return Question(say("Your turn. Where does your boat sail?"), _steps(s, 0))


ASK_TURN_BY_LAND_OR_SEA = Question(
    say("Your turn. By land or by sea?"),
    say("Play a card, take a merchant, sail with your boat, act where it is, or rest."),
)

ASK_GROUP = Question(say("Which cubes do you start with?"), say("Choose one of the remaining groups."))

ASK_START = Question(say("Where does your boat start?"), say("Place it on any market tile. Boats may share a tile."))


def ask_sailing(s, box, answers) -> Question:
    """Ask whether to sail on, where further steps cost cubes."""
    return Question(_sail_on(s), _steps(s, int(s.question.number)))


def ask_sailing_for_cards(s, box, answers) -> Question:
    """Ask whether to sail on, where further steps cost cards."""
    made = int(s.question.number)
    if made >= s.seats[s.question.seat].free_steps:
        return Question(_sail_on(s), say("Each further step turns a card face down."))
    return Question(_sail_on(s), _steps(s, made))


def _sail_on(s) -> str:
    return say_many("Sail on? One step so far", "Sail on? {number} steps so far", int(s.question.number))


def _steps(s, made: int) -> str:
    free = int(s.seats[s.question.seat].free_steps) - made
    if free > 0:
        return say_many(
            "One step is free. Each further step leaves a cube behind.",
            "{number} steps are free. Each further step leaves a cube behind.",
            free,
        )
    return say("Each further step leaves a cube behind.")


ASK_SETTING_SAIL = Question(say("Where does your boat sail?"), say("Choose a tile next to your boat."))


def ask_leaving(s, box, answers) -> Question:
    """Ask for a cube to leave behind."""
    return Question(
        say("Leave a cube behind to sail to {tile}", tile=place(s.question.of)),
        say("Choose one of your cubes. It stays on the tile that you leave."),
    )


def ask_card(s, box, answers) -> Question:
    """Ask for a card to turn face down."""
    return Question(
        say("Turn a card face down to sail to {tile}", tile=place(s.question.of)),
        say("Choose a card of your hand, or one you have played. Resting brings it back."),
    )


def ask_toll(s, box, answers) -> Question:
    """Ask for a cube of toll."""
    return Question(
        say("Pay {name} a toll of one cube", name=Player(int(s.question.number))),
        say("Their boat is on this tile. Choose one of your cubes."),
    )


ASK_PICKING_UP = Question(say("Pick up the cubes here?"), say("They go into your hold."))

ASK_ASHORE = Question(say("What do you do here?"), say("You may do one thing where your boat is, or nothing."))

ASK_STAYING = Question(say("The boat stays: what do you do here?"), say("Choose one thing to do."))


def ask_payment(s, box, answers) -> Question:
    """Ask for a cube for an outpost."""
    return Question(
        say_many("Pay a cube for the outpost", "Pay {number} cubes for the outpost", int(s.question.number)),
        say("Choose one of your cubes, lowest colours first."),
    )


ASK_BONUS = Question(say("A column is empty: choose a bonus tile"), say("Take the top tile of one of the piles."))

ASK_OUTPOST = Question(say("Which of your outposts do you trade with?"), say("Choose a tile with your outpost."))
