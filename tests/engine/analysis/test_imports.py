"""Imports of the searches by a server: their names, and nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys

from engine import GAMES
from engine.analysis import analyst_of


def loaded_after(*lines: str) -> set[str]:
    """Return the modules that a new process has loaded after these lines."""
    source = "\n".join((*lines, "import json, sys", "print(json.dumps(sorted(sys.modules)))"))
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_the_engine_and_the_analysts_load_neither_numpy_nor_searches_nor_makers_of_tables() -> None:
    loaded = loaded_after(
        "import engine, engine.analysis",
        "for game in engine.GAMES.values(): engine.analysis.analyst_of(game)",
    )
    analysts = [analyst for game in GAMES.values() if (analyst := analyst_of(game))]
    assert analysts
    assert "engine.analysis" in loaded
    assert loaded.isdisjoint({"numpy"}.union(*({one.searches, one.tables} for one in analysts)))


def run_without_numpy(*lines: str) -> subprocess.CompletedProcess[str]:
    source = "\n".join(("import sys", "sys.modules['numpy'] = None", *lines))
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)


def test_without_numpy_loading_a_search_names_the_extra_to_install() -> None:
    done = run_without_numpy(
        "from engine import GAMES",
        "from engine.analysis import NeedsExtra, analyst_of",
        "needing = []",
        "for game in GAMES.values():",
        "    try:",
        "        analyst_of(game).load()",
        "    except NeedsExtra as error:",
        "        needing.append(str(error))",
        "print(*needing, sep='\\n')",
    )
    extra = 'its searches need numpy: pip install "richelieu-engine[analysis]"'
    assert done.stdout.splitlines() == [f"three_musketeers: {extra}"], done.stderr


def test_without_numpy_a_command_that_needs_it_prints_the_sentence_and_ends_with_1() -> None:
    """No solitaire of ours needs numpy; this one is given a search that does."""
    done = run_without_numpy(
        "from dataclasses import replace",
        "from engine.__main__ import main",
        "from engine.analysis import beleaguered_castle, three_musketeers",
        "searches = three_musketeers.ANALYST.searches",
        "beleaguered_castle.ANALYST = replace(beleaguered_castle.ANALYST, searches=searches)",
        "sys.exit(main(['solve', 'beleaguered_castle', '0']))",
    )
    assert done.returncode == 1
    assert done.stderr.endswith('need numpy: pip install "richelieu-engine[analysis]".\n')
    assert len(done.stderr.splitlines()) == 1
