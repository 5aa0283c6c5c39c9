"""`python -m app tables`: its reports, its output, and its messages when it fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.analysis.workers.tables import analysts_with_tables, build_tables
from app.settings import Settings
from engine import GAMES
from engine.analysis import Analyst, analyst_of
from tests.analysis.workers.made_tables import MODULE
from tests.ops.recorded_progress import Recorded
from tests.serving import ROOT


def test_the_families_with_tables_are_found_once_each() -> None:
    analysts = [analyst for game in GAMES.values() if (analyst := analyst_of(game)) and analyst.tables]
    assert {analyst.family for analyst in analysts}
    assert sorted(analyst.family for analyst in analysts_with_tables()) == sorted(
        {analyst.family for analyst in analysts}
    )


FOX = Analyst(family="fox", searches="", tables=MODULE)


def test_sentences_and_shares_are_told_and_more_is_made_only_when_asked_for(tmp_path: Path) -> None:
    made = [("fox", 100), (50, "fox, 7 men"), "one is built.", (100, "fox, 8 men"), "two is built."]
    for more, reported in (
        ({}, []),
        ({"ship": True}, [("fox", 100), "three is written."]),
        ({"count": True}, [("fox", 100), "four are won."]),
    ):
        progress = Recorded()
        build_tables(tmp_path, progress, analysts=[FOX], **more)
        assert progress.reported == [*made, *reported]


def test_the_tables_lie_in_the_folder_of_the_data() -> None:
    assert Settings(data=Path("here")).tables == Path("here/tables")


@pytest.mark.slow
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
