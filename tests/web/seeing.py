"""Tables to be drawn: matches played to some position, as one person sees them."""

import random
from collections.abc import Callable, Sequence

import century
from century.engine.actions import Action
from century.engine.match import Match
from century.errors import IllegalAction
from century.web.schemas import SeatInfo
from century.web.tables.table_view import LogEntry, TableView

GAMES = (
    "spice-road",
    "eastern-wonders",
    "a-new-world",
    "sand-to-sea",
    "east-to-west-1",
    "east-to-west-2",
    "east-to-west-3",
)
Choose = Callable[[Match], Action]


class Watched:
    """A match in play, and what was told of it."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.match = century.game(game).new(players=players, seed=seed, interpreted=True)
        self.log: list[LogEntry] = []
        self._random = random.Random(seed)

    def play(self, answer: Action | None = None) -> None:
        """Play an answer, one at random if none is named."""
        match = self.match
        action = answer or self._random.choice(match.actions())
        turn, round, seat = match.turn, match.round, match.actor
        assert seat is not None
        deed = match.deed(action)
        match.play(action)
        self.log.append(LogEntry(len(self.log), turn, round, seat, action, deed))

    def seen(self, seat: int | None, seat_views: Sequence[SeatInfo], *, hint: bool = False) -> TableView:
        match = self.match
        acting = seat is not None and seat == match.actor
        refusals = _refusals(match) if acting else {}
        return TableView(
            view=match.view(seat),
            version=len(self.log),
            seats=seat_views,
            seat=seat,
            acting=acting,
            log=tuple(self.log),
            rules={action.id: ("SR-40",) for action in match.actions()} if acting else {},
            refusals=refusals,
            can_undo=bool(self.log),
            can_ask_hint=acting,
            hint=match.actions()[0] if hint and acting else None,
            stand_ins=3,
        )


def _refusals(match: Match) -> dict[int, str]:
    """Why the answers are not open whose kind the question is about."""
    open_now = {action.text for action in match.actions()}
    shown = _shown(match)
    found = {}
    for choice in match.choices():
        for index, text in enumerate(choice.block.texts()):
            if text in shown and text not in open_now:
                reason = choice.why_not(match.state, match.box, index)
                if reason:
                    found[choice.block + index] = str(reason)
    return found


def _shown(match: Match) -> set[str]:
    """The answers whose things are on the table."""
    view = match.view()
    me = view["seats"][match.actor]
    texts = {f"acquire {place + 1}" for place in range(len(view.get("merchant_row", ())))}
    texts |= {f"claim {card['card']}" for card in view.get("point_row", ())}
    texts |= {f"play {card['card']}" for card in me.get("hand", ())}
    texts |= {f"work {place['location']}" for place in view.get("locations", ()) if not place["exploration"]}
    texts |= {f"work {card['card']}" for card in me.get("route", ())}
    texts |= {f"step {tile['tile']}" for tile in view.get("map", ())}
    return texts


def seat_views(names: Sequence[str], mine: int | None = 0) -> list[SeatInfo]:
    kinds = [("person", None), ("bot", "strong"), ("person", None), ("bot", "easy"), ("person", None)]
    return [
        SeatInfo(
            seat=number,
            name=name,
            kind=kinds[number][0],
            level=kinds[number][1],
            here=number != 2,
            mine=number == mine,
            stand_in=number == 4,
        )
        for number, name in enumerate(names)
    ]


__all__ = ["GAMES", "IllegalAction", "Watched", "seat_views"]
