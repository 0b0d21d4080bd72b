"""What the tables in memory take."""

import random
import tracemalloc
from types import SimpleNamespace
from typing import Any, cast

import century
from century.web.tables.history import History
from century.web.tables.live_table import LiveTable
from century.web.tables.memory import TablesInMemory
from century.web.tables.new_tables import table_of
from century.web.tables.record_reader import MOST_ANSWERS
from century.web.tables.rows import AnswerRow, SeatRow, TableRow


def test_many_rooms_of_the_longest_records_take_little_memory() -> None:
    tables = TablesInMemory(lambda table: False)
    for number in range(120):
        tables.add(cast(LiveTable, SimpleNamespace(id=f"room {number}", plies=MOST_ANSWERS)))
    kept = sum(table.plies for table in tables)
    match, dice = century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True), random.Random(1)
    answers: list[AnswerRow] = []
    for _ in range(600):
        answers.append(AnswerRow(dice.choice(match.actions()).id, match.actor or 0, "record"))
        match.play(answers[-1].action)
    seats = [SeatRow(seat, "person", "ann", name, None) for seat, name in enumerate(match.options.names)]
    columns = table_of("ann", match, seats, answers).columns()
    kept_with_it = {"id": "room", "made": 0.0, "touched": 0.0, "version": 1, "plies": 600, "turn_at": 0.0}
    row = TableRow(**cast(Any, columns | kept_with_it), result=None, rematch=None, seats=tuple(seats))
    History(row, answers)  # what is made once is made
    tracemalloc.start()
    history = History(row, answers)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert history.plies == 600
    assert kept * size / 600 < 110e6, "the server itself takes 160 MB, and all of it should stay below 300"
