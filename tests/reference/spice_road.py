"""Reference implementation of Century: Spice Road: slow and plain, a test oracle.

Written from the rules digest alone; the numbers SR-n in the docstrings are its rule numbers.
A turn is a conversation of small questions; `legal` lists the answers, `play` gives one.
"""

from collections import Counter
from typing import Any

COLOURS = "YRGB"  # SR-2: lowest first


def spell(cubes: Counter[str]) -> str:
    """Write cubes as a string in colour order."""
    return "".join(colour * cubes[colour] for colour in COLOURS)


def covers(cubes: Counter[str], price: str) -> bool:
    """Say whether the cubes include every cube of the price."""
    return all(cubes[colour] >= price.count(colour) for colour in COLOURS)


class RowCard:
    """A merchant card in the row with the cubes lying on it (SR-40)."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.cubes: Counter[str] = Counter()


class Seat:
    """What one player has: caravan, card zones (SR-6) and coins."""

    def __init__(self, hand: list[str], cubes: str) -> None:
        self.caravan: Counter[str] = Counter(cubes)
        self.hand = hand
        self.played: list[str] = []
        self.claimed: list[str] = []
        self.coins = {"gold": 0, "silver": 0}

    def pay(self, cubes: str) -> None:
        """Take cubes out of the caravan, which must hold them."""
        if not covers(self.caravan, cubes):
            raise AssertionError(f"caravan {spell(self.caravan)} cannot pay {cubes}")
        self.caravan.subtract(cubes)


class ReferenceSpiceRoad:
    """One game; seats are 0 to players - 1, card orders are orders of revealing."""

    def __init__(
        self,
        printed: dict[str, Any],
        players: int,
        start: int,
        merchant_order: list[str],
        point_order: list[str],
    ) -> None:
        """Set up by SR-10 to SR-15."""
        if not printed["game"]["players_min"] <= players <= printed["game"]["players_max"]:
            raise ValueError(f"{players} players (SR-1)")
        if not 0 <= start < players:
            raise ValueError(f"no seat {start}")
        setup = printed["setup"]
        self.printed = printed
        self.players = players
        self.start = start
        self.merchants: dict[str, dict[str, Any]] = {
            card["id"]: card for card in printed["starter"] + printed["merchant"]
        }
        self.points: dict[str, dict[str, Any]] = {card["id"]: card for card in printed["point"]}
        self.merchant_row = [RowCard(card) for card in merchant_order[: setup["merchant_row"]]]
        self.merchant_deck = merchant_order[setup["merchant_row"] :]
        self.point_row = point_order[: setup["point_row"]]
        self.point_deck = point_order[setup["point_row"] :]
        self.coins = {
            "gold": players * int(setup["coins_per_player_gold"]),
            "silver": players * int(setup["coins_per_player_silver"]),
        }
        self.seats = [
            Seat(
                [card["id"] for card in printed["starter"]],
                setup["start_cubes"][self.place_in_turn_order(seat)],
            )
            for seat in range(players)
        ]
        self.actor = start
        self.over = False
        self.question = "turn"  # or "upgrade", "times", "place", "surplus"
        self.trade = ""  # "times": the trade card just played
        self.upgrades_left = 0  # "upgrade": upgrades not yet used
        self.target = 0  # "place": place of the card being acquired, 1 = leftmost
        self.placed = 0  # "place": cubes already put on cards
        self.last_returned = COLOURS[0]  # "surplus": no lower colour may follow

    def place_in_turn_order(self, seat: int) -> int:
        """Return 0 for the start player, 1 for the next clockwise, and so on (SR-14)."""
        return (seat - self.start) % self.players

    # ---- legal answers ----

    def legal(self) -> set[str]:
        """Return the texts of all legal answers to the open question."""
        if self.over:
            return set()
        caravan = self.seats[self.actor].caravan
        if self.question == "turn":
            return self.legal_turns()
        if self.question == "upgrade":  # SR-4, SR-32
            return {"done"} | {f"upgrade {colour}" for colour in "YRG" if caravan[colour] > 0}
        if self.question == "times":  # SR-4, SR-33
            return {f"times {n}" for n in range(1, self.most_executions(self.trade) + 1)}
        if self.question == "place":  # SR-40
            return {f"cube {colour}" for colour in COLOURS if caravan[colour] > 0}
        return {f"cube {colour}" for colour in self.returnable()}

    def legal_turns(self) -> set[str]:
        """Return the answers at the start of a turn (SR-20)."""
        seat = self.seats[self.actor]
        answers = {f"play {card}" for card in seat.hand if self.playable(card)}
        for place in range(1, len(self.merchant_row) + 1):  # SR-40, SR-E3, SR-E5
            if seat.caravan.total() >= place - 1:
                answers.add(f"acquire {place}")
        for card in self.point_row:  # SR-50
            if covers(seat.caravan, self.points[card]["cost"]):
                answers.add(f"claim {card}")
        if seat.played or not answers:  # SR-45, SR-E4
            answers.add("rest")
        return answers

    def playable(self, card: str) -> bool:
        """Say whether the actor may play this hand card (SR-31, SR-E1, SR-E2)."""
        text = self.merchants[card]
        if "gain" in text:
            return True
        if "upgrade" in text:
            return self.can_upgrade()
        return self.most_executions(card) >= 1

    def can_upgrade(self) -> bool:
        """Say whether the actor has a Y, R or G cube (SR-2)."""
        return any(self.seats[self.actor].caravan[colour] > 0 for colour in "YRG")

    def most_executions(self, card: str) -> int:
        """Count how often the actor can do a trade, carrying it out on a copy (SR-4)."""
        text = self.merchants[card]
        cubes = Counter(self.seats[self.actor].caravan)
        times = 0
        while covers(cubes, text["give"]):
            cubes.subtract(text["give"])
            cubes.update(text["take"])
            times += 1
        return times

    def surplus(self) -> int:
        """Return by how many cubes the actor's caravan is over the limit (SR-60)."""
        return max(0, self.seats[self.actor].caravan.total() - int(self.printed["caravan"]["limit"]))

    def returnable(self) -> list[str]:
        """Return the colours that may be returned next, in the one order for each payment (SR-60)."""
        caravan = self.seats[self.actor].caravan
        colours = []
        for index, colour in enumerate(COLOURS):
            this_and_higher = sum(caravan[other] for other in COLOURS[index:])
            if index >= COLOURS.index(self.last_returned) and caravan[colour] > 0 and this_and_higher >= self.surplus():
                colours.append(colour)
        return colours

    # ---- carrying out answers ----

    def play(self, text: str) -> None:
        """Answer the open question; ValueError if the answer is not legal."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r}")
        verb, _, what = text.partition(" ")
        if self.question == "turn":
            if verb == "play":
                self.begin_play(what)
            elif verb == "acquire":
                self.begin_acquire(int(what))
            elif verb == "claim":
                self.claim(what)
            else:
                self.rest()
        elif self.question == "upgrade":
            self.answer_upgrade(what)
        elif self.question == "times":
            self.answer_times(int(what))
        elif self.question == "place":
            self.answer_place(what)
        else:
            self.answer_surplus(what)

    def begin_play(self, card: str) -> None:
        """Move the card from hand to played and begin its effect (SR-30, SR-31)."""
        seat = self.seats[self.actor]
        seat.hand.remove(card)
        seat.played.append(card)
        text = self.merchants[card]
        if "gain" in text:
            seat.caravan.update(text["gain"])
            self.end_action()
        elif "upgrade" in text:
            self.upgrades_left = int(text["upgrade"])
            self.question = "upgrade"
        else:
            self.trade = card
            self.question = "times"

    def answer_upgrade(self, colour: str) -> None:
        """Swap one cube for one of the next colour, or stop if no colour is named (SR-2, SR-32)."""
        if colour:
            seat = self.seats[self.actor]
            seat.pay(colour)
            seat.caravan[COLOURS[COLOURS.index(colour) + 1]] += 1
            self.upgrades_left -= 1
        if not colour or self.upgrades_left == 0 or not self.can_upgrade():
            self.end_action()

    def answer_times(self, times: int) -> None:
        """Carry out the trade so many times, one after the other (SR-4)."""
        seat = self.seats[self.actor]
        for _ in range(times):
            seat.pay(self.merchants[self.trade]["give"])
            seat.caravan.update(self.merchants[self.trade]["take"])
        self.end_action()

    def begin_acquire(self, place: int) -> None:
        """Begin to acquire the card at this place; the leftmost is free (SR-40)."""
        self.target = place
        self.placed = 0
        self.question = "place"
        if place == 1:
            self.take_merchant()

    def answer_place(self, colour: str) -> None:
        """Put a cube on the next card from the left (SR-40)."""
        self.seats[self.actor].pay(colour)
        self.merchant_row[self.placed].cubes[colour] += 1
        self.placed += 1
        if self.placed == self.target - 1:
            self.take_merchant()

    def take_merchant(self) -> None:
        """Take the paid card with its cubes and refill the row (SR-41, SR-42, SR-E5)."""
        seat = self.seats[self.actor]
        taken = self.merchant_row.pop(self.target - 1)
        seat.caravan.update(taken.cubes)
        seat.hand.append(taken.card)
        if self.merchant_deck:
            self.merchant_row.append(RowCard(self.merchant_deck.pop(0)))
        self.end_action()

    def rest(self) -> None:
        """Take all played cards back to the hand (SR-45)."""
        seat = self.seats[self.actor]
        seat.hand.extend(seat.played)
        seat.played = []
        self.end_action()

    def claim(self, card: str) -> None:
        """Pay for a point card, take it and its coin, refill the row (SR-50, SR-51, SR-53)."""
        seat = self.seats[self.actor]
        seat.pay(self.points[card]["cost"])
        coin = self.coin_above(self.point_row.index(card) + 1)
        if coin:
            self.coins[coin] -= 1
            seat.coins[coin] += 1
        self.point_row.remove(card)
        seat.claimed.append(card)
        if self.point_deck:
            self.point_row.append(self.point_deck.pop(0))
        self.end_action()

    def coin_above(self, place: int) -> str:
        """Return the coin above this place, 1 = leftmost, or "" (SR-11, SR-52, SR-E7)."""
        if self.coins["gold"] > 0:
            if place == 1:
                return "gold"
            return "silver" if place == 2 and self.coins["silver"] > 0 else ""
        return "silver" if place == 1 and self.coins["silver"] > 0 else ""

    def end_action(self) -> None:
        """Check the caravan limit after the action (SR-20, SR-60)."""
        self.last_returned = COLOURS[0]
        if self.surplus() > 0:
            self.question = "surplus"
        else:
            self.end_turn()

    def answer_surplus(self, colour: str) -> None:
        """Return one surplus cube to the supply (SR-60)."""
        self.seats[self.actor].pay(colour)
        self.last_returned = colour
        if self.surplus() == 0:
            self.end_turn()

    def end_turn(self) -> None:
        """Pass the turn clockwise; after a full round, see whether the game ends (SR-20, SR-70)."""
        self.question = "turn"
        self.actor = (self.actor + 1) % self.players
        if self.actor == self.start:
            enough = int(self.printed["end"]["point_cards"][str(self.players)])
            self.over = any(len(seat.claimed) >= enough for seat in self.seats)

    # ---- looking at the game ----

    def state(self) -> dict[str, Any]:
        """Return the open state of the table (SR-E8)."""
        return {
            "merchant_row": [(row_card.card, spell(row_card.cubes)) for row_card in self.merchant_row],
            "point_row": list(self.point_row),
            "coins": dict(self.coins),
            "seats": [
                {
                    "caravan": spell(seat.caravan),
                    "hand": sorted(seat.hand),
                    "played": sorted(seat.played),
                    "claimed": sorted(seat.claimed),
                    "coins": dict(seat.coins),
                }
                for seat in self.seats
            ],
        }

    def scores(self) -> list[int]:
        """Return the points of each seat (SR-71)."""
        coin_points = {coin["id"]: int(coin["points"]) for coin in self.printed["coin"]}
        cube_points = {spice["code"]: int(spice["end_points"]) for spice in self.printed["spice"]}
        return [
            sum(int(self.points[card]["points"]) for card in seat.claimed)
            + sum(coin_points[coin] * number for coin, number in seat.coins.items())
            + sum(cube_points[colour] * seat.caravan[colour] for colour in COLOURS)
            for seat in self.seats
        ]

    def winner(self) -> int:
        """Return the seat with most points; tied, the latest in turn order (SR-72)."""
        scores = self.scores()
        return max(range(self.players), key=lambda seat: (scores[seat], self.place_in_turn_order(seat)))
