"""`python -m app tables`: the bar, the sentences, and what the operator is told when it cannot be done."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

from app.ops.tables import build_tables
from app.settings import Settings
from app.workers.tables import analysts_with_tables
from engine import GAMES
from engine.analysis import Analyst, analyst_of
from tests.app.workers.made_tables import MODULE
from tests.serving import ROOT


def test_the_families_with_tables_are_found_once_each() -> None:
    analysts = [analyst for game in GAMES.values() if (analyst := analyst_of(game)) and analyst.tables]
    assert {analyst.family for analyst in analysts}
    assert sorted(analyst.family for analyst in analysts_with_tables()) == sorted(
        {analyst.family for analyst in analysts}
    )


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


FOX = Analyst(family="fox", searches="", tables=MODULE)


def test_a_terminal_shows_a_bar_and_keeps_the_sentences(tmp_path: Path) -> None:
    out = Terminal()
    build_tables(tmp_path, out, analysts=[FOX])
    bar = f"fox [{'#' * 15}{'.' * 15}]  50% 7 men"
    assert out.getvalue().startswith(f"\r{bar}\r{' ' * len(bar)}\rone is built.\n")
    assert f"[{'#' * 30}] 100% 8 men" in out.getvalue()
    assert out.getvalue().endswith("\rtwo is built.\n")


def test_a_log_has_the_sentences_alone(tmp_path: Path) -> None:
    out = io.StringIO()
    build_tables(tmp_path, out, analysts=[FOX])
    assert out.getvalue() == "one is built.\ntwo is built.\n"


def test_sources_are_made_anew_and_wins_counted_only_when_asked_for(tmp_path: Path) -> None:
    out = io.StringIO()
    build_tables(tmp_path, out, analysts=[FOX], ship=True)
    assert out.getvalue().splitlines()[2:] == ["three is written."]
    out = io.StringIO()
    build_tables(tmp_path, out, analysts=[FOX], count=True)
    assert out.getvalue().splitlines()[2:] == ["four are won."]


def test_the_tables_lie_in_the_folder_of_the_data() -> None:
    assert Settings(data=Path("here")).tables == Path("here/tables")


def test_a_folder_that_cannot_be_written_is_told_and_no_database_is_needed(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("not a folder")
    env = os.environ | {
        "RICHELIEU_DATA": str(tmp_path),
        "RICHELIEU_DATABASE_URL": "postgresql://127.0.0.1:1/none",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-m", "app", "tables"], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("tables: ")
    assert str(tmp_path) in done.stderr
    assert len(done.stderr.splitlines()) == 1
