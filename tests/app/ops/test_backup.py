"""A backup is restored completely into either database; a truncated file is refused."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.writer import Writer
from app.domain.game_info import GameInfo
from app.ops.backup import BadBackup, backup
from app.ops.commands import differences
from app.ops.restore import restore
from app.settings import Settings
from tests.app.db.test_writer import running
from tests.app.stored_games import new_game, random_entries
from tests.databases import Fresh


@pytest_asyncio.fixture
async def empty(fresh: Fresh) -> AsyncIterator[AsyncEngine]:
    """Another migrated database."""
    with fresh() as url:
        engine = create_engine(Settings(database_url=url).url)
        yield engine
        await engine.dispose()


async def play(engine: AsyncEngine, game: GameInfo, start: int, end: int | None) -> None:
    async with running(Writer(engine, Bus())) as writer:
        for new_entry in random_entries(game)[start:end]:
            assert await writer.write(new_entry)


async def test_a_backup_fills_an_empty_database(
    engine: AsyncEngine, empty: AsyncEngine, tmp_path: Path
) -> None:
    store, other, file = GameStore(engine), GameStore(empty), tmp_path / "backup.gz"
    secret = await store.secret()
    whole, begun = await new_game(store), await new_game(store)
    await play(engine, whole, 0, None)
    await play(engine, begun, 0, 3)
    saved = await backup(engine, file)
    assert (await restore(empty, file, Bus())).rows == saved
    assert await other.secret() == secret
    for game in (whole, begun):
        assert await other.info(game.id) == game
        assert await other.log(game.id) == await store.log(game.id)
    assert [found async for found in differences(other)] == []
    assert (await restore(empty, file, Bus())).rows == 0, "a second restore adds nothing"


async def test_a_newer_backup_continues_games_and_an_older_one_changes_nothing(
    engine: AsyncEngine, empty: AsyncEngine, tmp_path: Path
) -> None:
    store, other = GameStore(engine), GameStore(empty)
    game = await new_game(store)
    await play(engine, game, 0, 2)
    await backup(engine, tmp_path / "older.gz")
    await play(engine, game, 2, None)
    await backup(engine, tmp_path / "newer.gz")
    for name in ("older", "newer", "older"):
        await restore(empty, tmp_path / f"{name}.gz", Bus())
        assert [found async for found in differences(other)] == []
    assert await other.log(game.id) == await store.log(game.id)


async def test_a_backup_is_readable_by_its_file_owner_only(engine: AsyncEngine, tmp_path: Path) -> None:
    """It contains the signing secret. An existing file is replaced, whatever its mode."""
    file, part = tmp_path / "backup.gz", tmp_path / "backup.gz.part"
    for stood in (file, part):
        stood.write_text("older")
        stood.chmod(0o666)
    await backup(engine, file)
    assert not part.exists()
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_damaged_file_is_refused_and_changes_nothing(
    engine: AsyncEngine, empty: AsyncEngine, tmp_path: Path
) -> None:
    store, file = GameStore(engine), tmp_path / "backup.gz"
    game = await new_game(store)
    await backup(engine, file)
    text = gzip.decompress(file.read_bytes())
    strange = [
        text.replace(old, new) for old, new in ((b'["games",', b'["others",'), (b'"rules"', b'"laws"'))
    ]
    strange += [text.replace(b'["games"', b'[["games"]'), text.replace(b'"0', b'"9', 1)]
    half = [file.read_bytes()[:-20], gzip.compress(text[: text.rindex(b"[")])]
    for broken in (*half, b"no backup", b"", *map(gzip.compress, strange)):
        file.write_bytes(broken)
        with pytest.raises(BadBackup):
            await restore(empty, file, Bus())
    assert await GameStore(empty).info(game.id) is None
