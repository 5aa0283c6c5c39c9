"""Rules of the source tree that import-linter and ruff cannot express (`tests/house.py`).

The tree keeps them, and each rule finds a breach in made-up sources.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest

from engine import GAMES, PAST
from tests import house
from tests.house import FAMILIES, PURE, ROOT, parse_modules
from tests.rows import each_row

FAMILY_OF = {game.id: game.family for game in (*GAMES.values(), *PAST.values())}
VAGUE_NAMES = {  # they say nothing about the content of a module
    *("base", "common", "handler", "helper", "helpers", "manager", "managers", "util", "utils"),
}
RULES = (
    house.engine_imports_only_what_it_may,
    house.engine_does_no_input_or_output,
    house.domain_does_no_input_or_output,
    house.migrations_import_only_the_schema,
    house.a_server_imports_nothing_of_tests_and_commands,
    house.imports_are_absolute,
    house.no_modules_import_each_other,
)


@pytest.fixture(scope="module")
def modules() -> house.Modules:
    """All of the tree, read once."""
    return house.read_modules()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_tree_keeps_the_rule(
    rule: Callable[[house.Modules], Iterator[str]], modules: house.Modules
) -> None:
    assert list(rule(modules)) == []


def test_the_modules_without_effects_exist(modules: house.Modules) -> None:
    """One that was moved would silently be free of the rule."""
    assert house.DOMAIN - modules.keys() == set()


def test_no_game_is_named_outside_its_own_folders() -> None:
    """A game's own files have its family in their path; `engine/registry.py` is the one list, and
    the README of the engine has examples."""
    named = []
    for file in house.source_files():
        path = file.as_posix()
        if file.parts[0] not in ("engine", "app", "static", "migrations") or path in (
            "engine/registry.py",
            "engine/README.md",
        ):
            continue
        text = (ROOT / file).read_text("utf-8", errors="replace")
        words = {*FAMILY_OF.items(), *((family, family) for family in FAMILIES)}
        named += [f"{path}: {word}" for word, family in sorted(words) if family not in path and word in text]
    assert named == []


@each_row("family", FAMILIES)
def test_a_family_has_one_name_in_the_engine_the_client_and_the_tests(family: str) -> None:
    assert (ROOT / "engine" / family / "__init__.py").exists()
    assert (ROOT / "engine" / family / "rules.py").exists()
    assert (ROOT / "tests" / "engine" / family / "test_rules.py").exists()
    assert (ROOT / "static" / "games" / family / "board.js").exists()


def test_no_module_has_a_vague_name() -> None:
    modules = [file for file in house.source_files() if file.suffix in (".py", ".js")]
    assert [file for file in modules if VAGUE_NAMES & set(re.split(r"[_.-]", file.name))] == []


# Each rule finds a breach.


def test_the_modules_of_the_tree_are_found(modules: house.Modules) -> None:
    assert {"engine", "engine.match", "engine.__main__", "tests.house"} <= set(modules)
    assert "engine.game" in modules["engine.match"].imports
    assert "engine.match" in modules["engine"].at_once
    assert sys.stdlib_module_names >= PURE | house.COMMAND_LINE


GAME = FAMILIES[0]


@each_row(
    "name, source, breach",
    [
        ("engine.match", "import time", "engine.match imports time"),
        ("engine.match", "from os import path", "engine.match imports os.path"),
        ("engine.match", "def f():\n    import random", "engine.match imports random"),
        ("engine.match", "import numpy as np", "engine.match imports numpy"),
        ("engine.match", "from engine import find", "engine.match imports engine"),
        ("engine.game", "from engine.match import Match", "engine.game imports engine.match"),
        ("engine", "import engine.__main__", "engine imports engine.__main__"),
        ("engine.sundry", "", "engine.sundry belongs to no game and is not listed in tests/house.py"),
        (f"engine.{GAME}", "import app.main", f"engine.{GAME} imports app.main"),
        (f"engine.{GAME}", "from engine import match", f"engine.{GAME} imports engine.match"),
        (f"engine.{GAME}.text", "from engine import chess", f"engine.{GAME}.text imports engine.chess"),
        (f"engine.{GAME}", "from engine import analysis", f"engine.{GAME} imports engine.analysis"),
    ],
)
def test_a_forbidden_import_of_the_engine_is_found(name: str, source: str, breach: str) -> None:
    names = ("engine", "engine.match", "engine.__main__", "engine.chess", "engine.analysis")
    others = dict.fromkeys(names, "")
    assert breach in list(
        house.engine_imports_only_what_it_may(parse_modules(others | {"app.main": "", name: source}))
    )


@each_row(
    "name, source",
    [
        (f"engine.{GAME}", "from engine.game import Game\nfrom engine import cards, grid, rng"),
        (f"engine.{GAME}", f"from engine.{GAME}.text import show\nfrom typing import NamedTuple"),
        (f"engine.{GAME}.text", "from collections.abc import Mapping"),
        ("engine.analysis.table", "import numpy\nfrom pathlib import Path\nimport engine\nprint(1)"),
        ("engine.commands.logs", "import sys, json\nfrom engine.record import load\nprint(1)"),
        ("engine", f"from engine import {GAME}, match, game"),
    ],
)
def test_a_permitted_import_of_the_engine_is_no_breach(name: str, source: str) -> None:
    names = ("game", "cards", "grid", "rng", "record", "match", GAME, f"{GAME}.text")
    others = dict.fromkeys(("engine", *(f"engine.{other}" for other in names)), "")
    modules = parse_modules(others | {name: source})
    assert list(house.engine_imports_only_what_it_may(modules)) == []
    assert list(house.engine_does_no_input_or_output(modules)) == []


@each_row("call", ["print(1)", "open('file')", "exec('1')"])
def test_input_and_output_of_the_engine_is_found(call: str) -> None:
    modules = parse_modules({"engine.match": call, "engine.__main__": call, "app.main": call})
    breach = f"engine.match calls {call.partition('(')[0]}"
    assert list(house.engine_does_no_input_or_output(modules)) == [breach]


APP = dict.fromkeys(
    ("engine", "tests.engine.golden", "app", "app.games.store", "app.db.schema", "app.db.engine"), ""
)


def test_input_and_output_in_the_domain_are_found() -> None:
    source = "import asyncio\nfrom time import time\nimport re\nopen('file')"
    modules = parse_modules({"app.people.names": source, "app.db.engine": source})
    breaches = ["app.people.names imports asyncio", "app.people.names imports time.time"]
    assert list(house.domain_does_no_input_or_output(modules)) == [*breaches, "app.people.names calls open"]


def test_a_forbidden_import_of_a_migration_is_found() -> None:
    modules = parse_modules(APP | {"migrations.env": "from app.games.store import GameStore"})
    assert list(house.migrations_import_only_the_schema(modules)) == [
        "migrations.env imports app.games.store"
    ]


def test_a_permitted_import_of_a_migration_is_no_breach() -> None:
    source = "from app.db.schema import metadata\nfrom app.db.engine import create_engine\nimport alembic"
    modules = parse_modules(APP | {"migrations.env": source, "app.main": "from app.db import games"})
    assert list(house.migrations_import_only_the_schema(modules)) == []


@each_row(
    "source, found",
    [
        ("import alembic", 1),
        ("from httpx import AsyncClient", 1),
        ("class A:\n    import pytest", 1),
        ("try:\n    import tests.engine.golden\nexcept ImportError: pass", 1),
        ("def migrate():\n    import alembic", 0),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import httpx", 0),
    ],
)
def test_a_server_that_imports_tests_or_commands_is_found(source: str, found: int) -> None:
    serving = {"app.main": "import app.games.store", "app.games.store": source}
    modules = parse_modules(APP | serving | {"app.migrate": "import alembic"})
    assert len(list(house.a_server_imports_nothing_of_tests_and_commands(modules))) == found


def test_a_cycle_and_a_relative_import_are_found() -> None:
    modules = parse_modules(
        {
            "a": "import b",
            "b": "from c import x",
            "c": "def f():\n    import a",
            "d": "from . import a",
            "e": "if TYPE_CHECKING:\n    import f",
            "f": "import e",
        }
    )
    assert list(house.no_modules_import_each_other(modules)) == ["a -> b -> c -> a", "e -> f -> e"]
    assert list(house.imports_are_absolute(modules)) == ["d imports ..a"]
