"""A copy of this tree with one game added or removed, as CONTRIBUTING.md says: three folders and two lines.

The added game is the tiny game of the engine tests under the name ADDED.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import dedent

from engine import FAMILIES
from tests.serving import ROOT

ADDED = "six_cards"
SOURCE = ROOT / "tests" / "engine" / "tiny"
COPIED = ("engine", "app", "static", "migrations", "tests", "docs")
FIRST = f"{min(FAMILIES)} | "  # of the games in pyproject.toml
CLIENT = ("board.js", "board.css", "en.json", "help.en.json", "tile.svg")


def copy_tree(folder: Path) -> Path:
    """Copy what a server and the tests of the engine need; return the folder of the copy."""
    copy = folder / "copy"
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "bench"))
    for name in ("pyproject.toml", "CONTRIBUTING.md", "README.md"):
        shutil.copy(ROOT / name, copy)
    return copy


def add_game(copy: Path) -> None:
    """Add engine/ADDED, static/games/ADDED, tests/engine/ADDED and the lines in two lists of games."""
    engine, client, tests = _folders(copy, ADDED)
    for folder in (engine, client, tests):
        folder.mkdir()
    rules = SOURCE / "__init__.py"
    _write(engine / "rules.py", rules.read_text().replace('"tiny"', f'"{ADDED}"'))
    _write(engine / "__init__.py", _documented_package().replace("YoteView", "TinyView"))
    for name in CLIENT:
        _write(client / name, (SOURCE / name).read_text().replace('"tiny.', f'"{ADDED}.'))
    _write(tests / "__init__.py", "")
    test = (SOURCE / "test_rules.py").read_text()
    test = test.replace("from tests.engine import tiny\n", f"from engine.{ADDED} import rules as tiny\n")
    _write(tests / "test_rules.py", test.replace("tests.engine.tiny", f"engine.{ADDED}.rules"))
    _edit(copy / "engine" / "registry.py", "FAMILIES = (\n", f'FAMILIES = (\n    "{ADDED}",\n')
    _edit(copy / "pyproject.toml", FIRST, f"{ADDED} | {FIRST}")


def remove_game(copy: Path, family: str) -> None:
    """Remove the three folders of a game, and its lines in two lists of games."""
    for folder in _folders(copy, family):
        shutil.rmtree(folder)
    _edit(copy / "engine" / "registry.py", f'    "{family}",\n', "")
    lines = (copy / "pyproject.toml").read_text().splitlines()
    games = next(line for line in lines if FIRST in line)
    left = [name for name in games.strip(' ",').split(" | ") if name != family]
    _edit(copy / "pyproject.toml", games, f'  "{" | ".join(left)}",')


def _documented_package() -> str:
    """Return the `__init__.py` that CONTRIBUTING.md shows, for the game ADDED."""
    block = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("```python\n", 1)[1].split("```", 1)[0]
    return dedent(block).replace("engine.yote", f"engine.{ADDED}")


def _folders(copy: Path, family: str) -> tuple[Path, Path, Path]:
    return (
        copy / "engine" / family,
        copy / "static" / "games" / family,
        copy / "tests" / "engine" / family,
    )


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    _write(file, text.replace(old, new))


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
