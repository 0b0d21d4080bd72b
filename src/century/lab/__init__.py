"""The lab: simulations, tournaments, comparisons and reports.

>>> from century import lab
>>> lab.simulate("spice-road", games=10, seed=1).scores.shape
(10, 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from century.errors import CenturyError

if TYPE_CHECKING:
    from century.lab.charts.reports import charts_of, report
    from century.lab.play.simulation import simulate
    from century.lab.play.tournament import Tournament
    from century.lab.stats.compared import Comparison, compare
    from century.lab.stats.findings import Findings
    from century.lab.store.stored import opened, record, resume

_FOUND_IN = {
    "Comparison": "stats.compared",
    "Findings": "stats.findings",
    "Tournament": "play.tournament",
    "charts_of": "charts.reports",
    "compare": "stats.compared",
    "opened": "store.stored",
    "record": "store.stored",
    "report": "charts.reports",
    "resume": "store.stored",
    "simulate": "play.simulation",
}
__all__ = [  # noqa: RUF022  # as one meets them
    "simulate",
    "record",
    "resume",
    "opened",
    "Tournament",
    "Findings",
    "charts_of",
    "report",
    "compare",
    "Comparison",
]


def __getattr__(name: str) -> Any:  # so that a command loads only what it needs
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(part(_FOUND_IN[name]), name)


def part(name: str) -> Any:
    """A module of the lab; an error says how to install what it needs."""
    try:
        return import_module(f"century.lab.{name}")
    except ModuleNotFoundError as error:
        raise CenturyError(f"this needs {error.name}: pip install 'century[lab]'") from error
