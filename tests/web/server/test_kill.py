"""Whatever ends a server, at whatever moment: what it has acknowledged is there when it starts again."""

import os
import random
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from century.web.bots.driver import LEASE
from century.web.server.serve import _listen
from century.web.tables.database import Database
from century.web.tables.schema import tables
from century.web.tables.table_store import TableStore
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, SCREEN, Person
from tests.web.server_process import Running

SOAK = int(os.environ.get("CENTURY_TEST_KILLS", "8"))  # 1000 take about an hour for each database
KILLS = [
    ("sqlite", 2),
    ("postgres", 1),
    *(pytest.param(kind, SOAK, marks=pytest.mark.slow) for kind in ("sqlite", "postgres")),
]
MOST_PLIES = 300  # a game by chance is far from over
LONG = 100  # answers at a table after which another one is played


class Player(threading.Thread):
    """Plays on two tables as fast as it can, and remembers what the server has acknowledged."""

    def __init__(self, person: Person, tables: list[str]) -> None:
        super().__init__(daemon=True)
        self.person, self.tables = person, tables
        self.version = dict.fromkeys(tables, 0)  # the highest that was acknowledged
        self.actions: dict[str, list[int]] = {id: [] for id in tables}  # acknowledged, by table
        self.unsure: dict[str, int | None] = dict.fromkeys(tables)  # asked for, and no answer came
        self.wrong = ""

    def run(self) -> None:
        try:
            while True:
                for id in self.tables:
                    self.plays(id)
        except httpx.TransportError:
            pass  # the server is dead
        except AssertionError as error:
            self.wrong = str(error)

    def plays(self, id: str) -> None:
        state = self.person.state(id)
        if not state["acting"] or state["plies"] > MOST_PLIES:
            return
        legal = [action["id"] for action in state["view"]["actions"]]
        action = random.choice(legal)
        self.unsure[id] = action
        response = self.person.tries(id, action, state["version"])
        self.unsure[id] = None
        if response.status_code == 409:
            return  # a bot was faster; nothing was written
        assert response.status_code == 200, response.text
        self.version[id] = response.json()["version"]
        self.actions[id].append(action)


@pytest.mark.parametrize(("kind", "kills"), KILLS)
def test_killed_again_and_again_it_has_all_that_it_acknowledged(
    kind: str, kills: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    else:
        database = request.getfixturevalue("new_database")()
    dice = random.Random(kind)
    server = Running.with_quick_bots(database)
    with server:
        ann = server.person("Ann")
        history: dict[str, list[int]] = {}
        for _ in range(kills):
            if max(map(len, history.values()), default=LONG) >= LONG:
                history = {ann.lays_out(ME, other, start=0): [] for other in (SCREEN, BOT)}
            player = Player(ann, list(history))
            player.start()
            enough = dice.randrange(1, 20)
            until(lambda: all(len(done) >= enough for done in player.actions.values()))  # noqa: B023  # this player's
            server.stop(signal.SIGKILL)  # while the player goes on
            player.join(PATIENCE)
            assert not player.is_alive()
            assert not player.wrong
            store = TableStore(Database(database))
            for id in player.tables:
                row, kept = store.table(id) or pytest.fail("the table is gone")
                mine = [one.action for one in kept if one.by == ann.id]
                expected = history[id] + player.actions[id]
                sure, more = mine[: len(expected)], mine[len(expected) :]
                assert sure == expected, "something acknowledged is gone"
                assert more in ([], [player.unsure[id]]), "at most the one that was under way"
                assert len(kept) == row.plies
                assert row.version >= player.version[id]
                history[id] = mine
            store.database.close()
            server.start()
            ann.moves_to(server.address)
        for id in history:
            ann.answers(id)  # play goes on
            ann.waits_for_turn(id)


def test_a_bot_whose_process_was_killed_is_taken_over_before_long(new_database: object) -> None:
    """With several processes one thinks for a bot, and the others wait: not for long, if it is dead."""
    database = new_database()  # type: ignore[operator]
    first = Running.with_quick_bots(database, pace=1000.0)
    with first:
        ann = first.person("Ann")
        id = ann.lays_out(BOT, ME, start=0)
        store = TableStore(Database(database))
        until(lambda: not store.claim_bots(id, 1, 0.0))
        first.stop(signal.SIGKILL)
    with store.database.writing() as db:
        (claim,) = db.execute(sa.select(tables.c.thinking_until).where(tables.c.id == id)).one()
        assert 0 < claim < time.time() + LEASE
        db.execute(sa.update(tables).values(thinking_until=claim - LEASE))  # the test lets the time go by
    store.database.close()
    with Running.with_quick_bots(database) as second:
        ann.http = httpx.Client(base_url=second.address, headers=ann.http.headers, timeout=PATIENCE)
        ann.waits_for_turn(id)
        ann.http.close()


# --- asked to end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_end_it_ends_soon_and_goes_on_when_started_again(how: signal.Signals, tmp_path: Path) -> None:
    """With event streams open, which the server ends: it would wait for them for ever."""
    server = Running("tests.web.command", "serve", "--port", "0", CENTURY_DATA=str(tmp_path))
    with server:
        ann, eve = server.person("Ann"), server.person("Eve", browser=True)
        id = ann.lays_out(ME, SCREEN, start=0)
        ann.answers(id, "play S01")
        with ann.listens(id) as first, eve.listens(id) as second:
            code = server.stop(how)
            assert first.ended.wait(PATIENCE)
            assert second.ended.wait(PATIENCE)
        assert code in (0, 130, -how)  # 0 where the tests were started without Ctrl-C
        assert "Traceback" not in "".join(server.errors)
        assert "ERROR" not in "".join(server.errors)
        server.start()
        ann.moves_to(server.address)
        eve.moves_to(server.address)
        assert ann.state(id)["plies"] == 1
        ann.answers(id, "play S01")
        assert eve.ok("GET", f"{API}/me")["id"] == eve.id, "cookies are still good"
        assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
        server.stop()


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    none = {"CENTURY_WARM_UP": "none"}  # no processes for bots
    with Running("century", "serve", "--port", "0", CENTURY_DATA=str(tmp_path), **none) as server:
        port = server.address.rsplit(":", 1)[1]
        with Running("century", "serve", "--port", port, CENTURY_DATA=str(tmp_path / "other"), **none) as other:
            assert int(other.address.rsplit(":", 1)[1]) > int(port), "the next one that is free"


def test_small_answers_are_not_held_back() -> None:
    """What is accepted here is known as TCP, so that Nagle's algorithm is turned off: else each answer takes 40 ms."""
    listening = _listen("127.0.0.1", 0)
    with listening:
        assert listening.proto == socket.IPPROTO_TCP
