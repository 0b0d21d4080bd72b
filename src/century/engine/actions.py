"""The words of all games: actions and decisions, as numbers that never change.

An action is an answer, such as "play M12" or "times 2". Its number comes from a named block. The games of the package
share one space, which only ever grows at the end, so that records and trained players stay valid. The same holds for
decisions, the questions that actions answer. A game from outside the package has a space of its own: the actions of the
package under their numbers, and its own ones from `FIRST_OUTSIDE` on. So numbers do not depend on what is installed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from century.errors import CenturyError, unknown, whole_number
from century.words import N_, say

FIRST_OUTSIDE, END_OF_ACTIONS = 1024, 2**15  # the actions of a game from outside
FIRST_OUTSIDE_DECISION, END_OF_DECISIONS = 64, 2**7  # a question keeps its decision in 8 bits


@dataclass(frozen=True)
class Action:
    """An answer: its number and its text, the same in logs, records, tests and errors."""

    id: int
    text: str

    def __str__(self) -> str:
        return self.text


class Block(int):
    """A run of actions that share a word. As a number it is the first of them."""

    word: str
    labels: tuple[str, ...]
    numbers: dict[str, int]  # of its actions, by their labels

    def texts(self) -> list[str]:
        """The texts of its actions."""
        return [f"{self.word} {label}".rstrip() for label in self.labels]

    def __contains__(self, action: int) -> bool:
        return self <= action < self + len(self.labels)


class Decision(int):
    """A kind of question, with the words in which it is put."""

    name: str
    words: str
    names_a_seat: bool = False  # whether the number of its question is a seat


class ActionSpace:
    """The blocks of actions and the decisions that a game can use.

    A game from outside extends the space of the package: `ActionSpace(PACKAGE)`. Numbers follow from the order of the
    declarations, so a new block or decision belongs at the end.

    >>> space = ActionSpace(PACKAGE)
    >>> haggle = space.block("haggle", ("low", "high"))
    >>> int(haggle), space.action_of("haggle high").id, space.actions[127].text
    (1024, 1025, 'done')
    """

    def __init__(self, shared: "ActionSpace | None" = None) -> None:
        self._own_blocks: list[Block] = []
        self._own_decisions: list[Decision] = []
        self._shared_blocks = shared.blocks if shared else []
        self._shared_decisions = shared.decisions if shared else []
        self.actions: dict[int, Action] = dict(shared.actions) if shared else {}
        self._block_of: dict[int, Block] = dict(shared._block_of) if shared else {}
        self._by_text: dict[str, Action] = dict(shared._by_text) if shared else {}
        self._next, self._end = (FIRST_OUTSIDE, END_OF_ACTIONS) if shared else (0, FIRST_OUTSIDE)
        ends = (FIRST_OUTSIDE_DECISION, END_OF_DECISIONS) if shared else (0, FIRST_OUTSIDE_DECISION)
        self._next_decision, self._end_of_decisions = ends

    @property
    def blocks(self) -> list[Block]:
        """All blocks, in the order of their numbers."""
        return [*self._shared_blocks, *self._own_blocks]

    @property
    def decisions(self) -> list[Decision]:
        """All decisions, in the order of their numbers."""
        return [*self._shared_decisions, *self._own_decisions]

    def block(self, word: str, labels: Iterable[object] = ("",)) -> Block:
        """Declare the next block. Each action needs a text that no other action of the space has."""
        block = Block(self._next)
        block.word, block.labels = word, tuple(str(label) for label in labels)
        block.numbers = {label: number for number, label in enumerate(block.labels, block)}
        if block + len(block.labels) > self._end:
            raise CenturyError(f"block {word!r} has too many actions: the numbers end at {self._end - 1}")
        for number, text in enumerate(block.texts(), block):
            if text.lower() in self._by_text:
                there = self._block_of[self._by_text[text.lower()].id]
                raise CenturyError(
                    f"there is an action {text!r} already, in block {there.word!r}: choose another word or label"
                )
            if not text or "," in text or text != " ".join(text.split()):
                raise CenturyError(f"an action is words without commas and surplus spaces, not {text!r}")
            self.actions[number] = self._by_text[text.lower()] = Action(number, text)
            self._block_of[number] = block
        self._own_blocks.append(block)
        self._next += len(block.labels)
        return block

    def decision(self, name: str, words: str, *, names_a_seat: bool = False) -> Decision:
        """Declare the next decision. Its words may name {number} and {of}; the package's are messages to translate."""
        decision = Decision(self._next_decision)
        decision.name, decision.words, decision.names_a_seat = name, words, names_a_seat
        if decision >= self._end_of_decisions:
            raise CenturyError(f"decision {name!r} is one too many: the numbers end at {self._end_of_decisions - 1}")
        if name in (other.name for other in self.decisions):
            raise CenturyError(f"there is a decision {name!r} already: choose another name")
        self._own_decisions.append(decision)
        self._next_decision += 1
        return decision

    def block_of(self, action: int) -> Block:
        """The block of the action with this number."""
        return self._block_of[action]

    def action_of(self, answer: Action | int | str) -> Action:
        """The action with this number or text; case and surplus spaces do not matter."""
        if isinstance(answer, str):
            found = self._by_text.get(" ".join(answer.lower().split()))
            if found is None:
                raise unknown(say("action"), answer, map(_summary, self.blocks), among=self._by_text)
            return found
        most = next(reversed(self.actions))  # they are in ascending order
        number = whole_number(_AN_ACTION, answer.id if isinstance(answer, Action) else answer, 0, most)
        if number not in self.actions:
            raise CenturyError(f"no action has the number {number}")
        if isinstance(answer, Action) and answer != self.actions[number]:
            text = N_("action {number} is {text}, not {given}")
            raise CenturyError(say(text, number=number, text=repr(self.actions[number].text), given=repr(answer.text)))
        return self.actions[number]


