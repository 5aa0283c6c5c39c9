"""Games stand in their own folders, and a server loads what it needs only: no linter checks that."""

from __future__ import annotations

import json
import subprocess
import sys

from engine import GAMES, PAST
from tests.serving import ROOT

FAMILY_OF = {game.id: game.family for game in (*GAMES.values(), *PAST.values())}
NAMED = {"engine/registry.py", "engine/README.md"}  # the one list of games, and its examples
NOT_SERVING = {"alembic", "httpx", "hypothesis", "playwright", "pytest", "tests"}


def test_no_game_is_named_outside_its_own_folders() -> None:
    """A game's own files have its family in their path."""
    words = {*FAMILY_OF.items(), *((family, family) for family in FAMILY_OF.values())}
    found = []
    for top in ("engine", "app", "static", "migrations"):
        for file in sorted((ROOT / top).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if not file.is_file() or path in NAMED or "__pycache__" in path or ".egg-info" in path:
                continue
            text = file.read_text("utf-8", errors="replace")
            found += [f"{path}: {word}" for word, family in words if family not in path and word in text]
    assert found == []


def test_a_server_loads_neither_migrations_nor_what_tests_need() -> None:
    source = "import app.main, app.__main__, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert NOT_SERVING & {name.partition(".")[0] for name in json.loads(done.stdout)} == set()
