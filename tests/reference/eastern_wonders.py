"""Slow, plain reference implementation of Century: Eastern Wonders, a test oracle.

Written from the rules digest alone (rule numbers EW-n, EW-En); all numbers come from the parsed component file.
The game is one long generator: it yields the set of legal answers to the open question and is sent the answer,
so the code below reads in the order in which the game is played.
"""

from collections import Counter
from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Cubes = Counter[str]
Asking = Generator[set[str], str, T]  # yields legal answers, is sent one of them, returns a T

COLOURS = "YRGB"  # EW-2: rising value
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
CLOSED = "closed_port"
BONUS_NAMES = {  # effect in the component file -> name in answers and in state()
    "hold": "hold",
    "free_step": "step",
    "points": "points",
    "upgrade_on_build": "upgrade",
    "harvest_extra": "harvest",
}


def text_of(cubes: Cubes) -> str:
    """Write cubes as a string in the order Y, R, G, B."""
    return "".join(colour * cubes[colour] for colour in COLOURS)


def times_possible(cubes: Cubes, give: Cubes, take: Cubes) -> int:
    """Count how often a trade can be carried out in a row; what it yields may pay the next (EW-44, EW-E13)."""
    if give <= take:
        raise ValueError("a trade that pays for itself has no maximum")
    times = 0
    while give <= cubes:
        cubes = cubes - give + take
        times += 1
    return times


class Seat:
    """What one player owns."""

    def __init__(self) -> None:
        """Begin with nothing (EW-14)."""
        self.cubes: Cubes = Counter()
        self.boat: str | None = None
        self.outposts: set[str] = set()  # labels of the tiles with an own outpost
        self.claimed: list[str] = []  # ids of VP tiles
        self.bonus: dict[str, list[int]] = {name: [] for name in BONUS_NAMES.values()}  # points of each tile


