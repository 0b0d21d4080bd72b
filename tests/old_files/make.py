# mypy: ignore-errors
"""Make the files of this folder with the version of century on the path: `python -m tests.old_files.make FOLDER`.

It uses the command line, the HTTP API and the public names of the package alone, so that any version can run it.
"""

import csv
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import httpx

import century
from century import lab
from century.engine.actions import ACTIONS, BLOCKS, DECISIONS
from century.engine.match import Match
from century.players import player
from tests.old_files.meaning import as_json, meaning
from tests.waiting import PATIENCE, until

SECRET = "a secret of the tests alone"
PACK = {"merchant": [{"id": "M12", "gain": "BB", "name": "café"}], "caravan": {"limit": 12}}
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "spice-road": [{}],
    "a-new-world": [{"board": "D1"}, {"board": "random"}],
    "eastern-wonders": [{"map": "long_reach"}, {"map": "random"}],
    "sand-to-sea": [{"map": "first_game"}],
    "east-to-west-1": [{}],
    "east-to-west-2": [{"map": "random"}],
    "east-to-west-3": [{"map": "random"}],
}
SHOWN = [f"{game}-finished" for game in ("spice-road", "eastern-wonders", "a-new-world", "east-to-west-3")]
Workers = Callable[[Iterable[Any]], Generator[Any, None, None]]


def main(folder: Path) -> None:
    """Make all files."""
    words(folder)
    records(folder / "records")
    lab_files(folder / "lab")
    saved_tables(folder / "tables")


# --- actions and decisions ------------------------------------------------------------------------


def words(folder: Path) -> None:
    """Write every action and decision, numbered by its line, and the blocks of the actions."""
    (folder / "actions.txt").write_text("".join(f"{action.text}\n" for action in ACTIONS))
    (folder / "decisions.txt").write_text("".join(f"{decision.name}\n" for decision in DECISIONS))
    with (folder / "blocks.csv").open("w", newline="") as file:
        rows = ((int(block), len(block.labels), block.word) for block in BLOCKS)
        csv.writer(file, lineterminator="\n").writerows(rows)


# --- records --------------------------------------------------------------------------------------


def records(folder: Path) -> None:
    """Write games in every form of a record, and what each of them means."""
    folder.mkdir(parents=True)
    meanings = {}
    for name, match in matches():
        (folder / f"{name}.txt").write_text(match.record())
        meanings[name] = meaning(match)
        if name in SHOWN:
            meanings[name]["view"] = match.view()
    lines = ",\n".join(f'"{name}":{as_json(value)}' for name, value in meanings.items())
    (folder / "meanings.json").write_text(f"{{\n{lines}\n}}\n")


def matches() -> Iterator[tuple[str, Match]]:
    """Games of all kinds, numbers of players and settings: finished, stopped, unfinished and just begun."""
    for name, settings in SETTINGS.items():
        yield f"{name}-finished", played(new(name, 2, **settings[0]), by="greedy")
        names = ["Ann", "Bo", "Cy"]
        yield f"{name}-stopped", played(new(name, 3, start=1, turn_limit=30, names=names, **settings[-1]))
        yield f"{name}-unfinished", played(new(name, 4, **settings[0]), 60)
    yield "begun", new("spice-road", 2)
    yield "five", played(new("spice-road", 5), 30)
    yield "golem", played(new("spice-road", 2, edition="golem", start=0), 40)
    yield "pack", played(new("spice-road", 3, components=PACK, edition="golem", start=2, turn_limit=900), 80)
    yield "greatest-seed", played(new("a-new-world", 2, seed=2**63 - 1), 30)


def new(game: str, players: int, seed: int = 2026, **more: Any) -> Match:
    return century.game(game).new(players=players, seed=seed, interpreted=True, **more)


def played(match: Match, answers: int = 100_000, by: str = "simple") -> Match:
    bots = [player(by, seed=seat) for seat in range(match.options.players)]
    while match.actor is not None and len(match.history) < answers:
        match.play(bots[match.actor].choose(match.view(match.actor)))
    return match


# --- files of the lab -----------------------------------------------------------------------------


