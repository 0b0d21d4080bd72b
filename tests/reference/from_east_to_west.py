"""Slow, plain reference implementation of Century: From East to West, Parts I, II and III, a test oracle.

Written from the rules digests (FEW1-n, FEW2-n, FEW3-n; ANW-n and EW-n where they refer to them) and the component
files only. What is the same as in A New World is inherited. The course of the game is a generator: it yields the set
of legal answers to the open question and is sent the answer, so the code reads in the order in which the game is
played. An action of A New World is played in the inherited way, from question to question, until none is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.reference.a_new_world import COLOURS, ReferenceANewWorld, executions, pay
from tests.reference.eastern_wonders import DIRECTIONS, text_of

T = TypeVar("T")
Asking = Generator[set[str], str, T]  # yields legal answers, is sent one of them, returns a T

MARKETS = 4  # FEW1-15, FEW3-15
MERCHANTS_PER_TILE = 4  # FEW1-32, FEW3-32
MERCHANT_STACKS = ("D2",)  # boards of the stacks for merchant cards (FEW1-32, FEW3-32)
OUTPOST_STACKS = {2: ("F2",), 3: ("B2", "F2")}  # boards of the stacks for outposts, by part (FEW2-36, FEW3-41)
ROUTE_LIMIT = 12  # FEW1-E8
MOST_TIMES = 32  # limit of the notation
SEA = "sea_1"
SYMBOLS = ("cloves", "tea", "chili", "ginger")  # rows of the outpost section (FEW2-3, FEW3-3)
TILES_PER_SYMBOL = 3  # FEW2-15, FEW3-16
NEIGHBOURS = 2  # each tile of the island map touches so many others (FEW2-15, FEW3-16)
MERCHANT_CARDS = "merchant cards"  # counted together with the New World symbols


@dataclass
class Goods:
    """What one player owns besides the things of A New World."""

    boat: str  # tile with the own boat
    route: list[str] = field(default_factory=list)  # cards of the trade route, left to right (FEW1-5)
    on_route: dict[str, int] = field(default_factory=dict)  # card of the route -> settlers on it
    discards: list[str] = field(default_factory=list)  # merchant cards of the discard pile (FEW1-6, FEW3-30)
    outposts: set[str] = field(default_factory=set)  # tiles with an own outpost

    def merchants(self) -> int:
        """All merchant cards ever taken (FEW1-62, FEW3-E4)."""
        return len(self.route) + len(self.discards)


class ReferenceEastToWest(ReferenceANewWorld):
    """One game; the seat `actor` answers the open question with one of the texts of `legal()`."""

    def __init__(
        self,
        part: int,
        tables: dict[str, Any],
        players: int,
        start: int,
        point_cards: Sequence[str],
        explored: dict[str, str],
        tops: dict[str, str],
        next_top: Callable[[str], str | None],
        merchants: Sequence[str] = (),
        next_merchant: Callable[[int], str | None] | None = None,
        layout: dict[str, tuple[int, int]] | None = None,
    ) -> None:
        """Set the game up (FEW1-10 to 15, FEW2-10 to 16, FEW3-10 to 17) and ask the first question."""
        super().__init__(tables, players, start, "", list(point_cards), explored, tops, next_top, f"few{part}")
        self.part = part
        self.has_markets = part in (1, 3)
        self.has_boats = part in (2, 3)
        self.boards = {space["id"].removeprefix("stack_"): space["board"] for space in tables["bonus_space"]}
        self.goods = [Goods(SEA) for _ in range(players)]

        # Merchant cards: a row and a face-down deck of layers, each of which lies in random order, the top one first.
        self.merchant: dict[str, dict[str, Any]] = {}
        self.row: list[str | None] = []
        self.layers: list[set[str]] = []
        self.next_merchant = next_merchant
        if self.has_markets:
            self.merchant = {card["id"]: card for card in tables["merchant"]}
            if len(merchants) != MARKETS or len(set(merchants) & set(self.merchant)) != MARKETS:
                raise ValueError(f"merchant cards {merchants} below the markets")
            self.row = list(merchants)
            self.layers = [set(self.merchant) - set(merchants)]

        # Island map.
        self.tile: dict[str, dict[str, Any]] = {}  # market tiles of the map
        self.adjacent: dict[str, list[str]] = {}
        self.tile_cubes: dict[str, Counter[str]] = {}
        self.column_points: list[int] = []
        if self.has_boats:
            if layout is None:
                raise ValueError("no island map")
            self.column_points = self.player_board["outpost_section"]["column_points"]
            for tile in tables["market_tile"]:
                label = tile["id"].removeprefix("market_")
                if label in layout:
                    self.tile[label] = tile
            self.tile_cubes = {label: Counter() for label in layout}
            for label, (q, r) in layout.items():
                around = {(q + dq, r + dr) for dq, dr in DIRECTIONS}
                self.adjacent[label] = [other for other, (x, y) in layout.items() if (x, y) in around]
            self.check_layout(layout)

        self._game = self._rounds()
        self._legal = next(self._game)

    def check_layout(self, layout: dict[str, tuple[int, int]]) -> None:
        """Check that the island map is made by the rules (FEW2-15, FEW3-16)."""
        if set(layout) != {SEA, *self.tile} or len({(q, r) for q, r in layout.values()}) != len(layout):
            raise ValueError("the island map has unknown tiles, no sea tile, or two tiles in one place")
        if Counter(tile["symbol"] for tile in self.tile.values()) != dict.fromkeys(SYMBOLS, TILES_PER_SYMBOL):
            raise ValueError("the island map does not have three tiles of each symbol")
        if any(len(around) < NEIGHBOURS for around in self.adjacent.values()):
            raise ValueError("a tile of the island map touches too few others")

    # -------------------------------------------------------------------------------------- the conversation

    def legal(self) -> set[str]:
        """Texts of all legal answers to the open question."""
        return set(self._legal)

    def play(self, text: str) -> None:
        """Give one answer to the open question."""
        if text not in self._legal:
            raise ValueError(f"{text!r} is not legal")
        try:
            self._legal = self._game.send(text)
        except StopIteration:
            self.over = True
            self._legal = set()

    def _inherited(self) -> Asking[None]:
        """Play an action of A New World from question to question until it is finished."""
        while self.question != "":
            answer = yield super().legal()
            super().play(answer)

    def check_storage(self) -> None:
        """An action of A New World is finished: the storage limit comes later (_storage_limit)."""
        self.question = ""

    def _pay(self, number: int, receiver: Counter[str] | None) -> Asking[None]:
        """Pay cubes of the actor's choice, in colour order, to the receiver or to the supply (None)."""
        cubes = self.seats[self.actor].cubes
        colours = COLOURS  # those not lower than one already paid
        for left in range(number, 0, -1):
            offered = set()
            for rank, colour in enumerate(colours):
                if cubes[colour] > 0 and sum(cubes[other] for other in colours[rank:]) >= left:
                    offered.add(f"cube {colour}")
            answer = yield offered
            paid = answer.removeprefix("cube ")
            pay(cubes, paid)
            if receiver is not None:
                receiver.update(paid)
            colours = colours[colours.index(paid) :]

    # --------------------------------------------------------------------------------- the course of the game

    def turn_order(self, first: int) -> list[int]:
        """All seats clockwise, beginning with the given one (ANW-14)."""
        return [(first + offset) % self.players for offset in range(self.players)]

    def _rounds(self) -> Asking[None]:
        """Rounds, until in one of them someone has claimed the 8th point card (ANW-20, ANW-60)."""
        while all(len(seat.claimed) < self.game["point_cards_to_end"] for seat in self.seats):
            for active in self.turn_order(self.start):
                another = True
                while another:  # a refresh gives another turn in the same round (FEW1-40, FEW3-35, FEW3-E8)
                    self.actor = active
                    another = yield from self._turn()
                    yield from self._storage_limit(active)

    def _storage_limit(self, active: int) -> Asking[None]:
        """Every player over the limit returns cubes, the active one first (ANW-46, FEW2-45, FEW2-E13, FEW3-46)."""
        for seat in self.turn_order(active):
            self.actor = seat
            yield from self._pay(self.surplus(), None)  # asks nothing where there is no surplus
        self.actor = active

    def _turn(self) -> Asking[bool]:
        """Work or rest (ANW-21); return whether the player has another turn."""
        goods = self.goods[self.actor]
        places = [label for label in self.map if self.can_work(label)]
        places += [card for card in goods.route if self.can_work_on_card(card)]  # FEW1-22
        answer = yield {"rest"} | {f"work {label}" for label in places}
        if answer == "rest":
            self.rest()
            return False
        label = answer.removeprefix("work ")
        if label in goods.route:
            yield from self._work_on_card(label)
            return False
        place = self.map[label]
        if place["kind"] in ("produce", "upgrade", "trade", "fort"):  # ANW-31 to ANW-35
            self.work(label)
            yield from self._inherited()
            return False
        self.settle(label)
        if place["kind"] == "market":
            yield from self._market(place["market"] - 1)
        elif place["kind"] == "refresh_market":
            yield from self._refresh_location()
            return True
        elif place["kind"] == "move_boat":
            yield from self._move_boat()
        elif place["kind"] == "boat_trade":
            yield from self._trade(self.tile[goods.boat])  # FEW2-40
        else:
            yield from self._outpost_trade()
        return False

    def rest(self) -> None:
        """All own settlers go home, from the trade route too (ANW-45, FEW1-45)."""
        super().rest()
        goods = self.goods[self.actor]
        self.seats[self.actor].home += sum(goods.on_route.values())
        goods.on_route.clear()

    # -------------------------------------------------------------------------------------- what is possible

    def open_stacks(self, label: str) -> list[str]:
        """Stacks of which a tile can be taken at this fort: in Part III none (ANW-34a, FEW3-23)."""
        return [] if self.part == 3 else super().open_stacks(label)

    def can_act(self, label: str, cubes: Counter[str]) -> bool:
        """Whether the action of the location can be carried out with these cubes."""
        place = self.map[label]
        goods = self.goods[self.actor]
        if place["kind"] == "market":  # FEW1-E2, FEW3-E2
            card = self.row[place["market"] - 1]
            return card is not None and (self.can_lay_out() or self.can_use(card, cubes))
        if place["kind"] == "refresh_market":
            return self.can_refresh() or self.can_reorder()
        if place["kind"] == "move_boat":  # FEW2-E3; the first step is free
            return any(self.can_still_end(tile, cubes.total()) for tile in self.adjacent[goods.boat])
        if place["kind"] == "boat_trade":  # FEW2-40
            return goods.boat != SEA and self.most_times(self.tile[goods.boat], cubes) >= 1
        if place["kind"] == "outpost_trade":  # FEW2-42
            return bool(self.trading_outposts(cubes))
        return super().can_act(label, cubes)

    def most_times(self, printed: dict[str, Any], cubes: Counter[str]) -> int:
        """How often the trade of a merchant card or market tile can be made (ANW-33)."""
        return min(executions(cubes, printed["give"], printed["take"]), MOST_TIMES)

    def can_use(self, card: str, cubes: Counter[str]) -> bool:
        """Whether the action of a merchant card is possible; spice and upgrade always are (FEW3-E2, FEW1-E7)."""
        return "give" not in self.merchant[card] or self.most_times(self.merchant[card], cubes) >= 1

    def can_lay_out(self) -> bool:
        """Whether a card can be put into the own trade route (FEW1-30b, FEW1-E8)."""
        return self.part == 1 and len(self.goods[self.actor].route) < ROUTE_LIMIT

    def can_refresh(self) -> bool:
        """Whether a card lies in the row or the deck (FEW3-E7)."""
        return any(self.row) or any(self.layers)

    def can_reorder(self) -> bool:
        """Whether the own trade route has an order to change (FEW1-E10)."""
        return self.part == 1 and len(self.goods[self.actor].route) >= 2

    def route_settlers(self, card: str) -> int:
        """Settlers that a card of the own trade route needs in its place (FEW1-5, FEW1-E5)."""
        return self.goods[self.actor].route.index(card) + 1

    def can_work_on_card(self, card: str) -> bool:
        """Whether the actor may work on this card of the own trade route (FEW1-35, FEW1-E4, FEW1-E7)."""
        seat = self.seats[self.actor]
        free = card not in self.goods[self.actor].on_route
        return free and seat.home >= self.route_settlers(card) and self.can_use(card, seat.cubes)

    # ------------------------------------------------------------------------------- merchant cards and stacks

    def _action_of_card(self, card: str) -> Asking[None]:
        """Carry out the action of a merchant card (FEW1-4, FEW3-4)."""
        printed = self.merchant[card]
        if "gain" in printed:
            self.seats[self.actor].cubes.update(printed["gain"])
        elif "upgrade" in printed:
            self.upgrades = printed["upgrade"]
            self.ask_upgrade()
            yield from self._inherited()
        else:
            yield from self._trade(printed)

    def _trade(self, printed: dict[str, Any]) -> Asking[None]:
        """Make the trade of a merchant card or market tile at least once (ANW-33, FEW2-40, FEW2-42)."""
        cubes = self.seats[self.actor].cubes
        answer = yield {f"times {number}" for number in range(1, self.most_times(printed, cubes) + 1)}
        for _ in range(int(answer.removeprefix("times "))):
            pay(cubes, printed["give"])
            cubes.update(printed["take"])

    def _work_on_card(self, card: str) -> Asking[None]:
        """Place settlers on a card of the own trade route and carry out its action (FEW1-35)."""
        number = self.route_settlers(card)
        self.seats[self.actor].home -= number
        self.goods[self.actor].on_route[card] = number
        yield from self._action_of_card(card)

    def _market(self, gap: int) -> Asking[None]:
        """Use or lay out the card, take it, perhaps a bonus tile, refill (FEW1-30 to 32, FEW3-30 to 32, FEW3-E3)."""
        goods = self.goods[self.actor]
        card = self.row[gap]
        assert card is not None
        answer = "use"
        if self.part == 1:
            answers = {"use"} if self.can_use(card, self.seats[self.actor].cubes) else set()
            answer = yield answers | ({"lay out"} if self.can_lay_out() else set())
        if answer == "use":
            yield from self._action_of_card(card)
            goods.discards.append(card)
        else:
            goods.route.append(card)
        self.row[gap] = None
        if goods.merchants() % MERCHANTS_PER_TILE == 0:
            yield from self._bonus_tile(MERCHANT_STACKS)
        # FEW1-31, FEW3-31, FEW3-E6
        self.row = [*self.row[:gap], *self.row[gap + 1 :], self.draw_merchant(MARKETS)]

    def draw_merchant(self, market: int) -> str | None:
        """The top card of the deck comes to this market, if there is one."""
        if not any(self.layers):
            return None
        assert self.next_merchant is not None
        card = self.next_merchant(market)
        top = next(layer for layer in self.layers if layer)
        assert card in top, f"merchant card {card} is not in the top layer of the deck"
        top.remove(card)
        return card

    def _bonus_tile(self, boards: Iterable[str]) -> Asking[None]:
        """The actor may take the top tile of a stack on these boards (FEW1-32, FEW2-36, FEW2-E8, FEW3-32, FEW3-41)."""
        if len(self.seats[self.actor].bonus) >= self.player_board["bonus_spaces"]:
            return
        stacks = [label for label, stack in self.stacks.items() if stack.left > 0 and self.boards[label] in boards]
        if stacks:
            answer = yield {"done"} | {f"tile {label}" for label in stacks}
            if answer != "done":
                self.gain_tile(answer.removeprefix("tile "))

    def _refresh_location(self) -> Asking[None]:
        """Refresh the market; in Part I refresh, change the order of the route, or both (FEW1-40, FEW3-35)."""
        if self.part == 3:
            self.refresh()
            return
        parts = {"refresh": self.can_refresh(), "reorder": self.can_reorder()}  # parts not yet done, where possible
        answers = {part for part, possible in parts.items() if possible}
        answer = yield answers
        while answer != "done":
            if answer == "refresh":
                self.refresh()
            else:
                yield from self._reorder()
            answers.remove(answer)
            if not answers:
                return
            answer = yield answers | {"done"}

    def refresh(self) -> None:
        """The old cards go below the deck in random order, new ones come (FEW3-35, FEW3-E7)."""
        self.layers.append({card for card in self.row if card is not None})
        self.row = [None] * MARKETS
        number = min(MARKETS, sum(len(layer) for layer in self.layers))
        assert self.next_merchant is not None
        new = {self.next_merchant(market) for market in range(1, number + 1)}  # drawn together, laid down at random
        assert len(new) == number
        for market, card in enumerate(self.next_merchant(market) for market in range(1, number + 1)):
            self.row[market] = card
        while new:
            top = next(layer for layer in self.layers if layer)
            assert top <= new or new <= top, f"{new} are not the next cards of the deck"
            top, new = top - new, new - top
            self.layers = [top, *self.layers[self.layers.index(next(layer for layer in self.layers if layer)) + 1 :]]

    def _reorder(self) -> Asking[None]:
        """Say for each place but the last which card goes there; settlers stay on the cards (FEW1-40b, FEW1-E5)."""
        route = self.goods[self.actor].route
        for place in range(len(route) - 1):
            answer = yield {f"order {card}" for card in route[place:]}
            card = answer.removeprefix("order ")
            route.remove(card)
            route.insert(place, card)

    # -------------------------------------------------------------------------------------------- the island map

    def receivers(self, tile: str) -> list[int]:
        """Seats to whom a movement of the actor ending here owes a toll, in turn order (EW-33, FEW2-31)."""
        if tile == SEA:
            return []
        return [seat for seat in self.turn_order(self.actor)[1:] if self.goods[seat].boat == tile]

    def may_end(self, tile: str, cubes: int) -> bool:
        """Whether a movement may end here with so many cubes left in storage (EW-33, EW-E8)."""
        return cubes >= len(self.receivers(tile))

    def can_still_end(self, tile: str, cubes: int) -> bool:
        """Whether a movement may end here, or after further steps that cost a cube each (FEW2-30, FEW2-E3)."""
        reached = {tile}
        while True:
            if any(self.may_end(here, cubes) for here in reached):
                return True
            if cubes == 0:
                return False
            reached = {after for here in reached for after in self.adjacent[here]}
            cubes -= 1

    def _move_boat(self) -> Asking[None]:
        """Move, pay the toll, pick up, build (FEW2-30 to FEW2-37)."""
        seat = self.seats[self.actor]
        goods = self.goods[self.actor]
        first = True
        while True:
            price = 0 if first else 1  # EW-E4: only the first step is free
            answers = set()
            if not first and self.may_end(goods.boat, seat.cubes.total()):
                answers.add("anchor")
            if seat.cubes.total() >= price:
                for tile in self.adjacent[goods.boat]:
                    if self.can_still_end(tile, seat.cubes.total() - price):
                        answers.add(f"step {tile}")
            answer = yield answers
            if answer == "anchor":
                break
            yield from self._pay(price, self.tile_cubes[goods.boat])  # left on the tile that the boat is leaving
            goods.boat = answer.removeprefix("step ")
            first = False
        for receiver in self.receivers(goods.boat):  # FEW2-31
            yield from self._pay(1, self.seats[receiver].cubes)
        lying = self.tile_cubes[goods.boat]
        if lying.total() > 0:  # FEW2-32, EW-E7; also on the sea tile (FEW2-E2)
            answer = yield {"pick up", "done"}
            if answer == "pick up":
                seat.cubes.update(lying)
                lying.clear()
        if goods.boat != SEA and goods.boat not in goods.outposts:  # FEW2-33, FEW2-35
            yield from self._build(goods.boat)

    def build_cost(self, tile: str) -> int:
        """Cubes that a new outpost on this tile costs (FEW2-33)."""
        present = sum(tile in goods.outposts for goods in self.goods)
        return present * (2 if self.players == 2 else 1)

    def built(self, seat: int, symbol: str) -> int:
        """Outposts that have left the row of this symbol, from the left (FEW2-34)."""
        return sum(self.tile[label]["symbol"] == symbol for label in self.goods[seat].outposts)

    def empty_columns(self, seat: int) -> int:
        """Empty columns of the outpost section (FEW2-E7)."""
        return min(self.built(seat, symbol) for symbol in SYMBOLS)

    def _build(self, tile: str) -> Asking[None]:
        """The actor may pay for an outpost, with a bonus tile for an emptied column (FEW2-33 to 36, FEW3-41)."""
        cost = self.build_cost(tile)
        affordable = cost <= self.seats[self.actor].cubes.total()
        answer = yield {"build", "done"} if affordable else {"done"}
        if answer == "done":
            return
        yield from self._pay(cost, None)
        columns = self.empty_columns(self.actor)
        self.goods[self.actor].outposts.add(tile)
        if self.empty_columns(self.actor) > columns:
            yield from self._bonus_tile(OUTPOST_STACKS[self.part])

    def trading_outposts(self, cubes: Counter[str]) -> list[str]:
        """Tiles with an own outpost whose trade can be made with these cubes (FEW2-42)."""
        own = self.goods[self.actor].outposts
        return [label for label in own if self.most_times(self.tile[label], cubes) >= 1]

    def _outpost_trade(self) -> Asking[None]:
        """Choose a tile with an own outpost and trade there (FEW2-42)."""
        answer = yield {f"trade {label}" for label in self.trading_outposts(self.seats[self.actor].cubes)}
        yield from self._trade(self.tile[answer.removeprefix("trade ")])

    # ------------------------------------------------------------------------------------- looking and scoring

    def state(self) -> dict[str, Any]:
        """All that is open, in plain types."""
        state = super().state()
        for seat, goods in zip(state["seats"], self.goods, strict=True):
            if self.part == 1:
                seat["route"] = [[card, goods.on_route.get(card, 0)] for card in goods.route]
            if self.has_markets:
                seat["discards"] = sorted(goods.discards)
            if self.has_boats:
                seat["boat"] = goods.boat
                seat["outposts"] = sorted(goods.outposts)
        if self.has_markets:
            state["markets"] = list(self.row)
            state["merchant_deck"] = sum(len(layer) for layer in self.layers)
        if self.has_boats:
            state["tile_cubes"] = {label: text_of(cubes) for label, cubes in self.tile_cubes.items() if text_of(cubes)}
        return state

    def symbols(self, number: int) -> Counter[str]:
        """What bonus tiles count: New World symbols and merchant cards (ANW-62, FEW1-62, FEW3-62)."""
        return super().symbols(number) + Counter({MERCHANT_CARDS: self.goods[number].merchants()})

    def placed(self, number: int) -> int:
        """Placed settlers of a seat, those on the trade route too (FEW1-2, FEW1-E11)."""
        return super().placed(number) + sum(self.goods[number].on_route.values())

    def tile_points(self, tile: dict[str, Any], symbols: Counter[str], settlers: int) -> int:
        """Points of one bonus tile (FEW1-62, FEW3-62)."""
        if tile["kind"] == "merchant":
            return int(tile["points"]) * (symbols[MERCHANT_CARDS] // int(tile["per"]))
        if tile["kind"] == "merchant_pair":
            (symbol,) = tile["symbols"]
            return int(tile["points"]) * min(symbols[symbol], symbols[MERCHANT_CARDS] // int(tile["per"]))
        return super().tile_points(tile, symbols, settlers)

    def scores(self) -> list[int]:
        """Points by seat: as in A New World, outpost section, cubes but Y (FEW1-61, FEW2-61, FEW3-61)."""
        result = super().scores()
        for number, seat in enumerate(self.seats):
            if self.has_boats:
                result[number] += sum(sum(self.column_points[: self.built(number, symbol)]) for symbol in SYMBOLS)
            result[number] += sum(seat.cubes[colour] for colour in "RGB")
        return result
