"""Compiling in the background: a process of low priority compiles the code of bots while people play."""

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence

from century.engine import code_cache
from century.players.readiness import get_ready, is_ready

PATIENCE = 1.0  # seconds that a stop waits for the killed process to be gone

_log = logging.getLogger(__name__)


def background_command(games: Sequence[str]) -> list[str]:
    """Return the command of a process that compiles games. It ends when its input ends."""
    return [sys.executable, "-m", "century", "warm", "--background", *games]


def compile_in_background(games: Sequence[str]) -> None:
    """Run as that process."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(19)
    threading.Thread(target=_end_with_input, daemon=True).start()
    for game in games:
        get_ready(game)


def _end_with_input() -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdin.buffer.read()
    os._exit(1)


class BackgroundCompiler:
    """Compiles games one after the other, those that tables wait for first. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._urgent: list[str] = []  # games that tables wait for, or have waited for
        self._others: list[str] = []
        self._failed: set[str] = set()
        self._compiling = ""  # the game
        self._interrupted = False  # whether it was ended for one that a table waits for
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def want(self, game: str) -> None:
        """Compile a game that a table waits for, before those that nobody waits for."""
        with self._lock:
            if game in self._urgent:
                return
            self._urgent.append(game)
            if self._process and self._compiling not in self._urgent:
                self._interrupted = True
                self._process.kill()  # it is begun again later
        self._begin()

    def want_also(self, games: Iterable[str]) -> None:
        """Compile these games when no table waits for another one."""
        with self._lock:
            self._others += games
        self._begin()

    def _begin(self) -> None:
        with self._lock:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="compiler", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        code_cache.folder()  # one that the other process shares
        while process := self._next():
            code = process.wait()
            assert process.stdin
            process.stdin.close()
            with self._lock:
                game = self._compiling
                if not (is_ready(game) or self._interrupted or self._closed):
                    _log.warning("bots of %s could not be compiled (exit status %s)", game, code)
                    self._failed.add(game)

    def _next(self) -> "subprocess.Popen[bytes] | None":
        """Start to compile the next game, if there is one."""
        with self._lock:
            wanted = [*self._urgent, *self._others]
            left = [game for game in wanted if game not in self._failed and not is_ready(game)]
            if self._closed or not left:
                self._thread = self._process = None
                return None
            self._compiling, self._interrupted, quiet = left[0], False, subprocess.DEVNULL
            self._process = subprocess.Popen(  # in a session of its own, where no Ctrl-C reaches it
                background_command([self._compiling]),
                stdin=subprocess.PIPE,
                stdout=quiet,
                stderr=quiet,
                start_new_session=True,
            )
            return self._process

    def close(self) -> None:
        """End the process, whatever it does, and wait until it is gone."""
        with self._lock:
            self._closed = True
            process, thread = self._process, self._thread
        if process:
            process.kill()
        if thread:
            thread.join(PATIENCE)
