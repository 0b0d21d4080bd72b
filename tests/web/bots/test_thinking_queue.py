"""Bots of several tables share a process: people come first, and nobody is starved by somebody else's tables."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future

import century
from century.web.bots.pool import BotPool
from century.web.bots.thinking_queue import HALF_LIFE, Demand, ThinkingQueue, Usage


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def order_of(demands: list[tuple[str, Demand]], seconds: float = 1.0) -> list[str]:
    """The order in which bots think, the first of them already at it when the others come."""
    clock, order = Clock(), list[str]()

    async def all_at_once() -> None:
        queue = ThinkingQueue(Usage(clock), clock)

        async def think(name: str, demand: Demand) -> None:
            async with queue.turn(demand):
                order.append(name)
                await asyncio.sleep(0)
                clock.now += seconds

        await asyncio.gather(*(think(name, demand) for name, demand in demands))
        assert not queue.waiting

    asyncio.run(all_at_once())
    return order


def test_those_who_came_first_think_first() -> None:
    assert order_of([(name, Demand("a client")) for name in "abcde"], seconds=0.0) == list("abcde")


def test_tables_of_people_come_before_tables_of_bots_only() -> None:
    bots = [(f"bots {number}", Demand(f"client {number}", people=False)) for number in range(5)]
    assert order_of([*bots, ("people", Demand("client 0"))])[:3] == ["bots 0", "people", "bots 1"]


def test_whoever_has_used_least_comes_next() -> None:
    many = [(f"many {number}", Demand("one client")) for number in range(24)]
    assert order_of([*many, ("other", Demand("another client"))]).index("other") == 1


def test_what_was_used_is_forgotten_in_time() -> None:
    clock = Clock()
    usage = Usage(clock)
    usage.add("a client", 8.0)
    clock.now += 3 * HALF_LIFE
    assert usage.of("a client") == 1.0
    assert usage.of("another") == 0.0


def run(do: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(do())


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    async def cancelled() -> None:
        queue, order = ThinkingQueue(Usage()), list[str]()
        thinking: Future[int] = Future()

        async def think(name: str) -> None:
            async with queue.turn(Demand()) as turn:
                order.append(name)
                if name == "first":
                    turn.ends_with(thinking)
                    await asyncio.wrap_future(thinking)

        thinking.set_running_or_notify_cancel()
        tasks = [asyncio.create_task(think(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        tasks[0].cancel()
        await asyncio.wait(tasks[:2])
        assert order == ["first"], "its process is still at it"
        thinking.set_result(1)
        await tasks[2]
        assert order == ["first", "third"]

    run(cancelled)


def test_a_quick_bot_does_not_wait_for_those_that_think_for_long() -> None:
    match = century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True)

    async def ask() -> None:
        pool = BotPool(1)
        try:
            slow = [
                asyncio.create_task(pool.answer(f"table {number}", match.known(0), "planner:300ms", Demand("greedy")))
                for number in range(400)
            ]
            while not pool._pools:
                await asyncio.sleep(0)
            await pool.answer("another table", match.known(0), "novice")
            assert pool.waiting, "there are still some that wait"
            assert sorted(pool._pools) == [0, 1], "it has a process of its own"
            assert sum(one.done() for one in slow) < len(slow)
            for one in slow:
                one.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
        finally:
            pool.close()

    run(ask)
