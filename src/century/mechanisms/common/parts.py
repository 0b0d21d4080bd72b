"""What each mechanism of this room adds to a game."""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import CUBES, Catalogue, cube_text
from century.engine.actions import RETURNING, TRADING, TRADING_ON, UPGRADING
from century.engine.part import Part, Taken
from century.engine.signs import Cubes
from century.mechanisms.common import observe, value, words
from century.mechanisms.common.cubes import COLOURS, STORAGE
from century.mechanisms.common.decks import DECK, NONE, cards_of
from century.mechanisms.common.effects import EFFECT, MOST_TIMES, Source, TradeTimes, UpgradeCube, read_effect
from century.mechanisms.common.point_cards import POINT_CARD, ClaimCard, forget_point_cards, lay_out_point_cards
from century.mechanisms.common.rounds import Done, choose_start
from century.mechanisms.common.storage import ReturnCube, give_start_cubes, give_storage
from century.mechanisms.road.words import claimed, point_card_in_row, printed_point_card


def effects(**sources: Source) -> Part:
    """One table of all effects; those of source `name` begin at `first_name` of the box."""

    def read(box, catalogue: Catalogue) -> None:
        first = 0
        for name, (size, entries) in sources.items():
            box[f"first_{name}"] = first
            for number, entry in enumerate(entries(catalogue)):
                if entry:
                    read_effect(box.effects[first + number], entry)
            first += size

    def show(s, box, catalogue: Catalogue):
        """The trade that is asked about, if it is one."""
        asked = not s.over and s.question.decision in (TRADING, TRADING_ON)
        return {"trade": words.effect(box.effects[s.question.number]) if asked else None}

    total = sum(size for size, _ in sources.values())
    return Part(
        box=[("effects", EFFECT, total), *((f"first_{name}", np.int16) for name in sources)],
        read=read,
        show=show,
        observed=[observe.Trade],
        deeds={TradeTimes: words.traded, UpgradeCube: words.upgraded},
        questions={UPGRADING: words.ask_upgrades, TRADING: words.ASK_TRADES, TRADING_ON: words.ASK_TRADES_IF_ANY},
    )


def point_cards(list_name: str, ids: Sequence[str], end: str, seats: int, kind: str = "point card") -> Part:
    """Things that are claimed for cubes and bring points: cards or tiles of this list of the catalogue.

    `end` names the number of claims that ends the game, which may go by players. `kind` is what reports call them.
    """

    def read(box, catalogue: Catalogue) -> None:
        for card, entry in enumerate(catalogue.entries_with_ids(ids, list_name)):
            box.point_cards[card].cost = entry.cubes("cost")
            box.point_cards[card].points = entry.number("points", 0, 100)
        claims, key = catalogue.at(end)
        for players in range(2, seats + 1):
            if isinstance(claims.values.get(key), dict):
                box.last_claim[players] = claims.inner(key).number(str(players), 1, len(ids) // players - 1)
            else:
                box.last_claim[players] = claims.number(key, 1, len(ids) // players - 1)

    def show(s, box, catalogue: Catalogue):
        return {"last_claim": int(box.last_claim[s.players])}

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"claimed": [words.point_card(box, ids, card) for card in cards_of(seat.claimed)]}

    return Part(
        seat=[("claimed", np.uint64)],
        box=[("point_cards", POINT_CARD, len(ids)), ("last_claim", np.int8, seats + 1)],
        read=read,
        show=show,
        show_seat=show_seat,
        observed=[observe.Points, observe.claimed(ids)],
        taken=[Taken(kind, ids, sets=["claimed"], order=20)],
        measures=[value.Claims],
        progress=value.claim_progress,
    )


def point_row(places: int) -> Part:
    """A row of so many point cards, leftmost first, and a deck."""

    def read(box, catalogue: Catalogue) -> None:
        box.point_row = catalogue.table("setup").number("point_row", 1, places)

    def show(s, box, catalogue: Catalogue):
        return {
            "point_row": [point_card_in_row(s, box, place) for place, card in enumerate(s.point_row) if card != NONE],
            "point_deck": len(cards_of(s.point_deck.cards)),
        }

    return Part(
        table=[("point_deck", DECK), ("point_row", np.int8, places)],
        box=[("point_row", np.int8)],
        read=read,
        setup=[lay_out_point_cards],
        forget=[forget_point_cards],
        show=show,
        observed=[observe.PointRow, observe.PointDeck],
        deeds={ClaimCard: claimed},
        things={"point card": printed_point_card},
        measures=[value.RowGoal],
    )


def rounds() -> Part:
    """Rounds of one turn each, from the start player on."""
    return Part(setup=[choose_start], deeds={Done: words.DECLINED})


def extra_turns() -> Part:
    """Something may give the player another turn at once."""
    return Part(table=[("again", np.int8)], observed=[observe.ExtraTurn])


def cube_points(by_colour: str = "") -> Part:
    """What cubes in storage score: by a table of the catalogue, or `end_points` of each cube."""

    def read(box, catalogue: Catalogue) -> None:
        if by_colour:
            entry = catalogue.table(by_colour)
            box.cube_points = [entry.number(code, 0, 100) for code in CUBES]
        else:
            box.cube_points = [entry.number("end_points", 0, 100) for entry in catalogue.entries("spice")]

    return Part(box=[("cube_points", np.int8, COLOURS)], read=read)


def storage(limit: str) -> Part:
    """A storage for each seat; its limit by its name in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.storage_limit = catalogue.number(limit, 1, MOST_TIMES)  # so that all trades can be named

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"cubes": Cubes(cube_text(seat.cubes)), "storage": int(seat.storage)}

    return Part(
        seat=[("cubes", STORAGE, COLOURS), ("storage", np.int8)],
        box=[("storage_limit", np.int8)],
        read=read,
        setup=[give_storage],
        show_seat=show_seat,
        observed=[observe.Storage],
        deeds={ReturnCube: words.returned_cube},
        questions={RETURNING: words.ask_surplus},
        measures=[value.Cubes],
        habits=[value.CheapestCube],
        cubes="cubes",
    )


def start_cubes(by_place: str, seats: int) -> Part:
    """Cubes to start with, by place in turn order: the later start with more."""

    def read(box, catalogue: Catalogue) -> None:
        entry, key = catalogue.at(by_place)
        cubes = entry.values.get(key)
        if not isinstance(cubes, list) or len(cubes) != seats:
            raise entry.wrong(f"{key} must be {seats} strings of cubes, first player first")
        for place in range(seats):
            box.start_cubes[place] = entry.cubes_in(key, cubes[place])

    return Part(box=[("start_cubes", np.int8, (seats, COLOURS))], read=read, setup=[give_start_cubes])
