"""A match: one game in play, as Python sees it."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from century.components.catalogue import Catalogue
from century.engine import native
from century.engine.actions import Action, Decision
from century.engine.compile import interpreted as plain
from century.engine.contract import hide, imagine_anew, legal
from century.engine.deeds import Deed
from century.engine.part import Choice
from century.engine.record import write
from century.engine.rows import Records, Row, Rows, copy_of
from century.engine.state import MOST_OFFERS, PLAYING, STOPPED
from century.engine.view import Known, View
from century.errors import CenturyError, IllegalAction, whole_number
from century.types import JsonDict
from century.words import N_, Phrase, say

if TYPE_CHECKING:
    from century.engine.game import Game

MOST_SEED = 2**63 - 1
MOST_TURNS = 2**31 - 2
_CHANGING = ("history", "history_turns", "_masks", "_scores", "_winners")
_KEPT = (*_CHANGING, "game", "options", "catalogue", "is_imagined", "_interpreted")  # what a copy of a match takes over


@dataclass(frozen=True)
class Options:
    """The options of a match."""

    players: int
    seed: int
    start: int | None
    turn_limit: int | None
    edition: str | None
    names: tuple[str, ...]
    settings: dict[str, str]

    @classmethod
    def checked(
        cls,
        game: "Game",
        players: int,
        seed: int | None,
        *,
        start: int | None = None,
        turn_limit: int | None = None,
        edition: str | None = None,
        names: Sequence[str] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> Self:
        """Return options that the game can be played with, or raise an error that says what is wrong."""
        players = game.check_players(players)
        game.check_edition(edition)
        seed = secrets.randbelow(10**9) if seed is None else whole_number(say("a seed"), seed, 0, MOST_SEED)
        if start is not None:
            start = whole_number(say("the seat of the start player"), start, 0, players - 1)
        if turn_limit is not None:
            turn_limit = whole_number(say("a turn limit"), turn_limit, 1, MOST_TURNS)
        if names is None:
            names = [f"Player {seat + 1}" for seat in range(players)]
        if isinstance(names, str) or len(names) != players:
            text = N_("{players} players need a list of {players} names, not {names}")
            raise CenturyError(say(text, players=players, names=repr(names)))
        for name in names:
            if not isinstance(name, str) or not name.isprintable() or name != name.strip() or not 1 <= len(name) <= 40:
                text = N_("a name is 1 to 40 printable characters without spaces around, not {name}")
                raise CenturyError(say(text, name=repr(name)))
        return cls(players, seed, start, turn_limit, edition, tuple(names), game.check_settings(settings or {}))

    def blank(self, game: "Game", catalogue: Catalogue, games: int, first: int = 0) -> NDArray[np.void]:
        """Return states that hold only these options. Game k, counted from `first`, has the seed `seed + k`."""
        states = np.zeros(games, game.state_type)
        states["chance"] = np.arange(first, first + games, dtype=np.uint64) + np.uint64(self.seed)
        states["players"] = self.players
        states["start"] = -1 if self.start is None else self.start
        states["turn_limit"] = self.turn_limit or 0
        for part in game.parts:
            if part.prepare:
                part.prepare(states, self.settings[part.setting], catalogue)
        return states


@dataclass(frozen=True)
class Position:
    """A match at one moment, without the answers that led to it; `Match.at` restores it."""

    answers: int  # given before it
    state: NDArray[np.void]
    mask: NDArray[np.uint8]  # of the legal answers, packed
    scores: NDArray[np.int32]
    winners: NDArray[np.int8]


class Match:
    """One game in play: who answers, what is legal, what it scores.

    >>> import century
    >>> match = century.game("spice-road").new(players=2, seed=7, start=0)
    >>> match.actor, [action.text for action in match.actions()][:3]
    (0, ['play S01', 'play S02', 'acquire 1'])
    >>> match.play("play S01").actor
    1
    >>> match.scores()[0]
    {'point cards': 0, 'gold coins': 0, 'silver coins': 0, 'cubes': 0}
    """

    def __init__(self, game: "Game", options: Options, catalogue: Catalogue, *, interpreted: bool = False) -> None:
        """Deal; use `Game.new`."""
        self.game = game
        self.options = options
        self.catalogue = catalogue
        self.history: list[Action] = []
        self.history_turns: list[int] = []  # the turn of each of them
        self.is_imagined = False
        self._interpreted = interpreted
        self._place(options.blank(game, catalogue, 1))
        self._masks = np.zeros((1, game.action_count), np.bool_)
        self._scores = np.zeros((1, options.players), np.int32)
        self._winners = np.full(1, native.NOBODY, np.int8)
        self._step(native.DEAL)

    def _place(self, array: NDArray[np.void]) -> None:
        """Make an array of one record the state of the match."""
        self._array = array  # for compiled code; the view is for people
        self._states = Rows(array)
        self._boxes = self.game.box(self.catalogue)
        self._action = np.zeros(1, np.int16)
        self._arguments: tuple[Records, Records] = (np.asarray(self._array), np.asarray(self._boxes))
        if self._interpreted:
            self._arguments = (self._states, self._boxes)
        self._entry = plain(native.step) if self._interpreted else native.step

    def _step(self, action: int) -> None:
        self._action[0] = action
        self._entry(*self._arguments, self._action, self._masks, self._scores, self._winners)

    @property
    def box(self) -> Row:
        """The printed things in use."""
        return self._boxes[0]

    @property
    def state(self) -> Row:
        """The record of the state itself, with everything that is hidden."""
        return self._states[0]

    @property
    def over(self) -> bool:
        """Whether the match has ended, finished or stopped."""
        return bool(self._array["over"][0] != PLAYING)

    @property
    def stopped(self) -> bool:
        """Whether the match was ended by its turn limit; nobody has won then."""
        return bool(self._array["over"][0] == STOPPED)

    @property
    def actor(self) -> int | None:
        """The seat to answer; none when the match is over."""
        return None if self.over else int(self._array["question"]["seat"][0])

    @property
    def turn(self) -> int:
        """Turns begun so far, that of the actor included."""
        return int(self._array["turn"][0]) + (not self.over)

    @property
    def round(self) -> int:
        """The round, counted from 1; 0 while the game is being set up."""
        return -(-self.turn // self.options.players)

    @property
    def label(self) -> str:
        """The turn as records write it."""
        return self.label_of(self.turn)

    def label_of(self, turn: int) -> str:
        """The round and the seat whose turn it is, both counted from 1; 0 while the game is being set up."""
        if turn == 0:
            return "0.0"
        round, place = divmod(turn - 1, self.options.players)
        return f"{round + 1}.{(int(self.state.start) + place) % self.options.players + 1}"

    @property
    def winner(self) -> int | None:
        """The seat that has won; none while the match goes on, or if it was stopped."""
        return None if not self.over or self.stopped else int(self._winners[0])

    @property
    def decision(self) -> Decision:
        """The kind of the question to be answered, or of the last one when the match is over."""
        return self.game.decision(self.state.question.decision)

    @property
    def question(self) -> JsonDict:
        """The question to be answered, in words and in numbers; empty when the match is over.

        >>> import century
        >>> century.game("spice-road").new(start=0, seed=7).play("acquire 3").question["text"]
        'Place a cube on card 1 of 2'
        """
        if self.over:
            return {}
        asked = self.state.question
        decision, number, of = self.decision, int(asked.number), int(asked.of)
        text = say(decision.words, number=number, of=of)
        return {"decision": decision.name, "text": text, "seat": int(asked.seat), "number": number, "of": of}

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The legal answers as an array: True at the number of each; not a copy."""
        mask: NDArray[np.bool_] = self._masks[0]
        return mask

    @property
    def arrays(self) -> tuple[Records, Records]:
        """The state and the box as arrays of one record, as entries and their plain versions take them; no copies."""
        return self._arguments

    def actions(self) -> tuple[Action, ...]:
        """The legal answers."""
        return tuple(self.game.space.actions[id] for id in np.flatnonzero(self._masks[0]).tolist())

    def play(self, answer: Action | int | str) -> Self:
        """Answer the question with an action, its number or its text.

        >>> import century
        >>> match = century.game("spice-road").new(players=2, seed=7, start=0)
        >>> match.play("rest")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        century.errors.IllegalAction: Player 1 cannot answer 'rest': nothing is played, and another turn ...
        """
        action = self.game.space.action_of(answer)
        if not (action.id < self.game.action_count and self._masks[0, action.id]):
            raise IllegalAction(self._refusal(action))
        turn = self.turn
        self._step(action.id)
        self.history.append(action)
        self.history_turns.append(turn)
        return self

    def _refusal(self, action: Action) -> Phrase:
        answer = repr(action.text)
        if self.over:
            return say("cannot answer {answer}: the game is over", answer=answer)
        name = self.options.names[self.state.question.seat]
        for choice in self.choices():
            if choice.block <= action.id < choice.block + len(choice.block.labels):
                reason = choice.why_not(self.state, self.box, action.id - choice.block)
                if reason:
                    return say("{name} cannot answer {answer}: {reason}", name=name, answer=answer, reason=reason)
        legal = ", ".join(map(str, self.actions()))
        return say("{name} cannot answer {answer} now; open are: {legal}", name=name, answer=answer, legal=legal)

    def choices(self) -> Sequence[type[Choice]]:
        """The kinds of answer to the question."""
        return self.game.decisions[self.decision]

    def deed(self, action: Action) -> Deed:
        """Describe an answer to the question, before it is given."""
        return self.game.deed(self.state, self.box, action)

    def scores(self) -> list[dict[str, int]]:
        """The score as it stands, itemised, for each seat."""
        return self.scores_in(self.state)

    def scores_in(self, state: Row) -> list[dict[str, int]]:
        """Return the score in a state of the match, such as one that a seat knows."""
        return [
            {item.name: int(item.points(state, self.box, seat)) for item in self.game.scoring}
            for seat in range(self.options.players)
        ]

    def totals(self) -> list[int]:
        """The points of each seat."""
        return [sum(items.values()) for items in self.scores()]

    def view(self, seat: int | None = None) -> "View":
        """Return what a seat may know, ready for JSON; without a seat, what a watcher may know.

        >>> import century
        >>> view = century.game("spice-road").new(players=2, seed=7, start=0).view(seat=1)
        >>> view["seats"][1]["cubes"], view["question"]["text"]
        ('YYYY', 'Your turn')
        """
        return View.of(self, self.check_seat(seat))

    def known(self, seat: int) -> "Known":
        """Return what a seat knows as a record, which is cheaper than a view for players that search."""
        return Known.of(self, whole_number(say("a seat"), seat, 0, self.options.players - 1))

    def state_array(self) -> NDArray[np.void]:
        """Return a copy of the state as an array of one record, for compiled code."""
        return copy_of(self._array)

    def known_array(self, seat: int | None) -> NDArray[np.void]:
        """Return a copy without what is hidden from a seat, or from a watcher. The chance is still in it."""
        array = copy_of(self._array)
        if self.game.has_secrets:
            hide(Rows(array)[0], self.box, native.NOBODY if seat is None else seat)
        return array

    def check_seat(self, seat: int | None) -> int | None:
        """Return a seat, or raise an error if the table does not have it."""
        return None if seat is None else whole_number(say("a seat"), seat, 0, self.options.players - 1)

    def record(self) -> str:
        """Return the match as text, which `century.replay` replays to the same state."""
        return write(self)

    def imagine(self, seat: int, seed: int) -> "Match":
        """Return a copy in which everything that the seat cannot see is shuffled again.

        It can be played on, but has no record, because its history did not lead to it.

        >>> import century
        >>> match = century.game("spice-road").new(players=2, seed=7)
        >>> twin = match.imagine(seat=1, seed=3)
        >>> twin.view(seat=1) == match.view(seat=1), bool(twin.state.chance == match.state.chance)
        (True, False)
        """
        seat = whole_number(say("a seat"), seat, 0, self.options.players - 1)
        entropy = [seat, whole_number(say("a seed"), seed, 0, MOST_SEED)]
        twin = self.copy()
        imagine_anew(twin.state, twin.box, seat, np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0])
        if self.game.has_secrets:
            offers = np.zeros(MOST_OFFERS + 1, np.int16)
            legal(twin.state, twin.box, offers)  # which may depend on what was imagined
            twin._masks[:] = False
            twin._masks[0, offers[1 : offers[0] + 1]] = True
        twin.options = replace(self.options, seed=0)  # the twin does not know the real one
        twin.is_imagined = True
        return twin

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def position(self) -> Position:
        """Return the position as it is now. It is small: the history is not part of it."""
        kept = np.packbits(self._masks[0]), self._scores.copy(), self._winners.copy()
        return Position(len(self.history), self._array.copy(), *kept)

    def at(self, position: Position) -> Self:
        """Return this match as it was in an earlier position.

        >>> import century
        >>> match = century.game("spice-road").new(players=2, seed=7, start=0)
        >>> before = match.position()
        >>> match.play("play S01").at(before).record() == match.at(before).record() != match.record()
        True
        """
        twin = type(self).__new__(type(self))
        state = {name: getattr(self, name) for name in _KEPT}
        state["history"] = self.history[: position.answers]
        state["history_turns"] = self.history_turns[: position.answers]
        state["_array"] = position.state.copy()
        state["_masks"] = np.unpackbits(position.mask, count=self._masks.size).astype(np.bool_).reshape(1, -1)
        state["_scores"], state["_winners"] = position.scores.copy(), position.winners.copy()
        twin.__setstate__(state)
        return twin

    def __getstate__(self) -> JsonDict:
        kept = {name: getattr(self, name) for name in _KEPT}
        kept["_array"] = copy_of(self._array)
        return kept | {name: kept[name].copy() for name in _CHANGING}

    def __setstate__(self, saved: JsonDict) -> None:
        vars(self).update(saved)
        self._place(self._array)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        stage = "stopped" if self.stopped else "finished" if self.over else f"round {self.round}"
        return f"<Match {self.game.name}, {self.options.players} players, seed {self.options.seed}, {stage}>"