_AN_ACTION = say("an action")


def _summary(block: Block) -> str:
    texts = block.texts()
    return texts[0] if len(texts) == 1 else f"{texts[0]} .. {texts[-1]}"


PACKAGE: Final = ActionSpace()
_block, _decision = PACKAGE.block, PACKAGE.decision


def _ids(letter: str, count: int) -> list[str]:
    return [f"{letter}{number:02}" for number in range(1, count + 1)]


# Append only: a new block goes to the end.
PLAY: Final = _block("play", _ids("S", 2) + _ids("M", 43))
ACQUIRE: Final = _block("acquire", range(1, 7))
REST: Final = _block("rest")
CLAIM: Final = _block("claim", _ids("P", 36))
CUBE: Final = _block("cube", "YRGB")
UPGRADE: Final = _block("upgrade", "YRG")
TIMES: Final = _block("times", range(1, 33))
DONE: Final = _block("done")
GROUP: Final = _block("group", range(1, 5))
_MARKETS = [f"{symbol}_{number}" for symbol in ("ginger", "chili", "tea", "cloves") for number in range(1, 7)]
PLACE: Final = _block("place", _MARKETS)
STEP: Final = _block("step", _MARKETS + [f"{kind}_{number}" for kind in ("port", "sea") for number in range(1, 5)])
ANCHOR: Final = _block("anchor")
PICK_UP: Final = _block("pick up")
BUILD: Final = _block("build")
BONUS: Final = _block("bonus", ("hold", "step", "points", "upgrade", "harvest"))
HARVEST: Final = _block("harvest")
CLAIM_HERE: Final = _block("claim")
_BOARDS = {"a1": 6, "b1": 6, "c1": 6, "d1": 5, "e1": 5, "f1": 5, "a2": 5, "b2": 5, "c2": 6, "d2": 5, "e2": 5, "f2": 5}
WORK: Final = _block("work", [f"{board}_{slot}" for board, slots in _BOARDS.items() for slot in range(1, slots + 1)])
_STACKS = {"b1": 4, "b2": 4, "d2": 2, "f2": 2}
TILE: Final = _block("tile", [f"{board}_{slot}" for board, slots in _STACKS.items() for slot in range(1, slots + 1)])
_SYMBOLS = ("native_help", "tool", "settlers", "exploration")
EXPLORE: Final = _block(
    "explore",
    [f"{kind}_{number}" for kind in ("cubes", "settler", "points") for number in (1, 2)]
    + [f"symbol_{symbol}" for symbol in _SYMBOLS],
)
SAIL: Final = _block("sail", PLAY.labels)
WORK_CARD: Final = _block("work", _ids("M", 43))
USE: Final = _block("use")
LAY_OUT: Final = _block("lay out")
REFRESH: Final = _block("refresh")
REORDER: Final = _block("reorder")
ORDER: Final = _block("order", _ids("M", 43))
TRADE_AT: Final = _block("trade", _MARKETS)
CLAIM_FIRST: Final = _block("claim first")

