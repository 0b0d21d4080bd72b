"""A server in a process of its own, for tests that kill it or start several: `python -m tests.web.server`."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn

from tests.waiting import PATIENCE
from tests.web.house import House, Person

ROOT = Path(__file__).parents[2]
LONG_AGO = "/test/last-seen-long-ago"


def main(database: str, pace: str) -> None:
    """Serve on a free port and say which; bots answer at once."""
    from century.web.serve import _listen, _Server

    house = House(database, pace=float(pace))
    house.app.get(LONG_AGO)(house.last_seen_long_ago_everywhere)
    listening = _listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    _Server(uvicorn.Config(house.app, log_level="warning", access_log=False)).run(sockets=[listening])


class Running:
    """A server in a process of its own."""

    def __init__(self, *command: str, **environment: str) -> None:
        """The one below, or what the command line says."""
        self._command = [sys.executable, "-W", "error", "-m", *command]
        paths = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]))
        self._environment = {**os.environ, "PYTHONPATH": paths, **environment}
        self._people: list[Person] = []

    @classmethod
    def with_quick_bots(cls, database: str, pace: float = 0.0) -> Self:
        return cls("tests.web.server", database, str(pace))

    def start(self) -> Self:
        self.process = subprocess.Popen(
            self._command, env=self._environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        assert self.process.stderr
        self.errors: list[str] = []
        errors = self.process.stderr
        self._reading = threading.Thread(target=lambda: self.errors.extend(errors), daemon=True)
        self._reading.start()
        line = self.process.stdout.readline()
        words = [word for word in line.split() if word.startswith("http://")]
        assert words, f"it did not start: {line} {self.stop(signal.SIGKILL)} {self.errors}"
        self.address = words[0].rstrip("/").replace("localhost", "127.0.0.1")
        return self

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
        code = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
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
