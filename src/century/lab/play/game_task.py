"""A task for workers: some games of a plan, played in one go."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from century.engine.match import Match
from century.engine.state import FINISHED
from century.engine.taken import things_of
from century.errors import CenturyError
from century.lab.play.one_game import Clock, Transcript, play_match, too_slow
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan
from century.players.playouts import TURN_ROW, blank_notes, compiled_games, play_through

_LONGEST_REASON = 200


@dataclass(frozen=True)
class GameTask:
    """Consecutive games of a plan. It does not matter where they are played, nor whether that was begun before.

    A game of a tournament is a task by itself, since a bot may end its process.
    """

    plan: Plan
    first: int
    count: int
    with_turns: bool = False

    @property
    def patience(self) -> float:
        """Seconds that a bot may take for an answer."""
        return inf if self.plan.time_limit is None else self.plan.time_limit

    def run(self, clock: Clock) -> Outcomes:
        """Play the games."""
        if self.plan.is_compiled:
            return self._replayed([])
        return self._judged([self._transcript(number, clock) for number in range(self.first, self.first + self.count)])

    def hung(self, seat: int) -> Outcomes:
        """Return the outcome if the bot on this seat never answers."""
        return self._lost(seat, too_slow(self.plan.time_limit))

    def died(self, seat: int | None) -> Outcomes:
        """Return the outcome if the process died twice, both times while this seat was asked."""
        if self.plan.is_tournament:
            return self._lost(
                seat,
                "its process died again and again" if seat is None else "the process died while it was asked, twice",
            )
        seeds = f"{self.plan.seed_of(self.first)} to {self.plan.seed_of(self.first + self.count - 1)}"
        raise CenturyError(
            f"the process that plays seeds {seeds} has died again and again; out of memory, or a bot's doing?"
        )

    def _transcript(self, number: int, clock: Clock) -> Transcript:
        """Ask the bots of a game one by one."""
        plan, bots, seed = self.plan, self.plan.bots_of(number), self.plan.seed_of(number)
        match = Match(plan.declared, replace(plan.options, seed=seed), plan.catalogue)
        transcript = play_match(match, bots, plan.time_limit, clock)
        if transcript.lost is not None and not plan.is_tournament:
            bot, seat = bots[transcript.lost], transcript.lost + 1
            raise CenturyError(f"{bot} failed on seat {seat} of the game of seed {seed}: {transcript.reason}")
        return transcript

    def _judged(self, transcripts: Sequence[Transcript]) -> Outcomes:
        """Return the outcomes of games whose answers are known."""
        outcomes = self._replayed([transcript.answers for transcript in transcripts])
        if not self.plan.is_tournament:
            return outcomes
        (only,) = transcripts
        outcomes = replace(outcomes, seconds=tuple(only.seconds), failed=("",) * self.plan.players)
        return outcomes if only.lost is None else self._won_by_best(outcomes, only.lost, only.reason)

    def _lost(self, seat: int | None, reason: str) -> Outcomes:
        """Return a game of which nothing else is known; at a table of two the other bot wins."""
        players = self.plan.players
        outcomes = self._judged([Transcript([0.0] * players)])
        if seat is None:
            text = f"a game of {', '.join(self.plan.bots_of(self.first))} is stopped: {reason}"
            return replace(outcomes, stopped=np.array([True]), failed=(text,) * players)
        lost = self._won_by_best(outcomes, seat, reason)
        return lost if players == 2 else replace(lost, winners=np.array([-1], np.int8), stopped=np.array([True]))

    def _won_by_best(self, outcomes: Outcomes, lost: int, reason: str) -> Outcomes:
        """Let the best of the others win, since one bot failed."""
        short = reason if len(reason) <= _LONGEST_REASON else reason[: _LONGEST_REASON - 4] + " ..."
        text = f"{self.plan.bots_of(self.first)[lost]} lost on seat {lost + 1}: {short}"
        scores = outcomes.scores[0].copy()
        scores[lost] = scores.min() - 1
        failed = tuple(text if seat == lost else "" for seat in range(self.plan.players))
        winners = np.array([scores.argmax()], np.int8)
        return replace(outcomes, winners=winners, stopped=np.array([False]), failed=failed)

    def _replayed(self, scripts: Sequence[Sequence[int]]) -> Outcomes:
        """Play the games in compiled code: by scripts of answers, or without scripts by bots that are compiled."""
        plan, game, count = self.plan, self.plan.declared, self.count
        first_seed = self.first // len(plan.sittings)
        ends = np.cumsum([len(script) for script in scripts], dtype=np.int64)
        script = np.array([id for script in scripts for id in script] or [0] * bool(scripts), np.int16)
        things = len(things_of(game))
        named = plan.bots if plan.is_compiled else ()  # others come with a script
        games = compiled_games(game, plan.options, plan.catalogue, count, first=first_seed, bots=named)
        games = games._replace(script=script, ends=ends)
        blank = games.states.copy()
        notes = blank_notes(game, count, plan.players, things)
        play_through(games, notes)
        states = games.states
        turns = np.maximum(states["turn"], 0)  # a bot may fail before the first turn
        if self.with_turns:  # once more, now that the number of turns is known
            starts = np.concatenate([[0], np.cumsum(turns, dtype=np.int64)])
            rows = np.zeros(starts[-1] + 1, TURN_ROW)  # a turn in which a bot failed is left out, but needs room
            notes.answers[:] = 0
            play_through(games._replace(states=blank), notes._replace(rows=rows, starts=starts))
            notes = notes._replace(rows=rows[:-1])
        first, times = (array.reshape(count * plan.players, things) for array in (notes.first, notes.times))
        by, thing = np.nonzero(times)
        return Outcomes(
            self.first,
            states["start"].copy(),
            turns,
            states["over"] != FINISHED,
            notes.winners,
            notes.answers,
            notes.items,
            by,
            thing.astype(np.int16),
            first[by, thing],
            times[by, thing],
            notes.rows,
        )
