"""The lab: simulations, tournaments, comparisons and reports.

>>> from century import lab
>>> lab.simulate("spice-road", games=10, seed=1).scores.shape
(10, 2)
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from century.errors import CenturyError

if TYPE_CHECKING:
    from century.lab.charts.reports import charts_of as charts_of
    from century.lab.charts.reports import report as report
    from century.lab.comparison import compare as compare
    from century.lab.simulation import resume as resume
    from century.lab.simulation import simulate as simulate
    from century.lab.simulation import simulate_to_file as simulate_to_file
    from century.lab.stats.differences import Comparison as Comparison
    from century.lab.stats.findings import Findings as Findings
    from century.lab.store.reading import open_results as open_results
    from century.lab.tournament import Tournament as Tournament

_MODULES = {
    "simulation": ("simulate", "simulate_to_file", "resume"),
    "store.reading": ("open_results",),
    "tournament": ("Tournament",),
    "stats.findings": ("Findings",),
    "charts.reports": ("charts_of", "report"),
    "comparison": ("compare",),
    "stats.differences": ("Comparison",),
}


__all__ = [name for names in _MODULES.values() for name in names]


def __getattr__(name: str) -> object:  # so that a command loads only what it needs
    for module, names in _MODULES.items():
        if name in names:
            return getattr(load(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load(name: str) -> ModuleType:
    """Import a module of the lab; an error says how to install what it needs."""
    try:
        return import_module(f"century.lab.{name}")
    except ModuleNotFoundError as error:
        raise CenturyError(f"this needs {error.name}: pip install 'century[lab]'") from error