def lab_files(folder: Path) -> None:
    """Write results, whole and interrupted, plans, and weights."""
    folder.mkdir(parents=True)
    some = ["--games", "6", "--seed", "5", "--turn-limit", "80", "--out"]
    command("simulate", "spice-road", "--turns", *some, folder / "whole.parquet")
    command("simulate", "a-new-world", "--players", "3", "--board", "E1", *some, folder / "whole")
    plans = folder / "plans"
    with interrupted(folder / "games.parquet", plans / "simulation.json") as workers:
        lab.record(
            folder / "games.parquet",
            "spice-road",
            games=8,
            seed=5,
            turns=True,
            bots="greedy,random",
            turn_limit=60,
            components=PACK,
            workers=workers,
        )
    tournament = lab.Tournament(
        "spice-road", "greedy,casual", 8, seed=5, patience=30.0, out=folder / "tournament.parquet", turns=True
    )
    with interrupted(folder / "tournament.parquet", plans / "tournament.json") as workers:
        list(tournament.run(workers))
    sure = lab.Tournament("spice-road", "greedy,casual", until_sure=True, out=folder / "sure.parquet")
    with interrupted(folder / "sure.parquet", plans / "until_sure.json", finished=()) as workers:
        list(sure.run(workers))
    with interrupted(folder / "map", plans / "map.json", finished=()) as workers:
        lab.record(folder / "map", "eastern-wonders", 3, 4, 9, map="atoll", bots="random", workers=workers)
    against = ["--players", "casual,random", "--games", "4", "--workers", "0"]
    out = ["--out", folder / "rated.parquet", "--json", folder / "rated.json"]
    command("tournament", "spice-road", *against, *out)
    tuning = ["--trials", "1", "--deals", "2", "--width", "2", "--workers", "1"]
    command("tune", "spice-road", *tuning, "--out", folder / "weights.toml")


@contextmanager
def interrupted(out: Path, plan: Path, finished: Sequence[int] = (0, 1, 2, 4)) -> Iterator[Workers]:
    """Workers that are interrupted when some of the first games are finished. The plan is copied from beside them."""

    def work(tasks: Iterable[Any]) -> Generator[Any, None, None]:
        plan.parent.mkdir(exist_ok=True)
        shutil.copy(out.with_name(f"{out.name}.part") / "plan.json", plan)
        for number, task in enumerate(islice(tasks, 5)):
            if number in finished:
                yield task.run([-1.0, 0.0])
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        yield work


def command(*arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "century", *map(str, arguments)], check=True)


# --- tables of a server ---------------------------------------------------------------------------


def saved_tables(folder: Path) -> None:
    """Play at a server, and keep its database, its visitors, and what each of them saw at the end."""
    folder.mkdir(parents=True)
    database = folder / "tables.sqlite"
    with server(database) as address:
        ann, bo = Visitor(address, "Ann"), Visitor(address, "Bo")
        tables = {name: lay_out(ann, bo) for name, lay_out in TABLES.items()}
        seen = {name: {who.name: who.state(id) for who in (ann, bo) if who.sees(id)} for name, id in tables.items()}
        records = {name: ann.get(f"tables/{tables[name]}/record").text for name in ("with a bot", "finished")}
        link = ann.get(f"tables/{tables['waiting']}/invitations").json()
    kept = {
        "secret": SECRET,
        "tokens": {who.name: who.token for who in (ann, bo)},
        "tables": tables,
        "link": link,
        "seen": seen,
        "records": records,
    }
    lines = ",\n".join(f'"{name}":{as_json(value)}' for name, value in kept.items())
    (folder / "seen.json").write_text(f"{{\n{lines}\n}}\n")