class ReferenceEasternWonders:
    """One game, played by answering questions with texts."""

    def __init__(
        self,
        printed: dict[str, Any],
        players: int,
        start: int,
        hexes: dict[str, tuple[int, int]],
        vp_order: list[str],
    ) -> None:
        """Set up the table (EW-10 to EW-14) and ask the first question.

        `start` is the seat of the start player, `hexes` maps every tile on the map to its axial hex, `vp_order`
        lists the VP tiles and the Closed Port tile as they will be revealed, those of the ports first.
        """
        self.rules: dict[str, Any] = printed["game"]
        self.board: dict[str, Any] = printed["player_board"]
        self.players = players
        self.start = start
        self.neighbours: dict[str, list[str]] = {}  # EW-30: the tiles sharing an edge
        for label, (q, r) in hexes.items():
            around = {(q + dq, r + dr) for dq, dr in DIRECTIONS}
            self.neighbours[label] = [other for other, place in hexes.items() if place in around]
        self.groups: dict[int, str] = {
            number: group["cubes"] for number, group in enumerate(printed["starting_group"], start=1)
        }
        self.upgrades_to: dict[str, str] = {spice["code"]: spice["upgrades_to"] for spice in printed["spice"]}
        self.vp_tiles: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in printed["vp_tile"]}
        self.markets: dict[str, dict[str, Any]] = {}  # those on the map only (EW-10)
        for tile in printed["market_tile"]:
            label = tile["id"].removeprefix("market_")
            if label in hexes:
                self.markets[label] = tile
        self.bonus_kinds: dict[str, dict[str, Any]] = {
            BONUS_NAMES[kind["effect"]]: kind for kind in printed["bonus_kind"]
        }
        # EW-13: a pile is the list of the points of its tiles, top first.
        self.bonus_piles: dict[str, list[int]] = {
            name: list(self.bonus_kinds[name]["points"]) for name in BONUS_NAMES.values()
        }
        # EW-12: four tiles go to the ports, the rest is the pile from the top.
        self.ports: dict[str, str | None] = {f"port_{number}": vp_order[number - 1] for number in range(1, 5)}
        self.pile = list(vp_order[4:])
        self.tile_cubes: dict[str, Cubes] = {label: Counter() for label in hexes}
        self.seats = [Seat() for _ in range(players)]
        self.actor = start
        self.over = False
        self._game = self._whole_game()
        self._legal = next(self._game)

    # ---------------------------------------------------------------- the conversation

    def legal(self) -> set[str]:
        """Return the texts of all legal answers to the open question."""
        return set(self._legal)

    def play(self, text: str) -> None:
        """Answer the open question."""
        if text not in self._legal:
            raise ValueError(f"not legal: {text!r}")
        try:
            self._legal = self._game.send(text)
        except StopIteration:
            self.over = True
            self._legal = set()

    def _ask(self, seat: int, answers: set[str]) -> Asking[str]:
        """Ask one question."""
        self.actor = seat
        answer = yield answers
        return answer

    def _pay(self, seat: int, number: int, receiver: Cubes | None) -> Asking[None]:
        """Pay cubes of the player's choice, in colour order, to the receiver or to the supply (None, EW-3)."""
        hold = self.seats[seat].cubes
        colours = COLOURS  # those not lower than one already paid
        for left in range(number, 0, -1):
            offered = set()
            for index, colour in enumerate(colours):
                enough = sum(hold[other] for other in colours[index:]) >= left
                if hold[colour] > 0 and enough:
                    offered.add(f"cube {colour}")
            answer = yield from self._ask(seat, offered)
            paid = answer.removeprefix("cube ")
            hold[paid] -= 1
            if receiver is not None:
                receiver[paid] += 1
            colours = colours[colours.index(paid) :]

    # ---------------------------------------------------------------- course of the game

    def _turn_order(self, first: int) -> list[int]:
        """Return all seats clockwise, beginning with the given one (EW-14)."""
        return [(first + offset) % self.players for offset in range(self.players)]

    def _whole_game(self) -> Asking[None]:
        """Setup (EW-15), then rounds until someone has claimed the 4th VP tile (EW-20, EW-70)."""
        for seat in reversed(self._turn_order(self.start)):
            yield from self._set_up(seat)
        while all(len(seat.claimed) < self.rules["vp_tiles_to_end"] for seat in self.seats):
            for active in self._turn_order(self.start):
                yield from self._turn(active)

    def _set_up(self, seat: int) -> Asking[None]:
        """Take a starting group and place the boat (EW-15)."""
        answer = yield from self._ask(seat, {f"group {number}" for number in self.groups})
        self.seats[seat].cubes.update(self.groups.pop(int(answer.removeprefix("group "))))
        answer = yield from self._ask(seat, {f"place {label}" for label in self.markets})
        self.seats[seat].boat = answer.removeprefix("place ")

    def _turn(self, active: int) -> Asking[None]:
        """Movement, toll, pick-up, action, hold limit (EW-21)."""
        steps = yield from self._sail(active)
        if steps > 0:  # EW-E2
            yield from self._pay_toll(active)
            yield from self._pick_up(active)
        yield from self._go_ashore(active)
        for seat in self._turn_order(active):  # EW-68, EW-E9
            surplus = self.seats[seat].cubes.total() - self._hold_limit(seat)
            yield from self._pay(seat, surplus, None)  # asks nothing where there is no surplus

    def _hold_limit(self, seat: int) -> int:
        """Return the number of hold spaces (EW-51, EW-68)."""
        extra = self.bonus_kinds["hold"]["amount"] * len(self.seats[seat].bonus["hold"])
        return int(self.board["hold_capacity"] + extra)

    def _boat(self, seat: int) -> str:
        """Return the tile with the player's boat."""
        tile = self.seats[seat].boat
        assert tile is not None, "boats are placed during setup"
        return tile

    # ---------------------------------------------------------------- moving the boat

    def _receivers(self, mover: int, tile: str) -> list[int]:
        """Return the players to whom a movement ending on the tile owes a toll, in turn order (EW-33)."""
        if tile not in self.markets:
            return []
        return [seat for seat in self._turn_order(mover)[1:] if self.seats[seat].boat == tile]

    def _may_end(self, mover: int, tile: str, cubes: int) -> bool:
        """Tell whether a movement may end here with that many cubes left in the hold (EW-33, EW-E8)."""
        return cubes >= int(self.rules["boat_toll"]) * len(self._receivers(mover, tile))

    def _steps_open(self, tile: str, free: int, cubes: int) -> list[tuple[str, int, int]]:
        """Return (tile, free steps left, cubes left) after each possible next step (EW-31, EW-32, EW-E4)."""
        if free > 0:
            return [(label, free - 1, cubes) for label in self.neighbours[tile]]
        if cubes > 0:
            return [(label, 0, cubes - 1) for label in self.neighbours[tile]]
        return []

    def _can_still_end(self, mover: int, tile: str, free: int, cubes: int) -> bool:
        """Tell whether the movement may end here or somewhere after further steps."""
        seen = {(tile, free, cubes)}
        to_look_at = [(tile, free, cubes)]
        while to_look_at:
            here = to_look_at.pop()
            if self._may_end(mover, here[0], here[2]):
                return True
            for after in self._steps_open(*here):
                if after not in seen:
                    seen.add(after)
                    to_look_at.append(after)
        return False

    def _sail(self, active: int) -> Asking[int]:
        """Step from tile to tile until the boat anchors; return the number of steps (EW-30 to EW-32)."""
        me = self.seats[active]
        free = int(self.rules["free_steps"] + self.bonus_kinds["step"]["amount"] * len(me.bonus["step"]))  # EW-52
        steps = 0
        while True:
            tile = self._boat(active)
            cubes = me.cubes.total()
            answers = set()
            if steps == 0 or self._may_end(active, tile, cubes):
                answers.add("anchor")
            for after in self._steps_open(tile, max(free - steps, 0), cubes):
                if self._can_still_end(active, *after):
                    answers.add(f"step {after[0]}")
            answer = yield from self._ask(active, answers)
            if answer == "anchor":
                return steps
            if steps >= free:  # EW-32: the cube stays on the tile being left, also on a port (EW-E6)
                yield from self._pay(active, 1, self.tile_cubes[tile])
            me.boat = answer.removeprefix("step ")
            steps += 1

    def _pay_toll(self, active: int) -> Asking[None]:
        """Give a cube to each other player with a boat on this market tile (EW-33)."""
        for receiver in self._receivers(active, self._boat(active)):
            yield from self._pay(active, self.rules["boat_toll"], self.seats[receiver].cubes)

    def _pick_up(self, active: int) -> Asking[None]:
        """Take all cubes lying on the tile, or none (EW-34, EW-E3, EW-E6, EW-E7)."""
        tile = self._boat(active)
        if self.tile_cubes[tile].total() == 0:
            return
        answer = yield from self._ask(active, {"pick up", "done"})
        if answer == "pick up":
            self.seats[active].cubes.update(self.tile_cubes[tile])
            self.tile_cubes[tile] = Counter()

    # ---------------------------------------------------------------- actions

    def _go_ashore(self, active: int) -> Asking[None]:
        """Take at most one action, by the tile where the boat is (EW-21, EW-22, EW-E22)."""
        me = self.seats[active]
        tile = self._boat(active)
        answers = {"harvest", "done"}
        if tile in self.ports:
            vp_id = self.ports[tile]
            if vp_id is not None and vp_id != CLOSED and Counter(self.vp_tiles[vp_id]["cost"]) <= me.cubes:
                answers.add("claim")  # EW-60, EW-62, EW-E17, EW-E20
        elif tile in me.outposts:
            answers |= self._trades_open(active, tile)
        elif self._may_build(active, tile):
            answers.add("build")
        answer = yield from self._ask(active, answers)
        if answer == "harvest":
            me.cubes.update(self.rules["harvest"])  # EW-65
            me.cubes.update(self.bonus_kinds["harvest"]["cubes"] * len(me.bonus["harvest"]))  # EW-55
        elif answer == "claim":
            self._claim(active, tile)
        elif answer == "build":
            yield from self._build(active, tile)
        else:
            self._trade(active, tile, answer)

    def _trades_open(self, seat: int, tile: str) -> set[str]:
        """Return the answers "times n" for every possible number of executions (EW-44, EW-E13)."""
        trade = self.markets[tile]
        most = times_possible(self.seats[seat].cubes, Counter(trade["give"]), Counter(trade["take"]))
        return {f"times {number}" for number in range(1, most + 1)}

    def _trade(self, active: int, tile: str, answer: str) -> None:
        """Carry out "times n" or "done" (EW-44)."""
        me = self.seats[active]
        times = 0 if answer == "done" else int(answer.removeprefix("times "))
        for _ in range(times):
            me.cubes.subtract(self.markets[tile]["give"])
            me.cubes.update(self.markets[tile]["take"])

    def _claim(self, active: int, port: str) -> None:
        """Pay for the VP tile, take it, refill, move the closure (EW-60 to EW-63, EW-E18, EW-E20)."""
        me = self.seats[active]
        vp_id = self.ports[port]
        assert vp_id is not None
        me.cubes.subtract(self.vp_tiles[vp_id]["cost"])
        me.claimed.append(vp_id)
        closed = [label for label, on_it in self.ports.items() if on_it == CLOSED]
        drawn = self.pile.pop(0) if self.pile else None
        if closed:
            self.ports[port] = CLOSED
            self.ports[closed[0]] = drawn
        else:
            self.ports[port] = drawn

    def _in_row(self, seat: int, symbol: str) -> int:
        """Count the outposts that have left the board's row of a trade symbol (EW-42)."""
        return sum(self.markets[tile]["symbol"] == symbol for tile in self.seats[seat].outposts)

    def _columns_complete(self, seat: int) -> int:
        """Count the columns emptied in all rows (EW-43, EW-E15)."""
        return min(self._in_row(seat, symbol) for symbol in self.board["rows"])

    def _build_cost(self, tile: str) -> int:
        """Return the number of cubes that a new outpost on the tile costs (EW-41, EW-E10)."""
        present = sum(tile in seat.outposts for seat in self.seats)
        each = "outpost_cost_per_outpost_present" + ("_2p" if self.players == 2 else "")
        return present * int(self.rules[each])

    def _may_build(self, seat: int, tile: str) -> bool:
        """Tell whether the row of the tile's symbol has an outpost and the cost can be paid (EW-41, EW-E14)."""
        in_row = self._in_row(seat, self.markets[tile]["symbol"])
        return in_row < self.board["columns"] and self._build_cost(tile) <= self.seats[seat].cubes.total()

    def _build(self, active: int, tile: str) -> Asking[None]:
        """Pay, place the outpost, take a column bonus, upgrade, trade (EW-41 to EW-45, EW-E10, EW-E11)."""
        me = self.seats[active]
        upgrades = self.bonus_kinds["upgrade"]["amount"] * len(me.bonus["upgrade"])  # those owned before
        columns = self._columns_complete(active)
        yield from self._pay(active, self._build_cost(tile), None)
        me.outposts.add(tile)
        if self._columns_complete(active) > columns:
            yield from self._take_bonus(active)
        yield from self._upgrade(active, upgrades)
        answer = yield from self._ask(active, self._trades_open(active, tile) | {"done"})
        self._trade(active, tile, answer)

    def _take_bonus(self, active: int) -> Asking[None]:
        """Take the top tile of a pile that is not empty (EW-43, EW-E16)."""
        answers = {f"bonus {name}" for name, pile in self.bonus_piles.items() if pile}
        if answers:
            answer = yield from self._ask(active, answers)
            name = answer.removeprefix("bonus ")
            self.seats[active].bonus[name].append(self.bonus_piles[name].pop(0))

    def _upgrade(self, active: int, upgrades: int) -> Asking[None]:
        """Upgrade cubes one after the other, at most so many (EW-2, EW-54, EW-E12)."""
        cubes = self.seats[active].cubes
        for _ in range(upgrades):
            answers = {f"upgrade {colour}" for colour in COLOURS if cubes[colour] > 0 and self.upgrades_to[colour]}
            if not answers:
                return
            answer = yield from self._ask(active, answers | {"done"})
            if answer == "done":
                return
            colour = answer.removeprefix("upgrade ")
            cubes[colour] -= 1
            cubes[self.upgrades_to[colour]] += 1

    # ---------------------------------------------------------------- results

    def state(self) -> dict[str, Any]:
        """Return everything that lies on the table, as plain values."""
        return {
            "ports": dict(self.ports),
            "pile": len(self.pile),
            "bonus_piles": {name: len(pile) for name, pile in self.bonus_piles.items()},
            "tile_cubes": {label: text_of(cubes) for label, cubes in self.tile_cubes.items() if text_of(cubes)},
            "seats": [
                {
                    "cubes": text_of(seat.cubes),
                    "boat": seat.boat,
                    "outposts": sorted(seat.outposts),
                    "claimed": sorted(seat.claimed),
                    "bonus": {name: len(tiles) for name, tiles in seat.bonus.items()},
                }
                for seat in self.seats
            ],
        }

    def scores(self) -> list[int]:
        """Return the points by seat (EW-71)."""
        result = []
        for number, seat in enumerate(self.seats):
            points = sum(self.vp_tiles[vp_id]["points"] for vp_id in seat.claimed)
            points += sum(sum(tiles) for tiles in seat.bonus.values())  # EW-53 to EW-55
            for symbol in self.board["rows"]:  # EW-7: spaces are uncovered from the left
                points += sum(self.board["column_points"][: self._in_row(number, symbol)])
            points += sum(self.rules["points_per_cube"][colour] * seat.cubes[colour] for colour in COLOURS)
            result.append(int(points))
        return result

    def winner(self) -> int:
        """Return the seat with most points, of tied ones the latest in turn order (EW-72, EW-E24)."""
        scores = self.scores()
        best = [seat for seat in self._turn_order(self.start) if scores[seat] == max(scores)]
        return best[-1]
