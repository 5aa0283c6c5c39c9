# Two commands are all that a fresh machine needs: make run, make test.
PYTHON ?= python3
PORT ?= 8000
HANDS ?= 2
BIN := .venv/bin
export RICHELIEU_PORT ?= $(PORT)

.PHONY: run test unit format lint bench

run: .venv/run
	$(BIN)/python -m app migrate
	$(BIN)/python -m app serve

test: lint
	tests/with_browser $(BIN)/pytest -n $(HANDS) --dist worksteal $(PYTEST)

unit: .venv/dev
	$(BIN)/pytest -m "not slow and not browser and not postgres" tests/engine

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev
	$(BIN)/python -m tests.bench

# The virtual environment: once made, a second start needs no package registry.
.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/dev: .venv/run
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@
