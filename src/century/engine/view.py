"""Views: the table as a seat knows it, as data for JSON, with the legal actions if the seat is to answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from century.engine.actions import Action
from century.engine.deeds import Deed, Question
from century.engine.rows import Row, Rows
from century.engine.things import Shown, as_data
from century.types import JsonDict

if TYPE_CHECKING:
    from century.components.catalogue import Catalogue
    from century.engine.game import Game
    from century.engine.match import Match


@dataclass(frozen=True)
class Known:
    """What a seat knows, as a record: the state without its chance and without what is hidden from the seat."""

    game: "Game"
    catalogue: "Catalogue"
    seat: int
    state: NDArray[np.void]  # an array of one record
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, match: "Match", seat: int) -> Self:
        """Return what a seat knows of a match."""
        state = match.known_array(seat)
        state["chance"] = 0
        return cls(match.game, match.catalogue, seat, state, match.actions() if seat == match.actor else ())


class View(JsonDict):
    """What a seat may know. Secrets of others are hidden, and of a deck only its size is shown.

    A view is a plain dict for JSON. It has a `seat` (none for a watcher) and the legal `actions`, which are empty
    unless the seat is to answer. `known` is the same as a record, for players that search. `shown` and `seats_shown`
    hold what the parts of the game show, as things to draw.
    """

    seat: int | None
    actions: tuple[Action, ...]
    known: Known | None
    shown: dict[str, Shown]
    seats_shown: list[dict[str, Shown]]
    game: "Game"
    _table: tuple["Catalogue", NDArray[np.void]]  # the last is the state without its chance

    @classmethod
    def of(cls, match: "Match", seat: int | None) -> Self:
        """Return the view of a seat, or of a watcher."""
        s, box, catalogue, game = match.state, match.box, match.catalogue, match.game
        if game.has_secrets:
            s = Rows(match.known_array(seat))[0]
        watches = seat is None and not game.has_secrets  # what is legal may tell what the actor keeps secret
        actions = match.actions() if watches or seat == match.actor else ()
        view = cls(
            game=game.name,
            title=game.title,
            edition=match.options.edition,
            words=catalogue.words(match.options.edition),
            players=match.options.players,
            seat=seat,
            round=match.round,
            turn=match.turn,
            start=int(s.start),
            actor=match.actor,
            question=match.question or None,
            over=match.over,
            stopped=match.stopped,
            winner=match.winner,
        )
        view.shown = {}
        for part in game.parts:
            if part.show:
                view.shown.update(part.show(s, box, catalogue))
        view.seats_shown = []
        for number, items in enumerate(match.scores_in(s)):
            shown: dict[str, Shown] = {"name": match.options.names[number]}
            for part in game.parts:
                if part.show_seat:
                    shown.update(part.show_seat(s, box, catalogue, s.seats[number]))
            view.seats_shown.append({**shown, "score": items})
        view.update(as_data(view.shown), seats=as_data(view.seats_shown))
        view["actions"] = [{"id": action.id, "text": action.text} for action in actions]
        view.seat = seat
        view.actions = actions
        view.known = None if seat is None else Known.of(match, seat)
        view.game = game
        view._table = catalogue, view.known.state if view.known else match.known_array(seat)
        view._table[-1]["chance"] = 0
        return view

    def _records(self) -> tuple[Row, Row]:
        """Return the state and the box."""
        catalogue, state = self._table
        return Rows(state)[0], self.game.box(catalogue)[0]

    def question(self) -> Question | None:
        """Return the question in friendly words; nothing when the game is over."""
        if self["over"]:
            return None
        return self.game.question(*self._records(), [action.id for action in self.actions])

    def deed(self, action: Action) -> Deed:
        """Return a legal answer as its mechanism describes it."""
        return self.game.deed(*self._records(), action)

    def deeds(self) -> list[tuple[Action, Deed]]:
        """Return the legal answers, each as its mechanism describes it."""
        s, box = self._records()
        return [(action, self.game.deed(s, box, action)) for action in self.actions]
