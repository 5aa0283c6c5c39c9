"""Commands whose output nobody reads any more, as behind `head`, end without a word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands.pipe import READER_LEFT
from tests.databases import migrated
from tests.serving import PATIENCE, ROOT, environment


def run_without_reader(module: str, *words: str, **settings: object) -> tuple[int, str]:
    """Run a command whose standard output has no reader; return its exit code and standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(**settings),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.slow
def test_commands_of_the_engine_end_quietly() -> None:
    for words in (("solve", "beleaguered_castle", "0-3"), ("legal", "cardmate")):
        assert run_without_reader("engine", *words) == (READER_LEFT, ""), words


@pytest.mark.slow
def test_commands_of_the_app_end_quietly(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url:
        for words in (("maintenance",), ("verify",)):
            assert run_without_reader("app", *words, database_url=url) == (READER_LEFT, ""), words