# Append only, too.
TURN: Final = _decision("turn", "Your turn")
UPGRADING: Final = _decision("upgrading", "Upgrade a cube ({number} left) or finish")
TRADING: Final = _decision("trading", "How many times do you trade?")
PLACING: Final = _decision("placing", "Pay {number} of {of}: choose a cube")
RETURNING: Final = _decision("returning", "Return a cube to the supply, lowest colours first ({number} too many)")
STARTING: Final = _decision("starting", "Choose a group of starting cubes")
PLACING_BOAT: Final = _decision("placing boat", "Place your boat on a market tile")
SAILING: Final = _decision("sailing", "Sail on or drop anchor (steps so far: {number})")
LEAVING: Final = _decision("leaving", "Leave a cube behind to sail on")
PAYING_TOLL: Final = _decision("paying toll", "Pay the toll: choose a cube", names_a_seat=True)
PICKING_UP: Final = _decision("picking up", "Pick up the cubes here?")
ASHORE: Final = _decision("ashore", "What do you do here?")
BUILDING: Final = _decision("building", "Pay for the outpost: choose a cube, lowest colours first ({number} left)")
CHOOSING_BONUS: Final = _decision("choosing bonus", "A column is empty: choose a bonus tile")
TRADING_ON: Final = _decision("trading on", "How many times do you trade here, if at all?")
AT_FORT: Final = _decision("at fort", "Take a bonus tile, or claim the card above the fort")
CLAIMING_TOO: Final = _decision("claiming too", "Also claim the card above the fort?")
EXPLORING: Final = _decision("exploring", "Take an exploration tile from the board")
PAYING_STEP: Final = _decision("paying step", "Turn a card face down to sail on")
STAYING: Final = _decision("staying", "The boat stays: what do you do here?")
SETTING_SAIL: Final = _decision("setting sail", "Sail to an adjacent tile")
CHOOSING_OUTPOST: Final = _decision("choosing outpost", "Which of your outposts do you trade with?")
AT_MARKET: Final = _decision("at market", "Use the merchant card now, or add it to your trade route?")
TAKING_TILE: Final = _decision("taking tile", "Take a bonus tile from a stack?")
REFRESHING: Final = _decision("refreshing", "Refresh the markets, or reorder your trade route")
REFRESHING_TOO: Final = _decision("refreshing too", "Do the other part as well, or finish")
REORDERING: Final = _decision("reordering", "Which card goes in place {number} of {of}?")
TAKING_TILE_TOO: Final = _decision("taking tile too", "Also take a bonus tile above the fort?")

# The package's space as lists.
BLOCKS: Final = PACKAGE.blocks
DECISIONS: Final = PACKAGE.decisions
ACTIONS: Final = list(PACKAGE.actions.values())
action_of: Final = PACKAGE.action_of
