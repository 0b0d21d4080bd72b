import signal
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from century import plugins
from tests.progress import Reporter, reports_here

# modules whose tests share what takes long: servers, or sources that were parsed
SHARING = (
    "tests/web/live/",
    "tests/web/operating/",
    "tests/web/server/test_bad_input.py",
    "tests/engine/test_layers.py",
    "tests/test_rulebook.py",
)
# random games and requests: some by `make test`, many by `make test-all`
for profile, examples in (("some", 5), ("many", 25)):
    settings.register_profile(
        profile, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a script that runs the tests with & ignores Ctrl-C ...
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ... and programs that tests start would inherit that
    config.addinivalue_line("markers", "rule(*numbers): the rules that a test checks")
    settings.load_profile("some" if "not slow" in config.option.markexpr else "many")
    if reports_here(config):
        config.pluginmanager.register(Reporter(config), "progress")


@pytest.fixture(autouse=True)
def _games_from_outside_stay_in_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is unknown to the next one, here and in processes that it starts."""
    monkeypatch.setattr(plugins, "_loaded", {})
    monkeypatch.setattr(plugins, "_of_files", {})
    monkeypatch.setenv(plugins.FILES, "")
    yield
    if registry := sys.modules.get("century.engine.registry"):
        for outside in [each for each in registry.registered().values() if each.file]:
            registry.withdraw(outside.file)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process more than there are cores: that of the page mostly waits for a server and a browser."""
    return 1 + (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Send all tests of the page to one process: one server, and one browser. Modules in SHARING stay together, too.

    Larger groups come first, so the tests at the end are single ones.

    The groups of pytest-xdist 3.8 have no effect with pytest 9.2: it cannot add their names to those of the tests.
    """
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-not-found, import-untyped, unused-ignore]

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc, unused-ignore]
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith("tests/browser/"):
                return "browser"
            return nodeid.partition("::")[0] if nodeid.startswith(SHARING) else nodeid

    return Scheduling(config, log) if config.getvalue("dist") == "loadgroup" else None
