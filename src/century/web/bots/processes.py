"""Starting and ending the processes of a pool, so that nothing of them is seen on the terminal or left behind."""

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

    A terminal sends Ctrl-C to all processes of the server. One that is still importing would print a traceback: it can
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
