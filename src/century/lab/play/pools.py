"""Pools of processes that Ctrl-C ends at once: nothing of them is seen on the terminal or left behind."""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import resource_tracker

PATIENCE = 1.0  # seconds that a stop waits for killed processes to be gone


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C for processes that are started within.

    A terminal sends Ctrl-C to all processes of a command. One that is still importing would print a traceback: it can
    ignore the signal only when it runs code of ours. A blocked signal stays blocked across `exec`, and is
    dropped when the process ignores it (`hear_ctrl_c_no_more`).
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # to start it unblocks the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear_ctrl_c_no_more() -> None:
    """Ignore Ctrl-C in this process, also one that is pending."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def end_with_parent() -> None:
    """Have this process end when the server has ended, however it ended."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def end_pools(pools: Iterable[ProcessPoolExecutor]) -> None:
    """End pools at once, whatever their processes are doing, and wait until the processes are gone.

    The order matters: a pool that loses a process before it knows that it is shut down reports the loss to every
    waiting job, and its thread dies with a traceback if one of them was cancelled.
    """
    processes, threads = [], []
    for pool in pools:
        processes += list((getattr(pool, "_processes", None) or {}).values())
        threads.append(getattr(pool, "_executor_manager_thread", None))
        pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    deadline = time.monotonic() + PATIENCE
    for thread in threads:
        if isinstance(thread, threading.Thread):
            thread.join(max(0.0, deadline - time.monotonic()))


@contextlib.contextmanager
def processes(workers: int | None) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of processes for work in small pieces, such as tuning. The caller handles Ctrl-C.

    If the body fails or is interrupted, the processes are killed. Waiting for them could last without end: Ctrl-C may
    come while a job is being submitted, and the pool then waits for a job that no process has been given.
    """
    count = workers or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, initializer=hear_ctrl_c_no_more)
    try:
        with deaf_to_ctrl_c():
            for _ in range(count):
                pool.submit(abs, 0)  # starts a process
        yield pool
    except BaseException:
        end_pools([pool])
        raise
    pool.shutdown()
