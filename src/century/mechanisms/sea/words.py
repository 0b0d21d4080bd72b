"""Islands, boats, outposts and ports, and what is done there, in words."""

from collections.abc import Iterator, Sequence

from century.components.catalogue import cube_text
from century.engine.actions import BONUS, STEP
from century.engine.deeds import Deed, Deeds, Question
from century.engine.signs import Cubes, Player, Points, Sign, Strong, Token
from century.engine.things import HexMap, Thing
from century.mechanisms.common.decks import NONE, cards_of, holds
from century.mechanisms.common.words import claimed_card, cubes_of, effect, gave_cube, point_card
from century.mechanisms.common.words import paid_toll as paid_toll
from century.mechanisms.common.words import took_tile as took_bonus_tile
from century.mechanisms.sea.printed import (
    CLOSED,
    FIRST_PORT,
    FREE_STEP,
    HARVEST,
    HOLD,
    MARKET_TILES,
    POINTS,
    PORTS,
    UPGRADE,
    VP_TILES,
)
from century.words import N_, say, say_many

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
    """Return what is on a port."""
    if tile == CLOSED:
        return "closed"
    return None if tile == NONE else vp_tile(box, tile)


def tile(s, box, tile: int) -> Thing:
    """A tile of the map, and the pieces on it."""
    label, is_market = STEP.labels[tile], tile < MARKET_TILES
    says = effect(box.effects[box.first_tile + tile]) if is_market else _lying_at(s, box, tile) or _NOTHING
    boats = [seat for seat in range(s.players) if s.seats[seat].boat == tile]
    on_it: list[Sign] = [Token("boat", seat, mark=">") for seat in boats]
    hex = int(s.hexes[tile][0]), int(s.hexes[tile][1])
    facts: dict[str, object] = {"tile": label, "hex": [*hex]}
    if is_market:
        outposts = [seat for seat in range(s.players) if holds(s.seats[seat].outposts, tile)]
        on_it += [Token("outpost", seat) for seat in outposts]
        facts |= {**says.facts, "outposts": outposts}
    facts["boats"] = boats
    if "tile_cubes" in s.dtype.names:
        facts["cubes"] = cubes = Cubes(cube_text(s.tile_cubes[tile]))
        on_it += [cubes] if cubes else []
    kind = "market tile" if is_market else "tile"
    return says.but(kind=kind, id=label, name=place(tile), facts=facts, on_it=on_it, hex=hex)


_NOTHING = Thing("tile", "", (), "")


def sea_map(s, box) -> HexMap:
    """The tiles of the map."""
    return HexMap([tile(s, box, number) for number in cards_of(s.on_map)], _LEGEND)


_LEGEND = "> boat and * outpost of a player"


def _lying_at(s, box, tile: int) -> Thing | None:
    """Return what can be claimed on a tile, if it is a port."""
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
    """Return the kind of a tile of the map, in words."""
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
    return effect(box.effects[box.first_tile + tile]).but(kind="outpost", id=STEP.labels[tile])


# --- answers ----------------------------------------------------------------------------------------

_SAILED, _LEFT, TURNED, _PAID = "sailed", "left cube", "turned card", "paid for outpost"


def took_group(s, box, index: int) -> Deed:
    """Take a group of cubes."""
    cubes = Cubes(cube_text(box.groups[index]))
    return Deed(say("took {cubes} as starting cubes", cubes=cubes), cubes=cubes)


def placed_boat(s, box, index: int) -> Deed:
    """Place the boat on a tile."""
    return Deed(say("placed the boat at {tile}", tile=Strong(place(index))), about=tile(s, box, index))


def sailed(s, box, index: int) -> Deed:
    """Make a step; one sentence reports all steps of a movement and their cost."""

    def tell(following: Deeds) -> Iterator[str]:
        moved = following.run(_SAILED, _LEFT, TURNED)
        steps, left, cards = ([deed for deed in moved if deed.kind == kind] for kind in (_SAILED, _LEFT, TURNED))
        last = steps[-1].about if steps else None
        where = Strong(last.name if last else place(index))
        yield say_many("sailed one step to {tile}", "sailed {number} steps to {tile}", 1 + len(steps), tile=where)
        if left:
            yield say("leaving {cubes} behind", cubes=cubes_of(left))
        if cards:
            yield say_many("turning one card face down", "turning {number} cards face down", len(cards))

    return Deed(tell, about=tile(s, box, index), kind=_SAILED)


left_cube, paid_for_outpost = gave_cube(_LEFT), gave_cube(_PAID)


def picked_up(s, box, index: int) -> Deed:
    """Pick up the cubes where the boat is."""
    cubes = Cubes(cube_text(s.tile_cubes[s.seats[s.question.seat].boat]))
    return Deed(say("picked up {cubes}", cubes=cubes), cubes=cubes)


def built(s, box, index: int) -> Deed:
    """Build an outpost where the boat is, and pay the cubes that are given next."""
    boat = s.seats[s.question.seat].boat
    where = Strong(place(boat))

    def tell(following: Deeds) -> Iterator[str]:
        if paid := cubes_of(following.run(_PAID)):
            yield say("built an outpost at {tile}, paying {cubes}", tile=where, cubes=paid)
        else:
            yield say("built an outpost at {tile}", tile=where)

    return Deed(tell, about=tile(s, box, boat), drawn=())


def chose_outpost(s, box, index: int) -> Deed:
    """Choose an outpost to trade with; the sentence of the trade reports it."""
    return Deed(about=tile(s, box, index))


def took_bonus(s, box, index: int) -> Deed:
    """Take the top tile of a pile."""
    points = int(box.pile_points[index][box.pile_sizes[index] - s.piles[index]]) if index == POINTS else None
    return took_bonus_tile(bonus_tile(index, points))


def harvest_of(box, seat) -> Cubes:
    """Return what a seat harvests."""
    return Cubes(cube_text(box.harvest + seat.bonus[HARVEST] * box.harvest_extra))


def harvested(s, box, index: int) -> Deed:
    """Harvest."""
    cubes = harvest_of(box, s.seats[s.question.seat])
    return Deed(say("harvested {cubes}", cubes=cubes), cubes=cubes)


def delivered(s, box, index: int) -> Deed:
    """Claim the tile of the port where the boat is."""
    tile = s.port_tiles[s.seats[s.question.seat].boat - FIRST_PORT]
    return claimed_card(vp_tile(box, tile), box.point_cards[tile])


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


ASK_PICKING_UP = say("They go into your hold.")
ASK_ASHORE = say("You may do one thing where your boat is, or nothing.")
ASK_STAYING = say("Choose one thing to do.")


def ask_payment(s, box, answers) -> Question:
    """Ask for a cube for an outpost."""
    return Question(
        say_many("Pay a cube for the outpost", "Pay {number} cubes for the outpost", int(s.question.number)),
        say("Choose one of your cubes, lowest colours first."),
    )


ASK_BONUS = say("Take the top tile of one of the piles.")
ASK_OUTPOST = say("Choose a tile with your outpost.")
