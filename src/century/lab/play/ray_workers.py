"""Workers on a Ray cluster: the same tasks, on as many machines as there are."""

from collections.abc import Generator, Iterable
from itertools import islice
from logging import WARNING

from century.errors import CenturyError
from century.lab.play.game_task import GameTask
from century.lab.play.one_game import NOBODY
from century.lab.play.outcomes import Outcomes

AHEAD = 2  # tasks for each core of the cluster that are submitted at a time
TRIES = 5  # attempts at a task whose machine is lost


def in_cluster(tasks: Iterable[GameTask], address: str | None = None) -> Generator[Outcomes, None, None]:
    """Do the tasks on a Ray cluster: at an address, else the one this process belongs to, else one of this machine.

    The tasks of a lost machine are done again elsewhere, and each is counted once. If a task is lost again and again,
    `GameTask.died` decides the outcome.
    """
    try:
        import ray
    except ImportError as error:
        raise CenturyError("--workers ray needs Ray: pip install 'century[ray]'") from error
    began = not ray.is_initialized()
    if began:
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=WARNING,
                include_dashboard=None if address else False,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            hint = "" if address is None else " (one that asks for a token: see docs/scale.md)"
            raise CenturyError(f"no Ray cluster at {address or 'this machine'}{hint}: {error}") from error
    remote = ray.remote(max_retries=0)(_run)  # what is lost is tried again below, whatever the reason
    waiting = iter(tasks)
    running: dict[object, tuple[GameTask, int]] = {}
    try:
        while True:
            room = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1) - len(running)
            for task in islice(waiting, max(room, 0)):
                running[remote.remote(task)] = task, 1
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
            for reference in ready:
                task, tries = running.pop(reference)
                try:
                    result = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise CenturyError(f"a task failed on the cluster: {error.cause or error}") from error
                except ray.exceptions.RayError:  # its process, its machine or its result is lost
                    if tries < TRIES:
                        running[remote.remote(task)] = task, tries + 1
                        continue
                    result = task.died(None)
                if isinstance(result, CenturyError):
                    raise result
                yield result
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
        if began:
            ray.shutdown()


def _run(task: GameTask) -> Outcomes | CenturyError:
    try:
        return task.run([NOBODY, 0.0])
    except CenturyError as error:
        return error
