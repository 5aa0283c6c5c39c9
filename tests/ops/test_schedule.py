"""Scheduled backups: the command of docker-compose.yml, backups that it keeps, and interrupted ones."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from sqlalchemy.ext.asyncio import AsyncEngine

from app.__main__ import main
from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.games.store import GameStore
from app.ops.backup import MAX_WAIT, PARTIAL, BackupSchedule, backup
from app.ops.restore import restore
from tests.app.two_processes import eventually
from tests.app_process import AppProcess
from tests.ops.test_verify import played_game
from tests.serving import PATIENCE, ROOT, environment

DAY_SECONDS = 86_400
START = datetime(2026, 11, 21, 3, 0, tzinfo=UTC).timestamp()
NAMES = [f"richelieu-202611{day}T030000Z.gz" for day in range(21, 26)]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def touch(file: Path) -> int:
    """Write a file in place of a backup of one row."""
    file.touch()  # noqa: ASYNC240 (an empty file)
    return 1


async def save_once(database_url: str, folder: Path) -> None:
    """Run the command of the service `backup` until it has saved a file, and end it by SIGTERM."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    python, option, app, *words, container_folder = compose["services"]["backup"]["command"]
    assert (python, option, app, container_folder) == ("python", "-m", "app", "/srv/backups")
    output = folder.with_name("output.txt")
    output.touch()
    process = AppProcess([*words, str(folder)], ROOT, environment(database_url=database_url), output, output)

    async def saved() -> bool:
        assert process.poll() is None, output.read_text()
        return '"event": "backup_saved"' in output.read_text()

    try:
        await eventually(saved)
        process.terminate()
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0, output.read_text()
    finally:
        process.kill()


@pytest.mark.slow
async def test_the_compose_service_saves_a_file_that_is_restored_and_ends_at_once(
    engine: AsyncEngine, other_engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    game = await played_game(engine, 3)
    await save_once(database_url, files := tmp_path / "backups")
    (name,) = names(files)
    await restore(other_engine, files / name, Bus())
    assert await GameStore(other_engine).log(game.id) == await GameStore(engine).log(game.id)


async def test_a_backup_is_saved_when_one_is_due_and_the_newest_files_stay(tmp_path: Path) -> None:
    (tmp_path / f"{NAMES[0]}{PARTIAL}").touch()  # of a killed process
    (tmp_path / "richelieu-20300101T000000Z.gz").touch()  # of a clock that was wrong
    (tmp_path / "notes.txt").touch()
    schedule = BackupSchedule(tmp_path, DAY_SECONDS, 3, touch)
    for day in range(5):
        for seconds in (0, MAX_WAIT, DAY_SECONDS - 60):
            again = await schedule.round(START + day * DAY_SECONDS + seconds)
            assert again == (60 if seconds == DAY_SECONDS - 60 else MAX_WAIT)
    assert names(tmp_path) == {*NAMES[3:], "richelieu-20300101T000000Z.gz", "notes.txt"}


async def test_a_failed_backup_is_retried_and_removes_no_older_file(tmp_path: Path) -> None:
    failures = [TryAgain("away"), OSError("disk full"), RuntimeError("a fault")]

    async def save(file: Path) -> int:
        if failures:
            raise failures.pop()
        return await touch(file)

    (tmp_path / NAMES[0]).touch()
    schedule = BackupSchedule(tmp_path, DAY_SECONDS, 1, save)
    for retry in range(3):
        assert await schedule.round(START + DAY_SECONDS + retry * MAX_WAIT) == MAX_WAIT
        assert names(tmp_path) == {NAMES[0]}
    await schedule.round(START + DAY_SECONDS + 3 * MAX_WAIT)
    assert names(tmp_path) == {"richelieu-20261122T031500Z.gz"}


async def test_an_interrupted_backup_leaves_no_file(engine: AsyncEngine, tmp_path: Path) -> None:
    await played_game(engine)
    saving = asyncio.create_task(backup(engine, tmp_path / NAMES[0]))
    await asyncio.sleep(0)
    assert names(tmp_path) == {f"{NAMES[0]}{PARTIAL}"}
    saving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saving
    assert names(tmp_path) == set()


def test_a_bad_time_or_number_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--every", "24"], ["--every", "0h"], ["--every", "24h", "--keep", "0"]):
        monkeypatch.setattr("sys.argv", ["app", "backup", *words, "folder"])
        with pytest.raises(SystemExit, match="2"):
            main()
        assert repr(words[-1]) in capsys.readouterr().err
