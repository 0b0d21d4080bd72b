"""Processes in which bots think, so that nobody waits for them. None of these ever compiles."""

import asyncio
import hashlib
import multiprocessing
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

import numpy as np

import century
from century.engine.view import Known
from century.lab.background_compiler import BackgroundCompiler
from century.lab.play.pools import deaf_to_ctrl_c, end_pools, end_with_parent, hear_ctrl_c_no_more
from century.players import AT_A_TABLE, Player
from century.players.readiness import is_ready, is_simpler, needs_code, player_for_now
from century.web.bots.thinking_queue import Demand, ThinkingQueue, Usage

QUICK = ("novice", "apprentice")  # levels that answer at once, in a process that never thinks for long
NICE = 5  # pages and quick bots come before bots that think for long
REMEMBERED = 48  # players that a process keeps, with their plans and search trees

_players: OrderedDict[tuple[str, int, str], Player] = OrderedDict()


class BotPool:
    """Processes that answer for bots. The same bot always thinks in the same process, where its plans are."""

    def __init__(self, processes: int | None = None) -> None:
        """Use this number of processes for bots that think for long, by default one for each core but one.

        Quick ones have one more process.
        """
        self._count = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pools: dict[int, ProcessPoolExecutor] = {}
        usage = Usage()
        self._queues = [ThinkingQueue(usage) for _ in range(self._count + 1)]  # one for each process
        self._compiler = BackgroundCompiler()
        self._closed = False

    def start(self, games: Sequence[str]) -> None:
        """Start all processes now, and compile these games when no table waits for another one."""
        for where in range(self._count + 1):
            with deaf_to_ctrl_c():
                self._pool(where).submit(is_ready, "")
        self._compiler.want_also(games)

    def is_warm(self, game: str) -> bool:
        """Whether bots of a game play at full strength; before that they play without compiled code."""
        return is_ready(game)

    @property
    def is_open(self) -> bool:
        """Whether bots can think: the pool is not closed, and none of its processes is lost."""
        return not (self._closed or any(getattr(pool, "_broken", False) for pool in self._pools.values()))

    @property
    def waiting(self) -> int:
        """The number of answers that wait for a process."""
        return sum(queue.waiting for queue in self._queues)

    async def answer(self, table: str, known: Known, spec: str, demand: Demand | None = None) -> int:
        """Return the action that a player, or a level, chooses from what its seat knows."""
        where = self._count if spec in QUICK else hash((table, known.seat)) % self._count
        spec = AT_A_TABLE.get(spec, spec)
        if needs_code(spec) and not is_ready(known.game.name):
            self._compiler.want(known.game.name)
        job = (
            (table, known.seat, spec),
            known.game.name,
            known.catalogue.overlay,
            known.state.tobytes(),
            tuple(action.id for action in known.actions),
        )
        for _ in range(2):  # a process that has died is started again
            async with self._queues[where].turn(demand or Demand()) as turn:
                pool = self._pool(where)
                try:
                    with deaf_to_ctrl_c():  # a process of the pool may be started here
                        thinking = pool.submit(_answer, *job)
                    turn.ends_with(thinking)
                    return await asyncio.wrap_future(thinking)
                except BrokenProcessPool:
                    if self._closed:
                        raise
                    if self._pools.get(where) is pool:  # others who wait for it may have noticed before
                        del self._pools[where]
                    pool.shutdown(wait=False)
        return known.actions[0].id

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        self._compiler.close()
        end_pools(self._pools.values())
        self._pools.clear()

    def _pool(self, where: int) -> ProcessPoolExecutor:
        if self._closed:
            raise BrokenProcessPool("the server has stopped")
        if where not in self._pools:
            spawned = multiprocessing.get_context("spawn")
            nice = NICE if where < self._count else 0
            self._pools[where] = ProcessPoolExecutor(1, spawned, _begin, (nice,))
        return self._pools[where]


def _begin(nice: int) -> None:
    """Leave Ctrl-C to the server, and end when the server has ended."""
    hear_ctrl_c_no_more()
    end_with_parent()
    with suppress(OSError, AttributeError):  # Windows knows no priorities of this kind
        os.nice(nice)


def _answer(
    key: tuple[str, int, str], game: str, overlay: dict[str, object], state: bytes, legal: Sequence[int]
) -> int:
    """Choose an action; runs in a process of the pool."""
    played = century.game(game)
    array = np.frombuffer(state, played.state_type).copy()
    catalogue = played.catalogue(overlay or None)
    known = Known(played, catalogue, key[1], array, tuple(played.space.actions[id] for id in legal))
    bot = _players.pop(key, None)
    if bot is None or (is_simpler(bot) and is_ready(game)):
        bot = player_for_now(key[2], game, seed=_seed(key))
    _players[key] = bot
    while len(_players) > REMEMBERED:
        _players.popitem(last=False)
    return int(bot.answer(known).id)  # type: ignore[attr-defined]


def _seed(key: tuple[str, int, str]) -> int:
    """Return a seed that is the same in every process."""
    return int.from_bytes(hashlib.blake2b(repr(key).encode(), digest_size=8).digest(), "big") % 2**31
