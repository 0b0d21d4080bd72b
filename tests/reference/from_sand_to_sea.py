"""Slow, plain reference implementation of Century: From Sand to Sea, a test oracle.

Written from the rules digests alone (rule numbers S2S-n, and EW-n and SR-n where those refer to the two games that
are combined). Cards and tiles come from the printed tables, the numbers of the rules are written down below.
As in the Eastern Wonders oracle the game is one long generator: it yields the set of legal answers to the open
question and is sent the answer, so the code below reads in the order in which the game is played.
"""

from collections import Counter
from typing import Any

from tests.reference.eastern_wonders import CLOSED, COLOURS, DIRECTIONS, Asking, Cubes, text_of

PLAYERS = (2, 3, 4)  # S2S-1
ROW = 4  # S2S-11: cards in the merchant row
HOLD = 10  # S2S-5
COLUMN_POINTS = (0, 1, 2, 3)  # S2S-5: points by column of the player board, from the left
SYMBOLS = ("ginger", "chili", "tea", "cloves")  # S2S-5: one row of the player board each
LAST_CLAIM = 4  # S2S-70: VP tiles that make the round the last one
CUBE_POINTS = {"Y": 0, "R": 1, "G": 1, "B": 1}  # S2S-71
MOST_TIMES = 32  # most executions of a trade that are offered
BONUS_NAMES = {"hold": "hold", "free_step": "step", "points": "points"}  # S2S-14: effect printed -> name


def times_open(cubes: Cubes, trade: dict[str, Any]) -> set[str]:
    """Return "times n" for each number of executions possible one after the other (S2S-3, SR-4, EW-44, EW-E13)."""
    left = Counter(cubes)
    give = Counter(trade["give"])
    answers: set[str] = set()
    while give <= left and len(answers) < MOST_TIMES:
        left.subtract(give)
        left.update(trade["take"])
        answers.add(f"times {len(answers) + 1}")
    return answers


def carry_out(cubes: Cubes, trade: dict[str, Any], answer: str) -> None:
    """Carry out a trade as often as the answer "times n" says (S2S-3, EW-44)."""
    for _ in range(int(answer.removeprefix("times "))):
        cubes.subtract(trade["give"])
        cubes.update(trade["take"])


def upgrades_open(cubes: Cubes) -> set[str]:
    """Return "upgrade X" for each colour in the hold that can be upgraded: all but B (S2S-2, EW-2)."""
    return {f"upgrade {colour}" for colour in "YRG" if cubes[colour] > 0}


class RowCard:
    """A merchant card in the row with the cubes lying on it (S2S-25)."""

    def __init__(self, card: str) -> None:
        """Reveal the card, without cubes."""
        self.card = card
        self.cubes: Cubes = Counter()


class Seat:
    """What one player owns."""

    def __init__(self, hand: list[str]) -> None:
        """Begin with the starting cards and nothing else (S2S-10, S2S-15)."""
        self.cubes: Cubes = Counter()
        self.boat: str | None = None
        self.outposts: set[str] = set()  # labels of the tiles with an own outpost
        self.hand = hand  # the three card zones of S2S-4
        self.played: list[str] = []
        self.sailed: list[str] = []
        self.claimed: list[str] = []  # ids of VP tiles
        self.bonus: dict[str, list[int]] = {name: [] for name in BONUS_NAMES.values()}  # points of each tile