@contextmanager
def server(database: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    more = {"DATABASE_URL": f"sqlite:///{database}", "CENTURY_SECRET": SECRET, "CENTURY_PACE": "0"}
    arguments = [sys.executable, "-m", "century", "serve", "--port", str(port)]
    running = subprocess.Popen(arguments, env={**os.environ, **more, "CENTURY_MOVES_A_SECOND": "1000"})
    address = f"http://127.0.0.1:{port}"
    try:
        until(lambda: is_up(address))
        yield address
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(PATIENCE)


def is_up(address: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(address).is_success
    return False


class Visitor:
    """A visitor of a server."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self._http = httpx.Client(base_url=f"{address}/api/v1/", timeout=PATIENCE)
        self.token = str(self.does("people", name=name)["token"])
        self._http.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str) -> httpx.Response:
        response = self._http.get(path)
        assert response.is_success, response.text
        return response

    def does(self, path: str, method: str = "POST", **body: Any) -> Any:
        response = self._http.request(method, path, json=body)
        assert response.is_success, response.text
        return response.json()

    def sees(self, table: str) -> bool:
        return self._http.get(f"tables/{table}").is_success

    def state(self, table: str) -> Any:
        return self.get(f"tables/{table}/state").json()

    def lays_out(self, game: str, *kinds: str, **more: Any) -> str:
        seats = [{"kind": "bot", "level": "novice"} if kind == "bot" else {"kind": kind} for kind in kinds]
        return str(self.does("tables", game=game, seats=seats, **more)["id"])

    def uploads(self, match: Match) -> str:
        text = match.record().encode()
        response = self._http.post("records", content=text, headers={"content-type": "text/plain; charset=utf-8"})
        assert response.is_success, response.text
        return str(response.json()["id"])

    def answers(self, table: str, times: int) -> None:
        """Give the answers that a simple player gives, when it is this visitor's turn."""
        for _ in range(times):
            self.waits(table)
            state = self.state(table)
            options = state["view"]["actions"]
            action = options[state["version"] % len(options)]["id"]
            self.does(f"tables/{table}/actions", action=action, version=state["version"])

    def waits(self, table: str) -> None:
        until(lambda: self.state(table)["acting"])


def with_a_bot(ann: Visitor, bo: Visitor) -> str:
    table = ann.lays_out("spice-road", "me", "bot", seed=5, start=0, edition="golem")
    ann.answers(table, 6)
    ann.waits(table)
    ann.does(f"tables/{table}/undo", version=ann.state(table)["version"])
    return table


def two_visitors(ann: Visitor, bo: Visitor) -> str:
    table = ann.lays_out("a-new-world", "me", "open", start=0, settings={"board": "D1"})
    bo.does(f"tables/{table}/seats", seat=1)
    for _ in range(12):
        next(who for who in (ann, bo) if who.state(table)["acting"]).answers(table, 1)
    return table


def three_seats(ann: Visitor, bo: Visitor) -> str:
    table = ann.lays_out("sand-to-sea", "me", "bot", "screen", seed=5, start=0, private=True, takebacks=False)
    ann.answers(table, 12)
    ann.waits(table)
    return table


def waiting(ann: Visitor, bo: Visitor) -> str:
    return ann.lays_out("eastern-wonders", "me", "friend", settings={"map": "random"})


def stand_in(ann: Visitor, bo: Visitor) -> str:
    """A bot answers for Ann since she has left."""
    table = ann.lays_out("spice-road", "me", "open", start=1)
    bo.does(f"tables/{table}/seats", seat=1)
    bo.answers(table, 1)
    ann.does(f"tables/{table}/seats/0/bot", "PUT", level="novice")
    bo.waits(table)
    return table


def stopped(ann: Visitor, bo: Visitor) -> str:
    table = ann.lays_out("spice-road", "me", "open", turn_limit=4, clock=3600)
    bo.does(f"tables/{table}/seats", seat=1)
    while ann.state(table)["table"]["stage"] != "over":
        next(who for who in (ann, bo) if who.state(table)["acting"]).answers(table, 1)
    return table


def finished(ann: Visitor, bo: Visitor) -> str:
    """A game whose last answers are given here, and a rematch."""
    whole = played(new("east-to-west-1", 2, seed=5), by="greedy")
    begun = new("east-to-west-1", 2, seed=5)
    for action in whole.history[:-3]:
        begun.play(action)
    table = ann.uploads(begun)
    for action in whole.history[-3:]:
        ann.does(f"tables/{table}/actions", action=action.text, version=ann.state(table)["version"])
    ann.does(f"tables/{table}/rematch")
    return table


def uploaded(game: str, **more: Any) -> Callable[[Visitor, Visitor], str]:
    return lambda ann, bo: ann.uploads(played(new(game, 3, **more), 60))


def from_a_position(ann: Visitor, bo: Visitor) -> str:
    over = ann.uploads(played(new("east-to-west-2", 2, turn_limit=10)))
    table = str(ann.does(f"tables/{over}/play-on", plies=12, level="novice", seat=0)["id"])
    ann.waits(table)
    return table


TABLES: dict[str, Callable[[Visitor, Visitor], str]] = {
    "with a bot": with_a_bot,
    "two visitors": two_visitors,
    "three seats": three_seats,
    "waiting": waiting,
    "stand-in": stand_in,
    "stopped": stopped,
    "finished": finished,
    "uploaded": uploaded("east-to-west-3"),
    "pack": uploaded("spice-road", components=PACK),
    "from a position": from_a_position,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
