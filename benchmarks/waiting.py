"""How long people wait for a compiler: `python benchmarks/waiting.py [GAME ...]`, from an empty cache each time.

For each game: seconds to the first compiled move in a fresh process; and on the page, served by `century serve`, the
longest wait for a bot of each level, and the seconds until the game's bots have their full strength. All other games
compile in the background meanwhile, as they do on a server that was just installed.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

import httpx

import century
from century.players import LEVELS

FIRST_MOVE = """
import time
import century
match = century.game({game!r}).new(players=2, seed=1)
match.play(match.actions()[0])
"""


def first_move(game: str, cache: str) -> float:
    """Return the seconds from the start of a process to its first compiled move."""
    began = time.perf_counter()
    code, environment = FIRST_MOVE.format(game=game), {**os.environ, "CENTURY_CACHE": cache}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    return time.perf_counter() - began


def on_the_page(game: str, cache: str) -> tuple[float, float]:
    """Return the longest wait for a bot's answer, and the seconds until the bots of the game have compiled code."""
    environment = {**os.environ, "CENTURY_CACHE": cache, "CENTURY_DATA": cache, "CENTURY_PACE": "0"}
    command = [sys.executable, "-m", "century", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            with httpx.Client(base_url=f"{found[0]}api/v1", timeout=120) as http:
                token = http.post("/people", json={"name": "Ann"}).json()["token"]
                http.headers["authorization"] = f"Bearer {token}"
                began = time.perf_counter()
                longest = max(_wait_for(http, game, level) for level in LEVELS)
                while game not in _ready(cache):
                    time.sleep(0.1)
                return longest, time.perf_counter() - began
        finally:
            server.terminate()


def _wait_for(http: httpx.Client, game: str, level: str) -> float:
    """Sit down against one bot that starts, and wait for its turn to end."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
    table = http.post("/tables", json={"game": game, "seats": seats, "start": 1}).json()["id"]
    began, last, mine, longest = time.perf_counter(), 0, 0, 0.0
    while True:
        state = http.get(f"/tables/{table}/state").json()
        now = time.perf_counter()
        if state["plies"] != last:
            longest, began, last = max(longest, now - began), now, state["plies"]
        if state["acting"] and last > mine:
            return longest
        if state["acting"]:  # a game that all set up in turn
            answer = {"action": state["view"]["actions"][0]["id"], "version": state["version"]}
            http.post(f"/tables/{table}/actions", json=answer)
            began, last, mine = time.perf_counter(), last + 1, mine + 1
        time.sleep(0.01)


def _ready(cache: str) -> set[str]:
    names = (name for _, _, names in os.walk(cache) for name in names)
    return {match[1] for name in names if (match := re.fullmatch(r"players-(.+)\.ready", name))}


def main(games: list[str]) -> None:
    """Print a table."""
    print("| game | first compiled move: s | from the cache: s | longest wait for a bot: s | full strength after: s |")
    print("|---|---|---|---|---|")
    for game in games or century.games():
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = first_move(game, cache), first_move(game, cache)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
            longest, strong = on_the_page(game, cache)
        print(f"| {game} | {cold:.1f} | {warm:.2f} | {longest:.2f} | {strong:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
