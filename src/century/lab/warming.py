"""Compiling ahead of time: for a server, an image or the tests."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import century
from century.engine import code_cache
from century.lab.play.pools import end_pools
from century.lab.play.workers import cores
from century.players.readiness import get_ready, is_ready


def compile_game(game: str, everything: bool = False) -> float:
    """Compile what the bots of a game need, or everything that the package can do with it. Return the seconds."""
    began = time.perf_counter()
    if not is_ready(game):
        get_ready(game)
    marker = f"everything-{century.game(game).code_name}"
    if everything and not code_cache.has_marker(marker):
        _compile_the_rest(game)
        code_cache.set_marker(marker, code_cache.files_for(century.game(game).state_type))
    return time.perf_counter() - began


def _compile_the_rest(name: str) -> None:
    """Call each entry once, in one process, which then translates the rules only once."""
    import numpy as np

    from century.environments import batch
    from century.environments.single import Table
    from century.lab.simulation import simulate
    from century.players.worth import BESIDES, measure, names_of

    game = century.game(name)
    players = game.least_players
    game.new(players=players, seed=1)
    games = game.batch(2, players=players)
    games.step(games.sample())
    simulate(name, games=1, players=players, turn_limit=1, workers=1)
    environments = batch(name, 2, players=players, seed=1)
    environments.step(environments.sample())
    single = Table(name, players)
    single.deal(1)
    single.observation(0)
    measures, points = np.zeros((2, len(names_of(game)) + BESIDES)), np.zeros(2, np.int64)
    measure(games.states, np.asarray(game.box(game.catalogue())), np.array([0, 0]), 40.0, measures, points)


def compile_games(
    games: Sequence[str], everything: bool, done: Callable[[str, float], None], workers: int | None = None
) -> None:
    """Compile games in parallel, with a process for each; `done` is called with each game and its seconds."""
    most = max(1, min(workers or cores(), len(games)))
    with ProcessPoolExecutor(most, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        asked = {pool.submit(compile_game, game, everything): game for game in games}
        try:
            for future in as_completed(asked):
                done(asked[future], future.result())
        except KeyboardInterrupt:
            end_pools([pool])
            raise


def size_on_disk() -> int:
    """Return the size of all compiled code of these sources in bytes."""
    return sum(path.stat().st_size for path in code_cache.folder().glob("*.code"))
