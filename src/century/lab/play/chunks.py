"""A chunk: some games of a plan, played in one go, and what came of them as arrays."""

from dataclasses import dataclass, fields, replace
from io import BytesIO
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from century.engine.chance import dice_of
from century.engine.match import Match
from century.engine.state import FINISHED
from century.errors import CenturyError
from century.lab.play.one_game import Asked, Note, ask, too_slow
from century.lab.play.plan import Plan
from century.mechanisms.common.taken import things_of
from century.players.playouts import TURN_ROW, play_through
from century.players.random import weights_of

_NO_TURNS = np.zeros(0, TURN_ROW)
_LONGEST_REASON = 200


@dataclass(frozen=True)
class Block:
    """What came of some games of a plan. Row k of an array belongs to the game with the number first + k."""

    first: int
    starts: NDArray[np.int8]  # the seat of the start player
    turns: NDArray[np.int32]
    stopped: NDArray[np.bool_]
    winners: NDArray[np.int8]  # -1: nobody, the game was stopped
    answers: NDArray[np.int32]  # by seat
    items: NDArray[np.int32]  # points by seat and item of the score
    taken_by: NDArray[np.int64]  # what was taken, game after game: game * players + seat,
    taken: NDArray[np.int16]  # the number of the thing,
    taken_in: NDArray[np.int32]  # the round in which it was first taken,
    taken_times: NDArray[np.int32]  # and how often
    turn_rows: NDArray[Any]  # a row for each turn, if that was asked for
    seconds: tuple[float, ...] = ()  # thinking, by game and seat; of tournaments
    failed: tuple[str, ...] = ()  # by game and seat: why it has lost; of tournaments

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points by seat."""
        found: NDArray[np.int32] = self.items.sum(axis=2, dtype=np.int32)
        return found

    def as_bytes(self) -> bytes:
        """All of it, as NumPy writes arrays to a file."""
        file, arrays = BytesIO(), dict[str, Any]()
        for field in fields(self):
            arrays[field.name] = np.asarray(getattr(self, field.name))
        np.savez(file, **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The block that was written."""
        with np.load(BytesIO(content), allow_pickle=False) as file:
            found: dict[str, Any] = {field.name: file[field.name] for field in fields(cls)}
        found["first"] = int(found["first"])
        for name in ("seconds", "failed"):
            found[name] = tuple(found[name].tolist())
        return cls(**found)


