"""The boards of the New World: which are in play, by the mode of the game."""

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Part
from century.mechanisms.common.decks import NONE, bit, cards_of, pick

BOARD_STREAM = FIRST_DECK_STREAM + 6

BOARDS = ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1", "E2", "F1", "F2")
RANDOM = "random"


def board_set(names: list[str]) -> int:
    """Boards as the bits of a number."""
    return sum(1 << BOARDS.index(name) for name in set(names))


def board_of(entry: Entry) -> int:
    """The board of an entry such as loc_a1_3, which its id names."""
    board = entry.id.split("_")[1].upper()
    if entry.values.get("board") != board:
        raise entry.wrong(f"board must be {board!r}, not {entry.values.get('board')!r}")
    return BOARDS.index(board)


@rule
def lay_out_boards(s, box):
    """The boards of the game (ANW-10, FEW1-10, FEW2-10, FEW3-10)."""
    s.boards = box.boards


@rule
def add_board(s, box):
    """One of D1, E1 and F1, by choice or at random (ANW-10)."""
    if s.board == NONE:
        s.board = pick(s, np.uint64(box.board_choices), BOARD_STREAM, 0)
    s.boards |= np.uint16(bit(s.board))


def part(mode: str) -> Part:
    """The boards that a mode names."""

    def read(box, catalogue: Catalogue) -> None:
        box.boards = board_set(catalogue.table(mode).names("boards", BOARDS))

    return Part(
        table=[("boards", np.uint16)],
        box=[("boards", np.uint16)],
        read=read,
        setup=[lay_out_boards],
        show=lambda s, box, _: {"boards": [BOARDS[board] for board in cards_of(s.boards)]},
    )


def board_of_choice(mode: str) -> Part:
    """One more board, by choice or at random."""

    def read(box, catalogue: Catalogue) -> None:
        box.board_choices = _choices(catalogue)

    def _choices(catalogue: Catalogue) -> int:
        used = catalogue.table(mode)
        names = used.names("choose_one_board", BOARDS)
        if not names:
            raise used.wrong("choose_one_board must name a board")
        return board_set(names)

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        if setting != RANDOM and not board_set([setting]) & _choices(catalogue):
            raise catalogue.table(mode).wrong(f"board {setting} cannot be chosen")
        states["board"] = NONE if setting == RANDOM else BOARDS.index(setting)

    return Part(
        table=[("board", np.int8)],
        box=[("board_choices", np.uint16)],
        read=read,
        prepare=prepare,
        setting="board",
        setup=[add_board],
        show=lambda s, box, _: {"board": BOARDS[s.board]},
    )
