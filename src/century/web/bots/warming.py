"""Compiling for bots in a process of its own, at low priority: no table waits for it."""

import logging
import subprocess
import threading
from collections.abc import Iterable

from century.engine import code_cache
from century.lab.warming import background_command
from century.players.readiness import is_ready

PATIENCE = 1.0  # seconds that a stop waits for the killed process to be gone

_log = logging.getLogger(__name__)


class Warming:
    """Compiles one game after another, those that tables wait for first. Thread-safe."""

    def __init__(self) -> None:
        """Nothing is compiled yet."""
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
                self._thread = threading.Thread(target=self._work, name="warming", daemon=True)
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
        """End the process, whatever it is doing."""
        with self._lock:
            self._closed = True
            process, thread = self._process, self._thread
        if process:
            process.kill()
        if thread:
            thread.join(PATIENCE)
