"""The laws of the house that no tool knows; `tests/house.py` says what they are.

Each law is also tried on made-up sources, so that it is known to find a breach.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest

from engine import GAMES, PAST
from tests import house
from tests.house import FAMILIES, PURE, ROOT, built

STANDS = house.house()
OWN = {game.id: game.family for game in (*GAMES.values(), *PAST.values())}
BARRED = {
    "base",
    "common",
    "handler",
    "handlers",
    "helper",
    "helpers",
    "manager",
    "managers",
    "util",
    "utils",
}
LONG: dict[str, str] = {  # files of Python above 400 lines, and why each is one thing
    "app/live/session.py": "one live game: its acts, its draw at full length, and its viewers",
}
LAWS = (
    house.engine_breaches,
    house.app_breaches,
    house.serving_breaches,
    house.relative_imports,
    house.circles,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_house_keeps_its_laws(law: Callable[[house.Services], Iterator[str]]) -> None:
    assert list(law(STANDS)) == []


def test_the_house_was_found() -> None:
    assert {"engine", "engine.match", "engine.__main__", "tests.house"} <= set(STANDS)
    assert "engine.game" in STANDS["engine.match"].imports
    assert "engine.match" in STANDS["engine"].first
    assert sys.stdlib_module_names >= PURE | house.FRONT


RULES = FAMILIES[0]


@pytest.mark.parametrize(
    ("name", "source", "breach"),
    [
        ("engine.match", "import time", "engine.match imports time"),
        ("engine.match", "from os import path", "engine.match imports os.path"),
        ("engine.match", "def f():\n    import random", "engine.match imports random"),
        ("engine.match", "import numpy as np", "engine.match imports numpy"),
        ("engine.match", "print(1)", "engine.match calls print"),
        ("engine.match", "from engine import find", "engine.match imports engine"),
        ("engine.game", "from engine.match import Match", "engine.game imports engine.match"),
        ("engine", "import engine.record", "engine imports engine.record"),
        ("engine.sundry", "", "engine.sundry is no room of the drawing, and no game's own file"),
        (f"engine.{RULES}", "import app.main", f"engine.{RULES} imports app.main"),
        (f"engine.{RULES}", "from engine import match", f"engine.{RULES} imports engine.match"),
        (f"engine.{RULES}.text", "from engine import chess", f"engine.{RULES}.text imports engine.chess"),
        (f"engine.{RULES}", "from engine import analysis", f"engine.{RULES} imports engine.analysis"),
    ],
)
def test_a_breach_in_the_engine_is_found(name: str, source: str, breach: str) -> None:
    others = dict.fromkeys(("engine", "engine.match", "engine.record", "engine.chess", "engine.analysis"), "")
    assert breach in list(house.engine_breaches(built(others | {"app.main": "", name: source})))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (f"engine.{RULES}", "from engine.game import Game\nfrom engine import cards, grid, rng"),
        (f"engine.{RULES}", f"from engine.{RULES}.text import show\nfrom typing import NamedTuple"),
        (f"engine.{RULES}.text", "from collections.abc import Mapping"),
        ("engine.analysis.table", "import numpy\nfrom pathlib import Path\nimport engine\nprint(1)"),
        ("engine.__main__", "import sys, json\nfrom engine.record import load\nprint(1)"),
        ("engine", f"from engine import {RULES}, match, game"),
    ],
)
def test_what_the_engine_may_import_is_no_breach(name: str, source: str) -> None:
    names = ("game", "cards", "grid", "rng", "record", "match", RULES, f"{RULES}.text")
    others = dict.fromkeys(("engine", *(f"engine.{other}" for other in names)), "")
    assert list(house.engine_breaches(built(others | {name: source}))) == []


APP = dict.fromkeys(
    ("engine", "tests.engine.golden", "app", "app.db.games", "app.db.schema", "app.db.engine"), ""
)


@pytest.mark.parametrize(
    ("name", "source", "breach"),
    [
        ("app.cluster.bus", "import tests.engine.golden", "app.cluster.bus imports tests.engine.golden"),
        ("migrations.env", "from app.db.games import Store", "migrations.env imports app.db.games"),
    ],
)
def test_a_breach_in_the_app_is_found(name: str, source: str, breach: str) -> None:
    assert list(house.app_breaches(built(APP | {name: source}))) == [breach]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("app.api.games", "from app.db import games\nimport engine"),
        (
            "migrations.env",
            "from app.db.schema import metadata\nfrom app.db.engine import create_engine\nimport alembic",
        ),
        ("tests.app.conftest", "from app.main import create_app\nfrom app.db.schema import games"),
    ],
)
def test_what_the_app_may_import_is_no_breach(name: str, source: str) -> None:
    assert list(house.app_breaches(built(APP | {name: source}))) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import alembic", 1),
        ("from httpx import AsyncClient", 1),
        ("class A:\n    import pytest", 1),
        ("try:\n    import tests.engine.golden\nexcept ImportError: pass", 1),
        ("def migrate():\n    import alembic", 0),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import httpx", 0),
    ],
)
def test_what_serves_takes_nothing_from_tests_and_commands(source: str, found: int) -> None:
    beside = built(
        APP | {"app.main": "import app.db.games", "app.db.games": source, "app.migrate": "import alembic"}
    )
    assert len(list(house.serving_breaches(beside))) == found


def test_a_circle_and_a_relative_import_are_found() -> None:
    ring = built(
        {
            "a": "import b",
            "b": "from c import x",
            "c": "def f():\n    import a",
            "d": "from . import a",
            "e": "if TYPE_CHECKING:\n    import f",
            "f": "import e",
        }
    )
    assert list(house.circles(ring)) == ["a -> b -> c -> a"]
    assert list(house.relative_imports(ring)) == ["d imports ..a"]


def test_no_game_is_named_outside_its_own_files() -> None:
    """A game's own files have its family in their path; `engine/__init__.py` is the one list."""
    named = []
    for file in house.files():
        path = file.as_posix()
        if file.parts[0] not in ("engine", "app", "static", "migrations") or path == "engine/__init__.py":
            continue
        text = (ROOT / file).read_text("utf-8", errors="replace")
        words = {*OWN.items(), *((family, family) for family in FAMILIES)}
        named += [f"{path}: {word}" for word, family in sorted(words) if family not in path and word in text]
    assert named == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_one_name_everywhere(family: str) -> None:
    assert (ROOT / "engine" / family / "rules.py").exists()
    assert (ROOT / "tests" / "engine" / family / "test_rules.py").exists()
    assert (ROOT / "static" / "games" / family / "board.js").exists()


def test_names_of_files_say_what_is_in_them() -> None:
    modules = [file for file in house.files() if file.suffix in (".py", ".js")]
    assert [file for file in modules if BARRED & set(re.split(r"[_.-]", file.name))] == []


def test_nothing_nests_deeper_than_the_folder_of_a_game() -> None:
    assert [file for file in house.files() if len(file.parts) > 4] == []


def test_no_file_is_two_things() -> None:
    lengths = {
        file.as_posix(): len((ROOT / file).read_text("utf-8").splitlines())
        for file in house.files()
        if file.suffix == ".py"
    }
    assert {name for name, lines in lengths.items() if lines > 400} == set(LONG)
