"""The words of all games: actions and decisions, as numbers that never change.

An action is an answer, such as "play M12" or "times 2". Its number comes from a named block. There
is one space for all games, and it only ever grows at the end, so that records and trained players
stay valid. The same holds for decisions, the questions that actions answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from century.errors import CenturyError, unknown, whole_number
from century.words import N_, say


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

    def texts(self) -> list[str]:
        """The texts of its actions."""
        return [f"{self.word} {label}".rstrip() for label in self.labels]


class Decision(int):
    """A kind of question, with the words in which it is put."""

    name: str
    words: str
    names_a_seat: bool = False  # whether the number of its question is a seat


BLOCKS: Final[list[Block]] = []
DECISIONS: Final[list[Decision]] = []


def _block(word: str, labels: Iterable[object] = ("",)) -> Block:
    block = Block(sum(len(other.labels) for other in BLOCKS))
    block.word, block.labels = word, tuple(str(label) for label in labels)
    BLOCKS.append(block)
    return block


def _decision(name: str, words: str, *, names_a_seat: bool = False) -> Decision:
    """A new decision; its words are among the messages to translate."""
    decision = Decision(len(DECISIONS))
    decision.name, decision.words, decision.names_a_seat = name, words, names_a_seat
    DECISIONS.append(decision)
    return decision


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
_BOARDS = {
    "a1": 6,
    "b1": 6,
    "c1": 6,
    "d1": 5,
    "e1": 5,
    "f1": 5,
    "a2": 5,
    "b2": 5,
    "c2": 6,
    "d2": 5,
    "e2": 5,
    "f2": 5,
}
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
UPGRADING: Final = _decision("upgrading", "Upgrade a cube ({number} left), or be done")
TRADING: Final = _decision("trading", "How many times do you trade?")
PLACING: Final = _decision("placing", "Place a cube on card {number} of {of}")
RETURNING: Final = _decision("returning", "Return a cube to the supply, lowest colours first ({number} too many)")
STARTING: Final = _decision("starting", "Take a group of cubes to start with")
PLACING_BOAT: Final = _decision("placing boat", "Place your boat on a market tile")
SAILING: Final = _decision("sailing", "Sail on, or drop anchor ({number} steps made)")
LEAVING: Final = _decision("leaving", "Leave a cube behind to sail on")
PAYING_TOLL: Final = _decision("paying toll", "Pay a cube of toll", names_a_seat=True)
PICKING_UP: Final = _decision("picking up", "Pick up the cubes that lie here?")
ASHORE: Final = _decision("ashore", "What do you do here?")
BUILDING: Final = _decision("building", "Pay a cube for the outpost, lowest colours first ({number} left)")
CHOOSING_BONUS: Final = _decision("choosing bonus", "A column is empty: choose a bonus tile")
TRADING_ON: Final = _decision("trading on", "How many times do you trade here, if at all?")
AT_FORT: Final = _decision("at fort", "Take a bonus tile, or claim the card above the fort")
CLAIMING_TOO: Final = _decision("claiming too", "Claim the card above the fort, too?")
EXPLORING: Final = _decision("exploring", "Take an exploration tile from the board")
PAYING_STEP: Final = _decision("paying step", "Turn a card face down to sail on")
STAYING: Final = _decision("staying", "The boat stays: what do you do here?")
SETTING_SAIL: Final = _decision("setting sail", "Sail to an adjacent tile")
CHOOSING_OUTPOST: Final = _decision("choosing outpost", "With which of your outposts do you trade?")
AT_MARKET: Final = _decision("at market", "Use the merchant card now, or lay it out below your board?")
TAKING_TILE: Final = _decision("taking tile", "Take a bonus tile from a stack?")
REFRESHING: Final = _decision("refreshing", "Refresh the markets, or reorder your trade route")
REFRESHING_TOO: Final = _decision("refreshing too", "Do the other part as well, or be done")
REORDERING: Final = _decision("reordering", "Which card goes to place {number} of {of}?")
TAKING_TILE_TOO: Final = _decision("taking tile too", "Take a bonus tile above the fort, too?")

ACTIONS: Final = [Action(id, text) for id, text in enumerate(text for block in BLOCKS for text in block.texts())]
_BY_TEXT: Final = {action.text.lower(): action for action in ACTIONS}


def action_of(answer: Action | int | str) -> Action:
    """The action with this number or text; case and surplus spaces do not matter."""
    if isinstance(answer, str):
        found = _BY_TEXT.get(" ".join(answer.lower().split()))
        if found is None:
            raise unknown(say("action"), answer, (_summary(block) for block in BLOCKS), among=_BY_TEXT)
        return found
    number = whole_number(say("an action"), answer.id if isinstance(answer, Action) else answer, 0, len(ACTIONS) - 1)
    if isinstance(answer, Action) and answer != ACTIONS[number]:
        text = N_("action {number} is {text}, not {given}")
        raise CenturyError(say(text, number=number, text=repr(ACTIONS[number].text), given=repr(answer.text)))
    return ACTIONS[number]


def _summary(block: Block) -> str:
    texts = block.texts()
    return texts[0] if len(texts) == 1 else f"{texts[0]} .. {texts[-1]}"
