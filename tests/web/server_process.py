"""A server in a process of its own, for tests that kill it or start several: `python -m tests.web.server_process`."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any, Self

import httpx

from tests.waiting import PATIENCE
from tests.web.house import STOPPED, House, Person

ROOT = Path(__file__).parents[2]
LONG_AGO = "/test/last-seen-long-ago"


def main(database: str, pace: str) -> None:
    """Serve on a free port and say which; bots answer at once."""
    from century.web.server.serve import _listen, run, server_of

    house = House(database, pace=float(pace))
    house.app.get(LONG_AGO)(house.last_seen_long_ago_everywhere)
    listening = _listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    run(server_of(house.app), listening)


class Running:
    """A server in a process of its own."""

    def __init__(self, *command: str, **environment: str) -> None:
        """The one below, or what the command line says."""
        self._command = [sys.executable, "-W", "error", "-m", *command]
        paths = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]))
        # on SIGABRT it says where it is
        self._environment = {**os.environ, "PYTHONFAULTHANDLER": "1", "PYTHONPATH": paths, **environment}
        self._people: list[Person] = []

    @classmethod
    def with_quick_bots(cls, database: str, pace: float = 0.0) -> Self:
        return cls("tests.web.server_process", database, str(pace))

    def start(self) -> Self:
        self.process = subprocess.Popen(
            self._command, env=self._environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        assert self.process.stderr
        self.errors: list[str] = []
        self.said: list[str] = []  # after the address
        self._readers: list[threading.Thread] = []
        self._reads(self.process.stderr, self.errors)
        line = self.process.stdout.readline()
        self._reads(self.process.stdout, self.said)
        words = [word for word in line.split() if word.startswith("http://")]
        assert words, f"it did not start: {line} {self.stop(signal.SIGKILL)} {self.errors}"
        self.address = words[0].rstrip("/").replace("localhost", "127.0.0.1")
        return self

    def _reads(self, stream: IO[str], into: list[str]) -> None:
        self._readers.append(threading.Thread(target=lambda: into.extend(stream), daemon=True))
        self._readers[-1].start()

    def person(self, name: str = "Ann", **more: Any) -> Person:
        self._people.append(Person(self.address, name, **more))
        return self._people[-1]

    def last_seen_long_ago(self) -> None:
        """Have everybody be away since long ago, except those who have a table open."""
        httpx.get(f"{self.address}{LONG_AGO}", timeout=PATIENCE).raise_for_status()

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it, and wait; how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(STOPPED)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(PATIENCE)
            self._readers[0].join(PATIENCE)
            raise AssertionError(f"the server has not stopped within {STOPPED} s\n{''.join(self.errors)}") from None
        for reader in self._readers:
            reader.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        for person in self._people:
            person.http.close()
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
