"""The lab: simulations, tournaments, comparisons and reports.

>>> from century import lab
>>> lab.simulate("spice-road", games=10, seed=1).scores.shape
(10, 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from century.errors import CenturyError

if TYPE_CHECKING:
    from century.lab.compared import Comparison, compare
    from century.lab.findings import Findings
    from century.lab.reports import charts_of, report
    from century.lab.simulation import simulate
    from century.lab.stored import opened, record, resume
    from century.lab.tournament import Tournament

_FOUND_IN = {
    "Comparison": "compared",
    "Findings": "findings",
    "Tournament": "tournament",
    "charts_of": "reports",
    "compare": "compared",
    "opened": "stored",
    "record": "stored",
    "report": "reports",
    "resume": "stored",
    "simulate": "simulation",
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