class ReferenceSandToSea:
    """One game, played by answering questions with texts."""

    def __init__(
        self,
        tables: dict[str, Any],
        players: int,
        start: int,
        layout: dict[str, tuple[int, int]],
        merchants: list[str],
        vp_tiles: list[str],
    ) -> None:
        """Set up the table (S2S-10 to S2S-15) and ask the first question.

        `start` is the seat of the start player, `layout` maps every tile on the map to its axial hex, `merchants`
        and `vp_tiles` (Closed Port tile included) list cards and tiles in the order of revealing.
        """
        if players not in PLAYERS or not 0 <= start < players:
            raise ValueError(f"{players} players, start {start}")
        self.players = players
        self.start = start
        self.neighbours: dict[str, list[str]] = {}  # EW-30: the tiles sharing an edge
        for label, (q, r) in layout.items():
            around = {(q + dq, r + dr) for dq, dr in DIRECTIONS}
            self.neighbours[label] = [other for other, place in layout.items() if tuple(place) in around]
        self.markets: dict[str, dict[str, Any]] = {}  # those on the map only (S2S-12)
        for tile in tables["market_tile"]:
            label = tile["id"].removeprefix("market_")
            if label in layout:
                self.markets[label] = tile
        self.cards: dict[str, dict[str, Any]] = {card["id"]: card for card in tables["starter"] + tables["merchant"]}
        self.row = [RowCard(card) for card in merchants[:ROW]]  # S2S-11: leftmost first
        self.deck = list(merchants[ROW:])
        self.vp_tiles: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in tables["vp_tile"]}
        # S2S-13, EW-12: four tiles go to the ports, the rest is the pile from the top.
        self.ports: dict[str, str | None] = {f"port_{number}": vp_tiles[number - 1] for number in range(1, 5)}
        self.pile = list(vp_tiles[4:])
        self.groups: dict[int, str] = {
            number: group["cubes"] for number, group in enumerate(tables["starting_group"], start=1)
        }
        self.bonus_amount: dict[str, int] = {}
        self.bonus_piles: dict[str, list[int]] = {}  # S2S-14: the points of the tiles of a pile, top first
        for kind in tables["bonus_kind"]:
            if kind["effect"] in BONUS_NAMES:
                name = BONUS_NAMES[kind["effect"]]
                self.bonus_amount[name] = int(kind["amount"])
                self.bonus_piles[name] = [int(points) for points in kind["points"]]
        self.seats = [Seat([card["id"] for card in tables["starter"]]) for _ in range(players)]
        self.actor = start
        self.over = False
        self._game = self._whole_game()
        self._legal = next(self._game)

    # ---------------------------------------------------------------- the conversation

    def legal(self) -> set[str]:
        """Return the texts of all legal answers to the open question."""
        return set(self._legal)

    def play(self, text: str) -> None:
        """Answer the open question; ValueError if the answer is not legal."""
        if text not in self._legal:
            raise ValueError(f"not legal: {text!r}")
        try:
            self._legal = self._game.send(text)
        except StopIteration:
            self.over = True
            self._legal = set()

    def _ask(self, seat: int, answers: set[str]) -> Asking[str]:
        """Ask one question."""
        assert answers, "a question without an answer"
        self.actor = seat
        answer = yield answers
        return answer

    def _give_one(self, seat: int, receiver: Cubes) -> Asking[None]:
        """Give one cube of any colour to another hold or onto a card (S2S-25, S2S-38)."""
        hold = self.seats[seat].cubes
        answer = yield from self._ask(seat, {f"cube {colour}" for colour in COLOURS if hold[colour] > 0})
        colour = answer.removeprefix("cube ")
        hold[colour] -= 1
        receiver[colour] += 1

    def _return(self, seat: int, number: int) -> Asking[None]:
        """Return so many cubes of the player's choice to the supply, in colour order (EW-3)."""
        hold = self.seats[seat].cubes
        colours = COLOURS  # those not lower than one already returned
        for left in range(number, 0, -1):
            answers: set[str] = set()
            for index, colour in enumerate(colours):
                enough = sum(hold[other] for other in colours[index:]) >= left
                if hold[colour] > 0 and enough:
                    answers.add(f"cube {colour}")
            answer = yield from self._ask(seat, answers)
            returned = answer.removeprefix("cube ")
            hold[returned] -= 1
            colours = colours[colours.index(returned) :]

    # ---------------------------------------------------------------- course of the game

    def _turn_order(self, first: int) -> list[int]:
        """Return all seats clockwise, beginning with the given one (S2S-15, EW-14)."""
        return [(first + offset) % self.players for offset in range(self.players)]

    def _whole_game(self) -> Asking[None]:
        """Setup, then rounds until someone has claimed the 4th VP tile (S2S-16, S2S-20, S2S-70, EW-E21)."""
        for seat in reversed(self._turn_order(self.start)):
            yield from self._set_up(seat)
        while all(len(seat.claimed) < LAST_CLAIM for seat in self.seats):
            for active in self._turn_order(self.start):
                yield from self._turn(active)

    def _set_up(self, seat: int) -> Asking[None]:
        """Take a starting group and place the boat (S2S-16, S2S-E13)."""
        answer = yield from self._ask(seat, {f"group {number}" for number in self.groups})
        self.seats[seat].cubes.update(self.groups.pop(int(answer.removeprefix("group "))))
        answer = yield from self._ask(seat, {f"place {label}" for label in self.markets})
        self.seats[seat].boat = answer.removeprefix("place ")

    def _turn(self, active: int) -> Asking[None]:
        """Do one of play, acquire, sail and rest; then the hold limit (S2S-20, S2S-21, S2S-E3)."""
        me = self.seats[active]
        answers = {"rest"}
        answers |= {f"play {card}" for card in me.hand if self._can_play(active, card)}
        answers |= {f"acquire {k}" for k in range(1, len(self.row) + 1) if me.cubes.total() >= k - 1}  # S2S-25, S2S-E9
        answers |= self._steps_open(active, 0)
        if self._acts_open(active):  # S2S-E1, S2S-E2
            answers.add("anchor")
        answer = yield from self._ask(active, answers)
        verb, _, what = answer.partition(" ")
        if verb == "play":
            yield from self._play_card(active, what)
        elif verb == "acquire":
            yield from self._acquire(active, int(what))
        elif verb == "rest":
            self._rest(active)
        else:
            yield from self._sail(active, answer)
        for seat in self._turn_order(active):  # S2S-68, EW-68, EW-E9
            surplus = self.seats[seat].cubes.total() - self._hold_limit(seat)
            yield from self._return(seat, surplus)  # asks nothing where there is no surplus

    def _hold_limit(self, seat: int) -> int:
        """Return the number of hold spaces (S2S-50, S2S-68)."""
        return HOLD + self.bonus_amount["hold"] * len(self.seats[seat].bonus["hold"])

    # ---------------------------------------------------------------- acquire, play, rest

    def _acquire(self, active: int, place: int) -> Asking[None]:
        """Put a cube on each card to the left, take the card and its cubes (S2S-25 to S2S-27, S2S-E8, S2S-E9)."""
        me = self.seats[active]
        for index in range(place - 1):
            yield from self._give_one(active, self.row[index].cubes)
        taken = self.row.pop(place - 1)
        me.hand.append(taken.card)
        me.cubes.update(taken.cubes)
        if self.deck:
            self.row.append(RowCard(self.deck.pop(0)))

    def _can_play(self, seat: int, card: str) -> bool:
        """Tell whether the effect of a card can be carried out (S2S-E12, SR-E1, SR-E2)."""
        printed = self.cards[card]
        cubes = self.seats[seat].cubes
        if "gain" in printed:
            return True
        if "upgrade" in printed:
            return bool(upgrades_open(cubes))
        return bool(times_open(cubes, printed))

    def _play_card(self, active: int, card: str) -> Asking[None]:
        """Put the card into the played zone and carry out its effect (S2S-3, S2S-30)."""
        me = self.seats[active]
        me.hand.remove(card)
        me.played.append(card)
        printed = self.cards[card]
        if "gain" in printed:
            me.cubes.update(printed["gain"])
        elif "upgrade" in printed:
            yield from self._upgrade(active, int(printed["upgrade"]))
        else:
            answer = yield from self._ask(active, times_open(me.cubes, printed))
            carry_out(me.cubes, printed, answer)

    def _upgrade(self, active: int, most: int) -> Asking[None]:
        """Upgrade cubes one after the other, at most so many (S2S-3, SR-32)."""
        cubes = self.seats[active].cubes
        for _ in range(most):
            answers = upgrades_open(cubes)
            if not answers:
                return
            answer = yield from self._ask(active, answers | {"done"})
            if answer == "done":
                return
            colour = answer.removeprefix("upgrade ")
            cubes[colour] -= 1
            cubes[COLOURS[COLOURS.index(colour) + 1]] += 1

    def _rest(self, active: int) -> None:
        """Take all played and sailed cards back into the hand (S2S-66)."""
        me = self.seats[active]
        me.hand = me.hand + me.played + me.sailed
        me.played = []
        me.sailed = []

    # ---------------------------------------------------------------- sail

    def _boat(self, seat: int) -> str:
        """Return the tile with the player's boat."""
        tile = self.seats[seat].boat
        assert tile is not None, "boats are placed during setup"
        return tile

    def _free_left(self, seat: int, steps: int) -> int:
        """Return how many free steps are left after so many steps of a sail; they come first (S2S-37, S2S-E6)."""
        return max(self.bonus_amount["step"] * len(self.seats[seat].bonus["step"]) - steps, 0)

    def _receivers(self, mover: int, tile: str) -> list[int]:
        """Return the players to whom a movement ending on the tile owes a cube, in turn order (S2S-38, EW-33)."""
        if tile not in self.markets:
            return []
        return [seat for seat in self._turn_order(mover)[1:] if self.seats[seat].boat == tile]

    def _may_end(self, mover: int, tile: str) -> bool:
        """Tell whether the toll of the tile can be paid; steps cost no cubes (S2S-38, S2S-E7)."""
        return self.seats[mover].cubes.total() >= len(self._receivers(mover, tile))

    def _can_still_end(self, mover: int, tile: str, steps: int) -> bool:
        """Tell whether a movement that has come to the tile can end there, or elsewhere within so many steps."""
        reached = {tile}
        for _ in range(steps):
            reached |= {after for before in reached for after in self.neighbours[before]}
        return any(self._may_end(mover, label) for label in reached)

    def _steps_open(self, mover: int, steps: int) -> set[str]:
        """Return the answers "step TILE" after so many steps of this sail (S2S-35 to S2S-38, S2S-E4)."""
        me = self.seats[mover]
        payable = self._free_left(mover, steps) + len(me.hand) + len(me.played)
        if payable == 0:
            return set()
        tiles = self.neighbours[self._boat(mover)]
        return {f"step {tile}" for tile in tiles if self._can_still_end(mover, tile, payable - 1)}

    def _sail(self, active: int, answer: str) -> Asking[None]:
        """Step from tile to tile until the boat anchors, then toll and acts; the first answer is given (S2S-35)."""
        me = self.seats[active]
        steps = 0
        while answer != "anchor":
            if self._free_left(active, steps) == 0:
                yield from self._pay_step(active)
            me.boat = answer.removeprefix("step ")
            steps += 1
            answers = self._steps_open(active, steps)
            if self._may_end(active, me.boat):
                answers.add("anchor")
            answer = yield from self._ask(active, answers)
        if steps > 0:  # S2S-E7
            for receiver in self._receivers(active, self._boat(active)):
                yield from self._give_one(active, self.seats[receiver].cubes)
        yield from self._go_ashore(active, may_do_nothing=steps > 0)

    def _pay_step(self, active: int) -> Asking[None]:
        """Turn a card of the hand or of the played zone face down, without its effect (S2S-36, S2S-E4, S2S-E5)."""
        me = self.seats[active]
        answer = yield from self._ask(active, {f"sail {card}" for card in me.hand + me.played})
        card = answer.removeprefix("sail ")
        zone = me.hand if card in me.hand else me.played
        zone.remove(card)
        me.sailed.append(card)

    # ---------------------------------------------------------------- on the tile

    def _acts_open(self, seat: int) -> set[str]:
        """Return what the player can do on the tile with the boat (S2S-40, S2S-60, S2S-64)."""
        me = self.seats[seat]
        tile = self._boat(seat)
        if tile in self.ports:  # EW-60, EW-62, EW-E17, EW-E20
            vp_id = self.ports[tile]
            if vp_id is None or vp_id == CLOSED or not Counter(self.vp_tiles[vp_id]["cost"]) <= me.cubes:
                return set()
            return {"claim"}
        if tile not in self.markets:
            return set()
        if tile in me.outposts:  # EW-40, EW-44
            return times_open(me.cubes, self.markets[tile])
        return {"build"} if self._may_build(seat, tile) else set()

    def _go_ashore(self, active: int, may_do_nothing: bool) -> Asking[None]:
        """Act on the tile reached, or do nothing if the boat has moved (S2S-35, S2S-E1, S2S-E2, S2S-E14)."""
        tile = self._boat(active)
        answer = yield from self._ask(active, self._acts_open(active) | ({"done"} if may_do_nothing else set()))
        if answer == "claim":
            self._claim(active, tile)
        elif answer == "build":
            yield from self._build(active, tile)
        elif answer != "done":
            carry_out(self.seats[active].cubes, self.markets[tile], answer)

    def _claim(self, active: int, port: str) -> None:
        """Pay for the VP tile, take it, refill, move the closure (S2S-60, EW-60 to EW-63, EW-E18, EW-E20)."""
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
        """Count the columns emptied in all four rows (S2S-41, EW-E15)."""
        return min(self._in_row(seat, symbol) for symbol in SYMBOLS)

    def _build_cost(self, tile: str) -> int:
        """Return the cubes that a new outpost on the tile costs: 1, with two players 2, per outpost (S2S-40)."""
        present = sum(tile in seat.outposts for seat in self.seats)
        return present * (2 if self.players == 2 else 1)

    def _may_build(self, seat: int, tile: str) -> bool:
        """Tell whether the symbol's row has an outpost left and the cost can be paid (EW-41, EW-E14, S2S-E11)."""
        in_row = self._in_row(seat, self.markets[tile]["symbol"])
        return in_row < len(COLUMN_POINTS) and self._build_cost(tile) <= self.seats[seat].cubes.total()

    def _build(self, active: int, tile: str) -> Asking[None]:
        """Pay, place the outpost, take a column bonus, trade (S2S-40, S2S-41, EW-41 to EW-45, EW-E10, EW-E11)."""
        me = self.seats[active]
        columns = self._columns_complete(active)
        yield from self._return(active, self._build_cost(tile))
        me.outposts.add(tile)
        piles = {f"bonus {name}" for name, pile in self.bonus_piles.items() if pile}
        if self._columns_complete(active) > columns and piles:  # EW-43, EW-E16, S2S-E10
            answer = yield from self._ask(active, piles)
            name = answer.removeprefix("bonus ")
            me.bonus[name].append(self.bonus_piles[name].pop(0))
        answer = yield from self._ask(active, times_open(me.cubes, self.markets[tile]) | {"done"})
        if answer != "done":
            carry_out(me.cubes, self.markets[tile], answer)

    # ---------------------------------------------------------------- results

    def state(self) -> dict[str, Any]:
        """Return everything that lies on the table, as plain values."""
        return {
            "merchant_row": [(row_card.card, text_of(row_card.cubes)) for row_card in self.row],
            "ports": dict(self.ports),
            "pile": len(self.pile),
            "bonus_piles": {name: len(pile) for name, pile in self.bonus_piles.items()},
            "seats": [
                {
                    "cubes": text_of(seat.cubes),
                    "boat": seat.boat,
                    "outposts": sorted(seat.outposts),
                    "hand": sorted(seat.hand),
                    "played": sorted(seat.played),
                    "sailed": sorted(seat.sailed),
                    "claimed": sorted(seat.claimed),
                    "bonus": {name: len(tiles) for name, tiles in seat.bonus.items()},
                }
                for seat in self.seats
            ],
        }

    def scores(self) -> list[int]:
        """Return the points by seat (S2S-71)."""
        result = []
        for number, seat in enumerate(self.seats):
            points = sum(int(self.vp_tiles[vp_id]["points"]) for vp_id in seat.claimed)
            points += sum(sum(tiles) for tiles in seat.bonus.values())
            for symbol in SYMBOLS:  # EW-42: spaces are uncovered from the left
                points += sum(COLUMN_POINTS[: self._in_row(number, symbol)])
            points += sum(CUBE_POINTS[colour] * seat.cubes[colour] for colour in COLOURS)
            result.append(points)
        return result

    def winner(self) -> int:
        """Return the seat with most points, of tied ones the latest in turn order (S2S-72, EW-E24)."""
        scores = self.scores()
        return [seat for seat in self._turn_order(self.start) if scores[seat] == max(scores)][-1]
