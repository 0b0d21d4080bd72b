import pytest
from hypothesis import HealthCheck, settings

from tests.progress import Reporter, reports_here

# random games and requests: some by `make test`, many by `make test-all`
for profile, examples in (("some", 5), ("many", 25)):
    settings.register_profile(
        profile, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the rules that a test checks")
    settings.load_profile("some" if "not slow" in config.option.markexpr else "many")
    if reports_here(config):
        config.pluginmanager.register(Reporter(config), "progress")
