"""A chunk: some games of a plan, played in one go, and what came of them as arrays."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from century.engine.chance import dice_of
from century.engine.match import Match
from century.engine.state import STOPPED
from century.errors import CenturyError
from century.lab.one_game import Note, question, warm_up
from century.lab.plan import Plan
from century.mechanisms.taken import things_of
from century.players import player
from century.players.playouts import TURN_ROW, play_through
from century.players.random import weights_of

_NO_TURNS = np.zeros(0, TURN_ROW)


@dataclass(frozen=True)
class Block:
    """What came of some games. Row k of an array belongs to the game of seed + first + k."""

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

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points by seat."""
        found: NDArray[np.int32] = self.items.sum(axis=2, dtype=np.int32)
        return found


@dataclass(frozen=True)
class Chunk:
    """Games to be played: those of a plan from `first` on. It is a task for workers."""

    plan: Plan
    first: int
    count: int
    with_turns: bool = False
    patience = float("inf")  # nobody waits for a single answer

    def run(self, note: Note) -> Block:
        """Play the games."""
        if self.plan.is_compiled:
            return self._played(np.zeros(0, np.int16), np.zeros(0, np.int64))
        scripts = list(_scripts(self.plan, self.first, self.count))
        ends = np.cumsum([len(script) for script in scripts])
        return self._played(np.array([id for script in scripts for id in script], np.int16), ends)

    def hung(self, seat: int) -> NoReturn:
        """Nobody waits for a single answer, so nobody can be too slow."""
        raise AssertionError

    def died(self, seat: int | None) -> NoReturn:
        """Its process has died twice: it would do so again."""
        seeds = f"{self.plan.seed + self.first} to {self.plan.seed + self.first + self.count - 1}"
        raise CenturyError(f"the process that plays seeds {seeds} has died twice; out of memory, or a bot's doing?")

    def _played(self, script: NDArray[np.int16], ends: NDArray[np.int64]) -> Block:
        plan, game, count = self.plan, self.plan.declared, self.count
        things = len(things_of(game))
        answers = np.zeros((count, plan.players), np.int32)
        items = np.zeros((count, plan.players, len(game.scoring)), np.int32)
        winners = np.zeros(count, np.int8)
        boxes = np.asarray(game.box(plan.catalogue))
        dice = dice_of(plan.seed, count, self.first)
        named = plan.bots if plan.is_compiled else ["random"] * plan.players  # others come with a script
        weights = np.array([weights_of(bot) for bot in named], np.int32)

        def play(rows: NDArray[Any], starts: NDArray[np.int64]) -> tuple[Any, Any, Any]:
            states = plan.options.blank(game, plan.catalogue, count, self.first)
            times = np.zeros((count, plan.players, things), np.int32)
            first = np.zeros_like(times)
            answers[:] = 0
            play_through(
                states, boxes, dice, weights, script, ends, answers, items, winners, first, times, rows, starts
            )
            return states, first.reshape(-1, things), times.reshape(-1, things)

        states, first, times = play(_NO_TURNS, np.zeros(0, np.int64))
        rows = _NO_TURNS
        if self.with_turns:  # once more, now that it is known how many there are
            starts = np.concatenate([[0], np.cumsum(states["turn"], dtype=np.int64)])
            rows = np.zeros(starts[-1], TURN_ROW)
            play(rows, starts)
        by, thing = np.nonzero(times)
        return Block(
            self.first,
            states["start"].copy(),
            states["turn"].copy(),
            states["over"] == STOPPED,
            winners,
            answers,
            items,
            by,
            thing.astype(np.int16),
            first[by, thing],
            times[by, thing],
            rows,
        )


def _scripts(plan: Plan, first: int, count: int) -> Iterator[list[int]]:
    """The answers of players that are asked one by one, game after game."""
    for spec in plan.bots:
        warm_up(plan.game, spec)
    for seed in range(plan.seed + first, plan.seed + first + count):
        match = Match(plan.declared, replace(plan.options, seed=seed), plan.catalogue)
        seat = 0
        try:
            bots = []
            for seat, spec in enumerate(plan.bots):
                bots.append(player(spec, seed=seed * 100 + seat))
            while match.actor is not None:
                seat = match.actor
                match.play(question(match, seat, bots[seat])())
        except Exception as error:  # whatever a player does
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise CenturyError(
                f"{plan.bots[seat]} failed on seat {seat + 1} of the game of seed {seed}: {reason}"
            ) from error
        yield [action.id for action in match.history]
