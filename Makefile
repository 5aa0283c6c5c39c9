# A fresh machine needs two commands: make run, make test. CI runs make test-all.
PYTHON ?= python3
PORT ?= 8000
HANDS ?= 4
BIN := .venv/bin
export RICHELIEU_PORT ?= $(PORT)

# Compiled modules are kept, whatever the environment says: each test process would compile all of them anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run demo test test-all checks unit format lint client vendor bundle soak api bench profile strength chances capacity mutants pictures lock

run: .venv/run
	$(BIN)/python -m app migrate
	$(BIN)/python -m app static
	$(BIN)/python -m app serve

# The site with a month of games between sample players, in a database of its own that is filled once, in about a
# minute. Sign in as one of them, such as Athos, with this password.
DEMO ?= sqlite:///data/demo.db
demo: .venv/run
	$(BIN)/python -m app demo --database $(DEMO) --password demonstration
	RICHELIEU_DATABASE_URL=$(DEMO) $(BIN)/python -m app serve

# PYTEST="tests/ops -k verify" runs some of the tests.
RUN_TESTS := tests/with_browser $(BIN)/pytest -n $(HANDS) --dist worksteal
test: checks
	$(RUN_TESTS) -m "not slow" $(PYTEST)

# Also the second tier: long runs, whole games on screens, faults, generated requests, wheels.
test-all: checks
	$(RUN_TESTS) $(PYTEST)

checks: .venv/dev node_modules/.installed
	@$(MAKE) --no-print-directory --jobs=2 lint client

unit: .venv/dev
	$(BIN)/pytest -m "not slow" tests/engine

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev node_modules/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	[ ! -x node_modules/.bin/biome ] || node_modules/.bin/biome check --write

# The client's tools, in exact versions; their install scripts are not run.
client: node_modules/.installed
	tests/client/check

node_modules/.installed: package.json
	@if command -v npm >/dev/null; then \
		npm install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error && touch $@; \
	else echo "npm was not found: the client's tools are not installed." >&2; fi

# The client's libraries, from the versions in package.json; static/vendor/README.md names the versions and the hash.
vendor: node_modules/.installed
	node tools/vendor.js

# The client as the image serves it: dist/, which a server takes instead of static/ as long as its sources are the same.
bundle: node_modules/.installed
	node tools/build_client.js

# The tests that repeat one thing many times, at their whole size, and the client's properties with cases by chance.
soak: .venv/dev node_modules/.installed
	[ ! -d node_modules/fast-check ] || RICHELIEU_SOAK=1 node --test tests/client/*.test.js
	RICHELIEU_SOAK=1 $(BIN)/pytest -m soak

# All parts, or some: ARGS="--only moves --only spectators"
bench: .venv/dev
	$(BIN)/python -m tests.bench $(ARGS)

# What a move costs, stage by stage: calls and microseconds. ARGS="--only sqlite"
profile: .venv/dev
	$(BIN)/python -m tests.bench.profile $(ARGS)

# A match between two players of Cardmate, levels or reference players: STRENGTH="1 greedy --games 200"
strength: .venv/dev
	$(BIN)/python -m tests.bench.strength $(STRENGTH)

# Which score players of one level of Cardmate reach from a value of so many points: the scale of the client's chances.
# CHANCES="--level 4 --games 200"
chances: .venv/dev
	$(BIN)/python -m tests.bench.chances $(CHANCES)

# What 1, 2 and 4 processes carry: docs/performance.md. CAPACITY="moves --processes 1 2" measures one part.
capacity: .venv/dev
	$(BIN)/python -m tests.bench.capacity $(CAPACITY)

# The PNG files of static/art and favicon.ico, from our SVG, and the screenshots of the manifest.
pictures: .venv/dev
	tests/with_browser $(BIN)/python -m tests.pictures

# The reference of the engine, from its docstrings: build/api/index.html.
FAMILIES = $$($(BIN)/python -c 'import engine; print(*map("engine.{}".format, engine.FAMILIES))')
api: .venv/run
	$(PIP) 'pdoc>=16,<17'
	$(BIN)/pdoc -o build/api engine engine.analysis engine.daily $(FAMILIES) '!engine\.(analysis\..|perft)'

# Mutation tests of the rules: docs/reliability.md. MUTANTS="engine.cardmate.rules*" runs some of them again.
mutants: .venv/dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e ./engine -e '.[dev,mutants]'
	PYTHONPATH=. $(BIN)/mutmut run --max-children $(HANDS) $(MUTANTS)
	$(BIN)/mutmut results

# The exact versions, with hashes and without addresses, that are installed here and in the image; they fit every
# Python that pyproject.toml allows. To be called after a change of its dependencies, and to bring in newer versions.
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --upgrade --python-version 3.11 \
	--no-emit-package richelieu-engine --custom-compile-command "make lock" pyproject.toml
lock: .venv/run
	$(BIN)/pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
	$(COMPILE) -o requirements.lock
	$(COMPILE) --extra dev -c requirements.lock -o requirements-dev.lock

# The virtual environment: once made, a second start needs no package registry.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
.venv/run: pyproject.toml engine/pyproject.toml requirements.lock
	@echo "Installing the server's packages into .venv: about a minute, once."
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps -e ./engine -e .
	touch $@

.venv/dev: .venv/run requirements-dev.lock
	@echo "Installing the tools for tests into .venv: about a minute, once."
	$(PIP) --require-hashes -r requirements-dev.lock
	touch $@