@dataclass(frozen=True)
class Chunk:
    """Games to be played: those of a plan from number `first` on. It is a task for workers.

    A game of a tournament is a chunk by itself, since it may be the end of its process.
    """

    plan: Plan
    first: int
    count: int
    with_turns: bool = False

    @property
    def patience(self) -> float:
        """How many seconds a seat may be asked."""
        return float("inf") if self.plan.patience is None else self.plan.patience

    def run(self, note: Note) -> Block:
        """Play the games."""
        if self.plan.is_compiled:
            return self._played([])
        return self._told([self._asked(number, note) for number in range(self.first, self.first + self.count)])

    def hung(self, seat: int) -> Block:
        """The game, if the player on this seat does not come back."""
        return self._lost(seat, too_slow(self.plan.patience))

    def died(self, seat: int | None) -> Block:
        """The game, if its process has died twice, both times when this seat was asked."""
        if self.plan.is_tournament:
            return self._lost(
                seat,
                "its process died again and again" if seat is None else "the process died while it was asked, twice",
            )
        seeds = f"{self.plan.seed_of(self.first)} to {self.plan.seed_of(self.first + self.count - 1)}"
        raise CenturyError(
            f"the process that plays seeds {seeds} has died again and again; out of memory, or a bot's doing?"
        )

    def _asked(self, number: int, note: Note) -> Asked:
        """Ask the players of a game one by one."""
        plan, bots, seed = self.plan, self.plan.bots_of(number), self.plan.seed_of(number)
        asked = ask(Match(plan.declared, replace(plan.options, seed=seed), plan.catalogue), bots, plan.patience, note)
        if asked.lost is not None and not plan.is_tournament:
            raise CenturyError(
                f"{bots[asked.lost]} failed on seat {asked.lost + 1} of the game of seed {seed}: {asked.reason}"
            )
        return asked

    def _told(self, games: list[Asked]) -> Block:
        """What came of games whose answers are known."""
        block = self._played([asked.answers for asked in games])
        if not self.plan.is_tournament:
            return block
        (asked,) = games
        block = replace(block, seconds=tuple(asked.seconds), failed=("",) * self.plan.players)
        return block if asked.lost is None else self._won_by_best(block, asked.lost, asked.reason)

    def _lost(self, seat: int | None, reason: str) -> Block:
        """A game of which only this is known; at a table of two the other player has won."""
        players = self.plan.players
        block = self._told([Asked([0.0] * players)])
        if seat is None:
            text = f"a game of {', '.join(self.plan.bots_of(self.first))} is stopped: {reason}"
            return replace(block, stopped=np.array([True]), failed=(text,) * players)
        lost = self._won_by_best(block, seat, reason)
        return lost if players == 2 else replace(lost, winners=np.array([-1], np.int8), stopped=np.array([True]))

    def _won_by_best(self, block: Block, lost: int, reason: str) -> Block:
        """One has failed, so the best of the others has won."""
        short = reason if len(reason) <= _LONGEST_REASON else reason[: _LONGEST_REASON - 4] + " ..."
        text = f"{self.plan.bots_of(self.first)[lost]} lost on seat {lost + 1}: {short}"
        scores = block.scores[0].copy()
        scores[lost] = scores.min() - 1
        failed = tuple(text if seat == lost else "" for seat in range(self.plan.players))
        return replace(block, winners=np.array([scores.argmax()], np.int8), stopped=np.array([False]), failed=failed)

    def _played(self, scripts: list[list[int]]) -> Block:
        """Play the games in compiled code, by scripts of answers or else at random."""
        plan, game, count = self.plan, self.plan.declared, self.count
        first_seed = self.first // len(plan.sittings)
        ends = np.cumsum([len(script) for script in scripts], dtype=np.int64)
        script = np.array([id for script in scripts for id in script] or [0] * bool(scripts), np.int16)
        things = len(things_of(game))
        answers = np.zeros((count, plan.players), np.int32)
        items = np.zeros((count, plan.players, len(game.scoring)), np.int32)
        winners = np.zeros(count, np.int8)
        boxes = np.asarray(game.box(plan.catalogue))
        dice = dice_of(plan.seed, count, first_seed)
        named = plan.bots if plan.is_compiled else ["random"] * plan.players  # others come with a script
        weights = np.array([weights_of(bot) for bot in named], np.int32)

        def play(rows: NDArray[Any], starts: NDArray[np.int64]) -> tuple[Any, Any, Any]:
            states = plan.options.blank(game, plan.catalogue, count, first_seed)
            times = np.zeros((count, plan.players, things), np.int32)
            first = np.zeros_like(times)
            answers[:] = 0
            play_through(
                states, boxes, dice, weights, script, ends, answers, items, winners, first, times, rows, starts
            )
            return states, first.reshape(-1, things), times.reshape(-1, things)

        states, first, times = play(_NO_TURNS, np.zeros(0, np.int64))
        rows = _NO_TURNS
        turns = np.maximum(states["turn"], 0)  # a player may fail before the first
        if self.with_turns:  # once more, now that it is known how many there are
            starts = np.concatenate([[0], np.cumsum(turns, dtype=np.int64)])
            rows = np.zeros(starts[-1] + 1, TURN_ROW)  # a turn in which a player failed is left out, but needs room
            play(rows, starts)
            rows = rows[:-1]
        by, thing = np.nonzero(times)
        return Block(
            self.first,
            states["start"].copy(),
            turns,
            states["over"] != FINISHED,
            winners,
            answers,
            items,
            by,
            thing.astype(np.int16),
            first[by, thing],
            times[by, thing],
            rows,
        )
