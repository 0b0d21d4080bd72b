import pytest

from tests.progress import Reporter, reports_here


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the rules that a test checks")
    if reports_here(config):
        config.pluginmanager.register(Reporter(config), "progress")
