"""A view: the table as a seat knows it, ready for JSON, with the legal answers of the one who acts."""

from typing import TYPE_CHECKING, Any, Self

from century.engine.actions import Action

if TYPE_CHECKING:
    from century.engine.match import Match


class View(dict[str, Any]):
    """What a seat may know. Decks are hidden: only their size is shown.

    It is a plain dict for JSON, and knows its `seat` (none for a watcher) and the legal `actions`,
    which are empty unless the seat is to answer.
    """

    seat: int | None
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, match: "Match", seat: int | None) -> Self:
        """The view of a seat, or of a watcher."""
        s, box, catalogue, game = match.state, match.box, match.catalogue, match.game
        actions = match.actions() if seat is None or seat == match.actor else ()
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
        for part in game.parts:
            if part.show:
                view.update(part.show(s, box, catalogue))
        view["seats"] = [
            {
                "name": match.options.names[number],
                **{
                    key: value
                    for part in game.parts
                    if part.show_seat
                    for key, value in part.show_seat(s, box, catalogue, s.seats[number]).items()
                },
                "score": items,
            }
            for number, items in enumerate(match.scores())
        ]
        view["actions"] = [{"id": action.id, "text": action.text} for action in actions]
        view.seat = seat
        view.actions = actions
        return view
