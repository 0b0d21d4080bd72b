"""Slow, plain reference implementation of Century: A New World (base game, mode "anw"), a test oracle.

Written from the rules digest (rule numbers ANW-n) and the component file only. Clarity comes before speed:
what is legal is worked out from the rules anew for every question. It is also the base of the reference
implementation of "From East to West", which names another mode and no board of choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

COLOURS = "YRGB"  # ANW-2, lowest first


def can_pay(cubes: Counter[str], cost: str) -> bool:
    """Whether the whole cost is among the cubes (ANW-E16)."""
    return all(cubes[colour] >= number for colour, number in Counter(cost).items())


def pay(cubes: Counter[str], cost: str) -> None:
    """Return the cubes of the cost to the unlimited supply (ANW-3)."""
    if not can_pay(cubes, cost):
        raise AssertionError(f"{cost} cannot be paid from {dict(cubes)}")
    cubes.subtract(cost)


def executions(cubes: Counter[str], give: str, take: str) -> int:
    """How often a trade can be made one after the other; what one yields may pay the next (ANW-33)."""
    if not Counter(give) - Counter(take):
        raise ValueError(f"the trade {give} -> {take} could be made for ever")
    stock = cubes.copy()
    times = 0
    while can_pay(stock, give):
        pay(stock, give)
        stock.update(take)
        times += 1
    return times


def mark_fits(mark: str, players: int) -> bool:
    """Whether something with this player mark is used (ANW-11 for cards, ANW-13 for exploration icons)."""
    return {"": True, "always": True, "3+": players >= 3, "=4": players == 4, "2-3": players <= 3}[mark]


@dataclass
class Seat:
    """What one player owns; settlers that are neither home nor in reserve are placed (ANW-4)."""

    cubes: Counter[str]
    home: int
    reserve: int
    claimed: list[str] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    explored: list[str] = field(default_factory=list)

    def recruit(self, number: int) -> None:
        """Move settlers from reserve to home, as many as there are (ANW-52, ANW-E19)."""
        moved = min(number, self.reserve)
        self.reserve -= moved
        self.home += moved


@dataclass
class Stack:
    """A stack of bonus tiles of which only the top one is known (ANW-12, ANW-E31)."""

    fort: int
    left: int
    top: str | None


class ReferenceANewWorld:
    """One game; the seat `actor` answers the open question with one of the texts of `legal()`."""

    def __init__(
        self,
        printed: dict[str, Any],
        players: int,
        start: int,
        board: str,
        card_order: list[str],
        exploration: dict[str, str],
        tops: dict[str, str],
        reveal: Callable[[str], str | None],
        mode_id: str = "anw",
    ) -> None:
        """Set the game up (ANW-10 to ANW-16); everything that is random is given by the caller."""
        self.game: dict[str, Any] = printed["game"]
        mode = next(mode for mode in printed["mode"] if mode["id"] == mode_id)
        self.player_board: dict[str, Any] = printed["player_board"][mode["player_board"]]
        if not self.game["players_min"] <= players <= self.game["players_max"]:  # ANW-1
            raise ValueError(f"{players} players")
        if not 0 <= start < players:
            raise ValueError(f"start player {start}")
        if board not in (mode["choose_one_board"] or [""]):  # ANW-10
            raise ValueError(f"board {board}")
        boards = [*mode["boards"], board]
        self.players = players
        self.start = start
        self.reveal = reveal

        # ANW-11: point cards
        self.cards: dict[str, dict[str, Any]] = {
            card["id"]: card
            for card in printed["point_card"]
            if card["star"] != mode["point_cards_star_removed"] and mark_fits(card["players"], players)
        }
        if sorted(card_order) != sorted(self.cards):
            raise ValueError("card_order does not hold exactly the point cards of this game")
        self.forts: list[str | None] = list(card_order[: self.game["forts"]])
        self.deck = card_order[self.game["forts"] :]

        # ANW-12: bonus tiles
        removed = set(mode["bonus_marks_removed"])
        self.tiles: dict[str, dict[str, Any]] = {
            tile["id"]: tile for tile in printed["bonus_tile"] if not removed & set(tile["marks"])
        }
        spaces = {
            space["id"].removeprefix("stack_"): space for space in printed["bonus_space"] if space["board"] in boards
        }
        if set(tops) != set(spaces):
            raise ValueError("tops does not name exactly the bonus spaces of this game")
        self.seen_tiles: set[str] = set()
        self.stacks: dict[str, Stack] = {}
        for label, space in spaces.items():
            self.stacks[label] = Stack(space["fort"], space["count"], self.new_tile(tops[label]))

        # ANW-13: locations and exploration tiles
        self.map: dict[str, dict[str, Any]] = {
            place["id"].removeprefix("loc_"): place for place in printed["location"] if place["board"] in boards
        }
        self.discoveries: dict[str, dict[str, Any]] = {
            tile["id"].removeprefix("explore_"): tile for tile in printed["exploration_tile"]
        }
        covered = {
            label
            for label, place in self.map.items()
            if place["exploration"] != "" and mark_fits(place["exploration"], players)
        }
        if set(exploration) != covered:
            raise ValueError("exploration does not name exactly the covered locations of this game")
        used = set(exploration.values())
        if len(used) != len(exploration) or not used <= set(self.discoveries):
            raise ValueError("exploration does not hold different exploration tiles")
        self.exploration = dict(exploration)
        self.settlers: dict[str, tuple[int, int]] = {}  # occupied location -> seat, number (ANW-27)

        # ANW-14 to ANW-16: seats
        home = self.game["start_settlers_2p" if players == 2 else "start_settlers"]
        self.seats: list[Seat] = []
        for seat in range(players):
            cubes = Counter(self.game["start_cubes"][(seat - start) % players])
            self.seats.append(Seat(cubes, home, self.game["settlers_per_player"] - home))

        self.actor = start
        self.over = False
        self.question = "turn"  # turn, upgrade, trade, fort, claim, tile, explore or cubes
        self.tile_to_come = False  # a bonus tile may follow the card that is being claimed
        self.place = ""  # location of the work turn under way
        self.upgrades = 0  # upgrades left in this action
        self.returned = ""  # last colour returned by the storage limit in this turn

    def new_tile(self, tile: str | None) -> str:
        """Check a bonus tile that has become visible: it is in the game and was not seen before."""
        if tile is None or tile not in self.tiles or tile in self.seen_tiles:
            raise ValueError(f"bonus tile {tile} cannot appear")
        self.seen_tiles.add(tile)
        return tile

    # -------------------------------------------------------------------------------------- what is possible

    def matching_cards(self, label: str, kind: str) -> list[dict[str, Any]]:
        """Own cards of a kind with the circle symbol of the location (ANW-24, ANW-30, ANW-E7)."""
        symbol = self.map[label]["circle_symbol"]
        if symbol == "":
            return []
        own = [self.cards[card] for card in self.seats[self.actor].claimed]
        return [card for card in own if card["new_world_symbol"] == kind and card["circle_symbol"] == symbol]

    def required(self, label: str) -> int:
        """Number of settlers to place on a location (ANW-23, ANW-24)."""
        if label in self.settlers:
            number: int = self.settlers[label][1] + self.game["displace_extra"]
        else:
            number = self.map[label]["settlers"]
        help_cards = len(self.matching_cards(label, "native_help"))
        return max(number - help_cards, int(self.game["min_settlers_on_location"]))

    def tool_cubes(self, label: str) -> str:
        """Cubes of the own tool cards for this location (ANW-30, ANW-51)."""
        return "".join(card["cube"] for card in self.matching_cards(label, "tool"))

    def open_stacks(self, label: str) -> list[str]:
        """Stacks of which a tile can be taken at this fort (ANW-34a, ANW-E13, ANW-E14)."""
        if len(self.seats[self.actor].bonus) >= self.player_board["bonus_spaces"]:
            return []
        fort = self.map[label]["fort"]
        return [name for name, stack in self.stacks.items() if stack.fort == fort and stack.left > 0]

    def can_claim(self, label: str, cubes: Counter[str]) -> bool:
        """Whether the card above this fort is there and these cubes pay it (ANW-34b, ANW-E2)."""
        card = self.forts[self.map[label]["fort"] - 1]
        return card is not None and can_pay(cubes, self.cards[card]["cost"])

    def can_work(self, label: str) -> bool:
        """Whether the actor may choose this location (ANW-22, ANW-25, ANW-E3, ANW-E24)."""
        seat = self.seats[self.actor]
        if label in self.exploration:
            return False
        if label in self.settlers and self.settlers[label][0] == self.actor:
            return False
        if seat.home < self.required(label):
            return False
        return self.can_act(label, seat.cubes + Counter(self.tool_cubes(label)))  # tool cubes count (ANW-E10)

    def can_act(self, label: str, cubes: Counter[str]) -> bool:
        """Whether the action of the location can be carried out with these cubes (ANW-E3)."""
        place = self.map[label]
        if place["kind"] == "trade":
            return executions(cubes, place["give"], place["take"]) >= 1
        if place["kind"] == "fort":
            return bool(self.open_stacks(label)) or self.can_claim(label, cubes)
        return True  # produce and upgrade

    def surplus(self) -> int:
        """Cubes of the actor above the storage limit (ANW-46)."""
        return max(self.seats[self.actor].cubes.total() - int(self.player_board["storage"]), 0)

    def returnable(self) -> list[str]:
        """Colours that may be returned next: in colour order, and such that the order can be kept to the end."""
        cubes = self.seats[self.actor].cubes
        colours = []
        for rank, colour in enumerate(COLOURS):
            this_and_higher = sum(cubes[other] for other in COLOURS[rank:])
            in_order = self.returned == "" or rank >= COLOURS.index(self.returned)
            if cubes[colour] > 0 and in_order and this_and_higher >= self.surplus():
                colours.append(colour)
        return colours

    def legal(self) -> set[str]:
        """Texts of all legal answers to the open question."""
        if self.over:
            return set()
        cubes = self.seats[self.actor].cubes
        if self.question == "turn":  # ANW-21; rest is always legal (ANW-E21)
            return {"rest"} | {f"work {label}" for label in self.map if self.can_work(label)}
        if self.question == "upgrade":  # ANW-32
            return {"done"} | {f"upgrade {colour}" for colour in COLOURS[:-1] if cubes[colour] > 0}
        if self.question == "trade":  # ANW-33
            most = executions(cubes, self.map[self.place]["give"], self.map[self.place]["take"])
            return {f"times {times}" for times in range(1, most + 1)}
        if self.question == "fort":  # ANW-34
            tiles = {f"tile {name}" for name in self.open_stacks(self.place)}
            if not self.can_claim(self.place, cubes):
                return tiles
            return tiles | {"claim", "claim first"} if tiles else {"claim"}  # (b) alone, or before (a) (ANW-E12)
        if self.question == "claim":  # (b) after (a)
            return {"claim", "done"}
        if self.question == "tile":  # (a) after (b)
            return {"done"} | {f"tile {name}" for name in self.open_stacks(self.place)}
        if self.question == "explore":  # ANW-53, ANW-E17
            return {f"explore {tile}" for tile in self.exploration.values()}
        return {f"cube {colour}" for colour in self.returnable()}

    # ------------------------------------------------------------------------------------------------ playing

    def play(self, text: str) -> None:
        """Give one answer to the open question."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal")
        word, _, what = text.partition(" ")
        if word == "work":
            self.work(what)
        elif word == "rest":
            self.rest()
        elif word == "upgrade":
            self.upgrade(what)
        elif word == "times":
            self.trade(int(what))
        elif word == "tile":
            self.take_tile(what)
        elif word == "claim":
            self.tile_to_come = what == "first"
            self.claim()
        elif word == "explore":
            self.explore(what)
        elif word == "cube":
            pay(self.seats[self.actor].cubes, what)
            self.returned = what
            self.check_storage()
        else:  # done: no more upgrades, or only one part of a fort's action
            self.check_storage()

    def settle(self, label: str) -> None:
        """Place settlers, send others home, take tool cubes (order: ANW-E9)."""
        seat = self.seats[self.actor]
        number = self.required(label)
        seat.home -= number
        if label in self.settlers:  # ANW-26
            owner, displaced = self.settlers[label]
            self.seats[owner].home += displaced
        self.settlers[label] = (self.actor, number)
        seat.cubes.update(self.tool_cubes(label))
        self.place = label

    def work(self, label: str) -> None:
        """Place settlers and begin the action (order: ANW-E9)."""
        seat = self.seats[self.actor]
        place = self.map[label]
        self.settle(label)
        if place["kind"] == "produce":  # ANW-31
            seat.cubes.update(place["take"])
            self.check_storage()
        elif place["kind"] == "upgrade":
            self.upgrades = place["upgrades"]
            self.ask_upgrade()
        else:
            self.question = place["kind"]  # trade or fort

    def rest(self) -> None:
        """All own settlers go home (ANW-45, ANW-E22)."""
        for label, (owner, number) in list(self.settlers.items()):
            if owner == self.actor:
                self.seats[owner].home += number
                del self.settlers[label]
        self.check_storage()

    def ask_upgrade(self) -> None:
        """Ask for the next upgrade, if one is left and a cube can be upgraded (ANW-2, ANW-32)."""
        cubes = self.seats[self.actor].cubes
        if self.upgrades > 0 and any(cubes[colour] > 0 for colour in COLOURS[:-1]):
            self.question = "upgrade"
        else:
            self.check_storage()

    def upgrade(self, colour: str) -> None:
        """Upgrade one cube by one step (ANW-2, ANW-32)."""
        cubes = self.seats[self.actor].cubes
        pay(cubes, colour)
        cubes.update(COLOURS[COLOURS.index(colour) + 1])
        self.upgrades -= 1
        self.ask_upgrade()

    def trade(self, times: int) -> None:
        """Make the exchange of the location several times (ANW-33)."""
        cubes = self.seats[self.actor].cubes
        for _ in range(times):
            pay(cubes, self.map[self.place]["give"])
            cubes.update(self.map[self.place]["take"])
        self.check_storage()

    def gain_tile(self, label: str) -> None:
        """Take the top tile of a stack."""
        stack = self.stacks[label]
        assert stack.top is not None
        self.seats[self.actor].bonus.append(stack.top)
        stack.left -= 1
        stack.top = self.new_tile(self.reveal(label)) if stack.left > 0 else None

    def take_tile(self, label: str) -> None:
        """Take a bonus tile at a fort, then perhaps the card, unless it came first (ANW-34a, ANW-E12, ANW-E13)."""
        card_is_taken = self.question == "tile"
        self.gain_tile(label)
        if not card_is_taken and self.can_claim(self.place, self.seats[self.actor].cubes):
            self.question = "claim"
        else:
            self.check_storage()

    def claim(self) -> None:
        """Pay and take the card above the fort, apply its benefit (ANW-34b, ANW-50 to ANW-53)."""
        seat = self.seats[self.actor]
        gap = self.map[self.place]["fort"] - 1
        name = self.forts[gap]
        assert name is not None
        card = self.cards[name]
        pay(seat.cubes, card["cost"])
        seat.claimed.append(name)
        self.forts[gap] = None
        if card["new_world_symbol"] == "settlers":
            seat.recruit(card["settlers"])
        if card["new_world_symbol"] == "exploration" and self.exploration:
            self.question = "explore"
        else:
            self.refill()

    def explore(self, tile: str) -> None:
        """Take an exploration tile and apply an immediate bonus (ANW-53, ANW-55, ANW-E18)."""
        seat = self.seats[self.actor]
        for label in [label for label, lying in self.exploration.items() if lying == tile]:
            del self.exploration[label]
        seat.explored.append(tile)
        if self.discoveries[tile]["kind"] == "cubes":
            seat.cubes.update(self.discoveries[tile]["cubes"])
        elif self.discoveries[tile]["kind"] == "settler":
            seat.recruit(self.discoveries[tile]["settlers"])
        self.refill()

    def refill(self) -> None:
        """Close the gap from the right, the top card of the deck comes above fort 4 (ANW-35, ANW-E2)."""
        gap = self.map[self.place]["fort"] - 1
        self.forts = [*self.forts[:gap], *self.forts[gap + 1 :], self.deck.pop(0) if self.deck else None]
        if self.tile_to_come:  # the card is done with, its benefit and the refill included (ANW-E12)
            self.tile_to_come = False
            self.question = "tile"
        else:
            self.check_storage()

    def check_storage(self) -> None:
        """After the action: ask for a surplus cube, or end the turn (ANW-46)."""
        if self.surplus() > 0:
            self.question = "cubes"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Go to the next player, or end the game after the last round (ANW-20, ANW-60)."""
        self.question = "turn"
        self.place = ""
        self.upgrades = 0
        self.returned = ""
        following = (self.actor + 1) % self.players
        if following == self.start and any(len(seat.claimed) >= self.game["point_cards_to_end"] for seat in self.seats):
            self.over = True  # the actor stays the one who had the last turn
        else:
            self.actor = following

    # ------------------------------------------------------------------------------------- looking and scoring

    def state(self) -> dict[str, Any]:
        """All that is open (ANW-E1, ANW-E30), in plain types."""
        return {
            "forts": list(self.forts),
            "next": self.deck[0] if self.deck else None,
            "deck": len(self.deck),
            "stacks": {label: {"top": stack.top, "left": stack.left} for label, stack in self.stacks.items()},
            "exploration": dict(self.exploration),
            "locations": {label: [seat, number] for label, (seat, number) in self.settlers.items()},
            "seats": [
                {
                    "cubes": "".join(colour * seat.cubes[colour] for colour in COLOURS),
                    "home": seat.home,
                    "reserve": seat.reserve,
                    "claimed": sorted(seat.claimed),
                    "bonus": sorted(seat.bonus),
                    "explored": sorted(seat.explored),
                }
                for seat in self.seats
            ],
        }

    def tile_points(self, tile: dict[str, Any], symbols: Counter[str], settlers: int) -> int:
        """Points of one bonus tile (ANW-62, ANW-E28, ANW-E29)."""
        points = int(tile["points"])
        if tile["kind"] in ("single", "pair"):
            return points * min(symbols[symbol] for symbol in tile["symbols"])
        if tile["kind"] == "settlers":
            return points * (settlers // int(tile["per"]))
        return points  # flat

    def symbols(self, number: int) -> Counter[str]:
        """New World symbols of a seat, on point cards and on exploration tiles (ANW-55, ANW-62)."""
        seat = self.seats[number]
        symbols = Counter(self.cards[card]["new_world_symbol"] for card in seat.claimed)
        for label in seat.explored:
            if self.discoveries[label]["kind"] == "symbol":
                symbols.update(self.discoveries[label]["symbols"])
        return symbols

    def placed(self, number: int) -> int:
        """Placed settlers of a seat (ANW-4)."""
        return sum(count for owner, count in self.settlers.values() if owner == number)

    def scores(self) -> list[int]:
        """Points by seat (ANW-61, ANW-62)."""
        result = []
        for number, seat in enumerate(self.seats):
            points = sum(self.cards[card]["points"] for card in seat.claimed)
            found = [self.discoveries[label] for label in seat.explored]
            points += sum(tile["points"] for tile in found if tile["kind"] == "points")
            symbols = self.symbols(number)
            settlers = seat.home + self.placed(number)
            points += sum(self.tile_points(self.tiles[tile], symbols, settlers) for tile in seat.bonus)
            result.append(points)
        return result

    def winner(self) -> int:
        """Seat with most points, among tied ones the latest in turn order (ANW-63, ANW-E27)."""
        scores = self.scores()
        return max(range(self.players), key=lambda seat: (scores[seat], (seat - self.start) % self.players))
