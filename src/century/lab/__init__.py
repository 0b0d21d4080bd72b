"""The lab: simulations, tournaments, comparisons and reports.

>>> from century import lab
>>> lab.simulate("spice-road", games=10, seed=1).scores.shape
(10, 2)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from century.lab.compared import Comparison, compare
    from century.lab.findings import Findings
    from century.lab.reports import charts_of, report
    from century.lab.simulation import simulate
    from century.lab.stored import opened, record, resume

_FOUND_IN = {
    "Comparison": "compared",
    "Findings": "findings",
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
    "Findings",
    "charts_of",
    "report",
    "compare",
    "Comparison",
]


def __getattr__(name: str) -> Any:  # so that a command loads only what it needs
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"century.lab.{_FOUND_IN[name]}"), name)
