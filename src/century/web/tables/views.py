"""The table as one visitor sees it."""

from collections.abc import Iterator, Mapping

from century.engine.game import Game
from century.engine.match import Match
from century.engine.part import Choice
from century.rulebook import cited_by_class
from century.web.schemas import SeatInfo
from century.web.tables.live_table import LiveTable
from century.web.tables.rows import TableRow
from century.web.tables.table_view import TableView

LOGGED = 400  # entries of the log that a page shows


def view_of(table: LiveTable, person: str | None, present: set[str], plies: int | None = None) -> TableView:
    """Return the table as a person sees it, now or after the first `plies` answers; `present` have it open."""
    seat = table.seat_of(person)
    match = table.match if plies is None else table.history.at(plies)
    acting = plies is None and table.is_turn_of(person, seat)
    view = match.view(seat)
    if not acting:
        view["actions"], view.actions = [], ()
    return TableView(
        view=view,
        version=table.row.version,
        seats=seats_of(table.row, person, present),
        seat=seat,
        acting=acting,
        log=table.history.log(table.plies if plies is None else plies, LOGGED),
        rules=_rules(match) if acting else {},
        refusals=Refusals(match) if acting else {},
        can_undo=plies is None and person is not None and table.undo_to(person) is not None,
        can_ask_hint=acting and person is not None and table.allows_hints(person),
        hint=table.hint if acting else None,
        stand_ins=len(match.catalogue.stand_ins()),
        ended_early=table.history.ended_early,
    )


def seats_of(row: TableRow, person: str | None, present: set[str]) -> list[SeatInfo]:
    """Describe the seats of a table for a person; `present` have it open."""
    return [
        SeatInfo(
            seat=seat.seat,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            mine=person is not None and seat.person == person,
            here=seat.kind == "bot" or seat.person in present,
            stand_in=seat.kind == "person" and seat.level is not None,
        )
        for seat in row.seats
    ]


class Refusals(Mapping[int, str]):
    """The reasons why answers to the open question are not legal, by the number of the action; worked out on demand."""

    def __init__(self, match: Match) -> None:
        """For the question that a match asks now."""
        self._match = match
        legal = {action.id for action in match.actions()}
        self._closed: dict[int, type[Choice]] = {
            action: choice
            for choice in match.choices()
            for action in range(choice.block, choice.block + len(choice.block.labels))
            if action not in legal
        }

    def __getitem__(self, action: int) -> str:
        choice = self._closed[action]
        reason = choice.why_not(self._match.state, self._match.box, action - choice.block)
        if not reason:
            raise KeyError(action)
        return reason

    def __iter__(self) -> Iterator[int]:
        return (action for action in self._closed if action in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def rules_of(choice: type[Choice], game: Game) -> list[str]:
    """Return the numbers of the rules behind a kind of answer, those of the game itself first."""
    return sorted(cited_by_class(choice), key=lambda number: not number.startswith(game.letters + "-"))


def _rules(match: Match) -> dict[int, list[str]]:
    """Return the rules behind each legal answer, by the number of its action."""
    legal = [action.id for action in match.actions()]
    return {
        action: rules_of(choice, match.game) for choice in match.choices() for action in legal if action in choice.block
    }
