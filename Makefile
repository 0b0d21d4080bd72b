# make play   set up, and open the page to play
# make test   set up, and run the tests, the linter and the type checker
#
# make messages   bring the files of translations up to date (docs/translating.md)
#
# Needs Python 3.11 or newer (another one than the first found: make PYTHON=python3.13 play).

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
unexport PYTHONDONTWRITEBYTECODE  # with it, each of the processes that tests start compiles all modules again
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup

.PHONY: play test test-all types compiled format bench playthroughs messages clean

play: .venv/play
	@$(BIN)/century serve --open

test: .venv/test .venv/browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	+@$(MAKE) --no-print-directory -j 2 types compiled
	$(PYTEST)

test-all: .venv/test .venv/browser compiled
	$(PYTEST) -m ""

types: .venv/test
	$(BIN)/mypy

compiled: .venv/test  # all rules once, those of the example in docs/adding-a-game.md too, for all tests
	CENTURY_GAMES=examples/silk_fair.py $(BIN)/century warm --all

format: .venv/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench
	$(BIN)/century bench

playthroughs: .venv/test
	$(BIN)/python -m tests.engine.perft > perft.new && mv perft.new tests/perft.toml
	$(BIN)/python -m tests.engine.playthrough
	$(BIN)/python -m tests.web.told
	$(BIN)/python -m tests.mechanisms > docs/mechanisms.md
	$(BIN)/python -m tests.observations > docs/observations.md

messages: .venv/test
	$(BIN)/python -m century.web.render.languages

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/made:
	@test -n "$(PYTHON)" || { echo "century needs Python 3.11 or newer; none was found" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { echo "Python's venv module is missing (Debian: apt install python3-venv)" >&2; exit 1; }
	@touch $@

.venv/play: .venv/made pyproject.toml constraints.txt
	@echo "Setting up (once) ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[web]"
	@touch $@

.venv/test: .venv/made pyproject.toml constraints.txt
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@ .venv/play

.venv/browser: .venv/test
	@$(BIN)/python -m tests.browser.browser
	@touch $@

.venv/bench: .venv/made pyproject.toml constraints.txt
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[bench,web]"
	@touch $@ .venv/play
