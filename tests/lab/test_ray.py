"""The same work on a real Ray cluster of several nodes on this machine, one of which is killed in the middle."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from century.lab.chunks import Block
from century.lab.plan import Plan
from century.lab.simulation import play
from century.lab.stored import record
from century.lab.tables import game_rows
from century.lab.tournament import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    made.add_node(**NODE)
    yield made
    made.shutdown()


BOT = """
import time
class Noting:
    def __init__(self, seed):
        self.seed = seed
        with open({notes!r}, "a") as notes:
            notes.write(f"{{seed}}\\n")
    def choose(self, view):
        time.sleep(0.03)
        return view.actions[0]
"""


def test_a_lost_node_changes_no_row_and_nothing_is_counted_twice(cluster: Any, tmp_path: Path) -> None:
    bot, notes = tmp_path / "bot.py", tmp_path / "notes.txt"
    bot.write_text(BOT.format(notes=str(notes)))
    plan = Plan.checked("spice-road", games=60, seed=3, bots=f"{bot}:Noting,random", turn_limit=12)
    notes.unlink()  # the plan has made the bot once, to see that it can be
    doomed = cluster.add_node(**NODE)
    cluster.wait_for_nodes()
    blocks: list[Block] = []
    with closing(play(plan, workers="ray", address=cluster.address)) as found:
        for block in found:
            if len(blocks) == 4:
                cluster.remove_node(doomed, allow_graceful=False)  # kills its processes
            blocks.append(block)
    begun = notes.read_text().split()
    assert len(begun) > len(set(begun)) == 60  # what the node was doing was done again
    rows = [row for block in blocks for row in game_rows(plan, block).to_pylist()]
    assert [(row["seed"], row["seat"]) for row in rows] == [(3 + k // 2, k % 2 + 1) for k in range(120)]
    alone = [row for block in play(plan, workers=0) for row in game_rows(plan, block).to_pylist()]
    assert rows == alone


def test_a_file_of_a_cluster_is_the_file_of_this_machine(cluster: Any, tmp_path: Path) -> None:
    there = record(tmp_path / "there.parquet", "spice-road", games=5000, workers="ray", address=cluster.address)
    here = record(tmp_path / "here.parquet", "spice-road", games=5000)
    assert there.to_arrow().equals(here.to_arrow())


def test_a_tournament_has_the_same_workers(cluster: Any) -> None:
    from century.lab.workers import workers_of

    there, here = (Tournament("spice-road", "greedy,random", 8, seed=2) for _ in range(2))
    assert len(list(there.run(workers_of("ray", address=cluster.address)))) == 8
    list(here.run(0))
    assert [game.scores for game in there.in_order()] == [game.scores for game in here.in_order()]
