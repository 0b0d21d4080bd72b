"""The games that the tests of the lab play: two by `make test`, as each has to be compiled; all by `make test-all`."""

import pytest

import century

QUICK = ("spice-road", "a-new-world")
GAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in century.games()]
