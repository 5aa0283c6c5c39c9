"""The import contracts of pyproject.toml, run on a copy of the code: each of them reports a violation."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
BREACHES = [
    ("app.core.errors", "app.model.game_info"),
    ("app.model.game_info", "app.db.schema"),
    ("app.db.schema", "app.http.responses"),
    ("app.http.responses", "app.bus.notices"),
    ("app.bus.notices", "app.people.names"),
    ("app.people.names", "app.results.streaks"),
    ("app.results.streaks", "app.games.session"),
    ("app.games.session", "app.moderation.store"),
    ("app.moderation.store", "app.lobby.lobby"),
    ("app.lobby.lobby", "app.analysis.hints"),
    ("app.analysis.hints", "app.site.pages"),
    ("app.site.pages", "app.wiring"),
    ("app.ops.commands", "app.main"),
    ("app.wiring", "app.main"),
    ("engine.cards", "app.db.clock"),
    ("app.site.health", "sqlalchemy"),
    ("app.games.state", "asyncpg"),
    ("app.main", "alembic"),
    ("app.games.sync", "redis"),
    ("app.db.schema", "aiosqlite"),
    ("app.people.auth", "starlette"),
    ("app.people.names", "fastapi"),
    ("app.site.health", "uvicorn"),
    ("app.settings", "tests"),
    ("app.settings", "httpx"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages and their contracts."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in ("app", "engine"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT_IMPORTS, "--no-cache", "--no-logo", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def report(copy: Path) -> str:
    """The output of the linter when the copy contains all forbidden imports."""
    broken = copy.parent / "broken"
    shutil.copytree(copy, broken)
    for module, imported in BREACHES:
        with (broken / f"{module.replace('.', '/')}.py").open("a") as file:
            file.write(f"\nimport {imported}\n")
    done = lint(broken)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_the_copied_code_keeps_all_contracts(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_every_forbidden_import_is_reported(report: str) -> None:
    assert [row for row in BREACHES if "{} -> {} (".format(*row) not in report] == []


def test_every_contract_finds_one_of_these_breaches(report: str) -> None:
    assert "Contracts: 0 kept" in report


def test_a_module_without_a_layer_is_reported(copy: Path) -> None:
    unplaced = copy / "app" / "unplaced.py"
    unplaced.write_text("")
    try:
        done = lint(copy, "--contract", "layers")
    finally:
        unplaced.unlink()
    assert done.returncode == 1
    assert "app.unplaced" in done.stdout
