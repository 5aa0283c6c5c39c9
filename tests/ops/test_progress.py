"""Progress of the commands: every step of their loops is reported."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.games.store import GameStore
from app.ops.backup import backup
from app.ops.preflight import migrate
from app.ops.rebuild import recount
from app.ops.restore import restore
from app.ops.verify import differences
from app.settings import Settings
from tests.ops.recorded_progress import Recorded
from tests.ops.test_verify import played_game
from tests.serving import ROOT


async def test_stages_with_a_total_reach_it(engine: AsyncEngine, tmp_path: Path) -> None:
    store, progress, file = GameStore(engine), Recorded(), tmp_path / "backup.gz"
    for _ in range(2):
        await played_game(engine)
    rows = await backup(engine, file, progress)
    await restore(engine, file, Bus(), progress)
    await recount(engine, progress)
    assert [found async for found in differences(store, progress)] == []
    size = file.stat().st_size
    recounted = [("rated games", 0, 0), ("players", 4, 4)]
    saved = ("rows", rows, rows)
    assert progress.stages == [
        *(saved, ("bytes to check", size, 0), saved, *recounted),
        *(*recounted, ("games", 2, 2)),
    ]


async def test_a_migration_reports_its_revisions(empty_url: str) -> None:
    progress, settings = Recorded(), Settings(database_url=empty_url)
    assert await asyncio.to_thread(migrate, settings, progress)
    title, total, done = progress.stages[-1]
    assert title == "revisions"
    assert total == done == len(list((ROOT / "migrations/versions").glob("*.py")))
    assert await asyncio.to_thread(migrate, settings, progress)
    assert progress.stages[-1] == ("revisions", 0, 0)
