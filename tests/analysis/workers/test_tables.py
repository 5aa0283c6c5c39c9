"""Tables: the builder of a server, and the command that builds them."""

from __future__ import annotations

import asyncio
import fcntl
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from app.analysis.workers.pool import WorkerPool
from app.analysis.workers.process import LOWEST_PRIORITY
from app.analysis.workers.tables import TableBuilder, analysts_with_tables, build_tables, building
from app.serving import open_server
from app.settings import Settings
from engine import GAMES
from engine.analysis import Analyst, analyst_of
from engine.commands.progress import Progress
from tests.analysis.workers.made_tables import MADE, MODULE, PART, WAIT
from tests.app.in_process import run_here
from tests.app.two_processes import eventually
from tests.databases import migrated


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool(["any"])
    yield made
    await made.stop()


def start(folder: Path, pool: WorkerPool, idle: float = 0.0) -> asyncio.Task[None]:
    return asyncio.create_task(TableBuilder(folder, pool, modules=[MODULE], idle=idle).run())


async def stop(running: asyncio.Task[None]) -> None:
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def build_until_told(folder: Path) -> None:
    """Let the builder wait after the first half of its temporary file."""
    folder.mkdir(exist_ok=True)
    (folder / WAIT).touch()


async def test_tables_are_built_at_the_lowest_priority_and_renamed_when_they_are_whole(
    tmp_path: Path, pool: WorkerPool
) -> None:
    folder = tmp_path / "data" / "tables"
    running = start(folder, pool)
    await eventually((folder / MADE).exists)
    assert (folder / MADE).read_text().split()[0] == str(LOWEST_PRIORITY)
    assert {path.name for path in folder.iterdir()} == {MADE, "lock"}
    assert not running.done()
    await stop(running)


async def test_a_builder_that_is_stopped_ends_its_process_and_the_next_one_finishes(
    tmp_path: Path, pool: WorkerPool
) -> None:
    build_until_told(tmp_path)
    running = start(tmp_path, pool)
    await eventually((tmp_path / PART).exists)
    await stop(running)
    (tmp_path / WAIT).unlink()
    running = start(tmp_path, pool)
    await eventually((tmp_path / MADE).exists)
    assert not (tmp_path / PART).exists()
    await stop(running)


async def test_only_one_process_builds_at_a_time(tmp_path: Path, pool: WorkerPool) -> None:
    build_until_told(tmp_path)
    running = start(tmp_path, pool)
    await eventually((tmp_path / PART).exists)
    with (tmp_path / "lock").open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    waited = list[bool]()

    def go_on() -> None:
        waited.append(True)
        (tmp_path / WAIT).unlink()

    with building(tmp_path, go_on):
        assert (tmp_path / MADE).exists()
    assert waited == [True]
    await stop(running)


async def test_tables_that_cannot_be_written_are_one_line_of_the_log(
    tmp_path: Path, pool: WorkerPool, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tables"
    folder.write_text("not a folder")
    printed: list[str] = []

    def find_reason() -> bool:
        printed.extend(line for line in capfd.readouterr().err.splitlines() if "tables_not_built" in line)
        return bool(printed)

    running = start(folder, pool)
    await eventually(find_reason)
    assert str(folder) in json.loads(printed[0])["reason"]
    assert not running.done()
    await stop(running)


async def test_a_server_builds_tables_unless_the_setting_forbids_it(tmp_path: Path) -> None:
    started = []
    with migrated("sqlite", tmp_path) as make, make() as url:
        for build in (True, False):
            settings = Settings(data=tmp_path, database_url=url, build_tables=build)
            async with open_server(settings):
                started.append("tables" in {task.get_name() for task in asyncio.all_tasks()})
    assert started == [True, False]


def test_the_families_with_tables_are_found_once_each() -> None:
    analysts = [analyst for game in GAMES.values() if (analyst := analyst_of(game)) and analyst.tables]
    assert {analyst.family for analyst in analysts}
    assert sorted(analyst.family for analyst in analysts_with_tables()) == sorted(
        {analyst.family for analyst in analysts}
    )


class Recorded(Progress):
    """`reported`: stages, and what is reached and printed."""

    def __init__(self) -> None:
        self.reported: list[object] = []

    def stage(self, title: str, total: int = 0) -> None:
        self.reported.append((title, total))

    def reach(self, done: int, title: str | None = None) -> None:
        self.reported.append((done, title))

    def print(self, text: str) -> None:
        self.reported.append(text)


FOX = Analyst(family="fox", searches="", tables=MODULE, makers=MODULE)


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


def test_makers_that_are_not_installed_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="need the sources"):
        build_tables(tmp_path, Recorded(), analysts=[replace(FOX, makers=f"{MODULE}.none")], count=True)


def test_a_folder_that_cannot_be_written_is_told_and_no_database_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tables").write_text("not a folder")
    nowhere = "postgresql://127.0.0.1:1/none"
    assert run_here(monkeypatch, "tables", data=tmp_path, database_url=nowhere) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("tables: ")
    assert str(tmp_path) in told
