"""The same work on a real Ray cluster of several nodes on this machine, one of which is killed in the middle."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from century import lab
from century.cli import main
from century.lab.play.workers import cores
from century.lab.simulation import simulate_to_file
from century.lab.store.reading import StoredResults, open_results
from tests.waiting import COMPILING, PATIENCE, until

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
BOT = """
import os, sys, time
class Noting:
    def __init__(self, seed):
        ray = sys.modules.get("ray")
        node = ray.get_runtime_context().get_node_id() if ray and ray.is_initialized() else None
        with open({notes!r}, "a") as notes:
            notes.write(f"{{seed}} {{node}}\\n")
        self.stuck = node is not None and os.path.exists({doomed!r}) and open({doomed!r}).read() == node
    def choose(self, view):
        while self.stuck:  # until its node is killed
            time.sleep(0.02)
        return view.actions[0]
class Dies:
    def choose(self, view):
        os._exit(1)
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    made.add_node(**NODE)
    yield made
    made.shutdown()


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(BOT.format(notes=str(tmp_path / "notes.txt"), doomed=str(tmp_path / "doomed")))
    return f"{tmp_path}/bot.py"


def rows_without_times(games: StoredResults) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "seconds"} for row in games]


@pytest.mark.parametrize("what", ["simulate", "tournament"])
def test_a_lost_node_changes_no_row_and_nothing_is_counted_twice(
    what: str, cluster: Any, bot: str, tmp_path: Path
) -> None:
    notes, there, here = tmp_path / "notes.txt", tmp_path / "there.parquet", tmp_path / "here.parquet"
    doomed = cluster.add_node(**NODE)
    cluster.wait_for_nodes()
    (tmp_path / "doomed").write_text(doomed.node_id)

    def kill() -> None:
        until(lambda: notes.exists() and doomed.node_id in notes.read_text(), COMPILING)
        cluster.remove_node(doomed, allow_graceful=False)  # kills its processes while they play

    killer = Thread(target=kill, daemon=True)
    killer.start()
    who = ["--players" if what == "tournament" else "--bots", f"{bot}:Noting,random"]
    arguments = [what, "spice-road", *who, "--games", "60", "--seed", "3", "--turn-limit", "16"]
    assert main([*arguments, "--out", str(there), "--ray-address", cluster.address]) == 0
    killer.join(PATIENCE)
    assert not killer.is_alive()
    begun = [line.split()[0] for line in notes.read_text().splitlines() if "None" not in line]
    assert len(begun) > 60  # what the node was doing was done again
    assert main([*arguments, "--out", str(here), "--workers", str(cores())]) == 0
    assert len(open_results(there)) == 60
    assert rows_without_times(open_results(there)) == rows_without_times(open_results(here))


def test_a_file_of_a_cluster_is_the_file_of_this_machine(cluster: Any, tmp_path: Path) -> None:
    there = simulate_to_file(
        tmp_path / "there.parquet", "spice-road", games=5000, workers="ray", address=cluster.address
    )
    here = simulate_to_file(tmp_path / "here.parquet", "spice-road", games=5000)
    assert there.to_arrow().equals(here.to_arrow())


def test_a_player_that_ends_its_process_does_not_end_a_tournament(cluster: Any, bot: str) -> None:
    made = lab.Tournament("spice-road", f"{bot}:Dies,random", games=2, turn_limit=10)
    games = list(made.run("ray", cluster.address))
    assert [game.is_decided for game in games] == [False, False]
    assert "is stopped: its process died again and again" in games[0].failed
