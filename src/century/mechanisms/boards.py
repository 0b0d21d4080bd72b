"""The boards of the New World, and what a game uses of its boards, cards and tiles: its mode."""

from century.components.catalogue import Catalogue, Entry

BOARDS = ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1", "E2", "F1", "F2")


def mode_of(catalogue: Catalogue, id: str) -> Entry:
    """The entry of a mode."""
    return next(entry for entry in catalogue.entries("mode") if entry.id == id)


def board_of(entry: Entry) -> int:
    """The board of an entry such as loc_a1_3, which its id names."""
    board = entry.id.split("_")[1].upper()
    if entry.values.get("board") != board:
        raise entry.wrong(f"board must be {board!r}, not {entry.values.get('board')!r}")
    return BOARDS.index(board)
