"""A backup is restored completely into either database; a truncated file is refused."""

from __future__ import annotations

import gzip
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Boolean, LargeBinary, SmallInteger, String, Table, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.api import VALUES
from app.analysis.finding_store import HINT_LINES, FindingStore, HintLine
from app.analysis.messages import Evaluated, Value
from app.analysis.missed import MISSED_WINS, Searched
from app.analysis.scores import BEST_SCORES
from app.bus.notices import Bus
from app.db.engine import create_engine, write_transaction
from app.db.key_values import cookie_secret
from app.db.schema import games, metadata, players
from app.games.store import GameStore
from app.model.game_info import GameInfo
from app.ops.backup import BadBackup, backup
from app.ops.restore import restore
from app.ops.verify import differences
from app.settings import Settings
from tests.app.stored_games import HOUR, new_game, random_entries, write_entries
from tests.databases import Kind, migrated, run_in_thread
from tests.soak import size

# Tables that a restore fills from the logs, or that are of the processes that ran.
DERIVED = {"early_ends", "ratings", "results", "revocations", "standings", "streaks"}


async def test_a_backup_fills_an_empty_database(
    engine: AsyncEngine, other_engine: AsyncEngine, tmp_path: Path
) -> None:
    store, other, file = GameStore(engine), GameStore(other_engine), tmp_path / "backup.gz"
    secret = await cookie_secret(engine)
    whole, begun = await new_game(store), await new_game(store)
    await write_entries(engine, [*random_entries(whole), *random_entries(begun, 3)])
    found = FindingStore(engine)
    value, line = Evaluated(0, Value(exact=False), []), HintLine("here", ("a",))
    await found.put(HINT_LINES, begun.id, line, HOUR)
    await found.put(MISSED_WINS, whole.id, Searched(None), HOUR)
    await found.put(BEST_SCORES, "rules 1 7", (3, 1), HOUR)
    await found.put(VALUES, whole.id, value, HOUR)
    saved = await backup(engine, file)
    assert (await restore(other_engine, file, Bus())).rows == saved
    assert await cookie_secret(other_engine) == secret
    restored = FindingStore(other_engine)
    assert await restored.get(HINT_LINES, begun.id) == line
    assert await restored.get(MISSED_WINS, whole.id) == Searched(None)
    assert await restored.get(BEST_SCORES, "rules 1 7") == (3, 1)
    assert await restored.get(VALUES, whole.id) is None, "it expires, and is searched again"
    for game in (whole, begun):
        assert await other.info(game.id) == game
        assert await other.log(game.id) == await store.log(game.id)
    assert [found async for found in differences(other)] == []
    assert (await restore(other_engine, file, Bus())).rows == 0, "a second restore adds nothing"


@pytest.mark.databases("sqlite", "postgres")
async def test_a_row_of_every_table_but_the_derived_ones_is_saved_and_restored_into_the_other_database(
    engine: AsyncEngine, kind: Kind, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    await cookie_secret(engine)
    game = await new_game(GameStore(engine))
    async with write_transaction(engine) as connection:
        for table in metadata.sorted_tables:
            if not await connection.scalar(select(func.count()).select_from(table)):
                await connection.execute(table.insert().values(some_row(table, game)))
    assert await filled_tables(engine) == set(metadata.tables)
    await backup(engine, tmp_path / "saved.gz")
    with gzip.open(tmp_path / "saved.gz", "rt") as file:
        saved = {line[0] for line in [json.loads(line) for line in file][1:-1]}
    assert saved == set(metadata.tables) - DERIVED
    with ExitStack() as stack:
        if kind == "sqlite":
            url = request.getfixturevalue("postgres_url")
        else:
            url = stack.enter_context(stack.enter_context(migrated("sqlite", tmp_path))())
        other = create_engine(Settings(database_url=url).url)
        await restore(other, tmp_path / "saved.gz", Bus())
        filled = await filled_tables(other)
        await other.dispose()
    # A change of rating without a rated game does not come back.
    assert set(metadata.tables) - filled <= DERIVED | {"rating_changes"}


def some_row(table: Table, game: GameInfo) -> dict[str, Any]:
    """Return values of the columns that need one; references are to the game and its first player."""
    player = game.players[0]
    assert player
    row: dict[str, Any] = {}
    for column in table.columns:
        if column.nullable or column.server_default is not None:
            continue
        if column.references(players.c.id):
            row[column.name] = player.id
        elif column.references(games.c.id):
            row[column.name] = game.id
        elif isinstance(column.type, LargeBinary):
            row[column.name] = bytes(column.type.length or 1)
        elif isinstance(column.type, String):
            row[column.name] = "{}"
        else:
            row[column.name] = 0 if isinstance(column.type, (Boolean, SmallInteger)) else 1
    return row


async def filled_tables(database: AsyncEngine) -> set[str]:
    async with database.connect() as connection:
        counts = {
            table.name: await connection.scalar(select(func.count()).select_from(table))
            for table in metadata.sorted_tables
        }
    return {name for name, count in counts.items() if count}


async def test_a_newer_backup_continues_games_and_an_older_one_changes_nothing(
    engine: AsyncEngine, other_engine: AsyncEngine, tmp_path: Path
) -> None:
    store, other = GameStore(engine), GameStore(other_engine)
    game = await new_game(store)
    await write_entries(engine, random_entries(game, 2))
    await backup(engine, tmp_path / "older.gz")
    await write_entries(engine, random_entries(game)[2:])
    await backup(engine, tmp_path / "newer.gz")
    for name in ("older", "newer", "older"):
        await restore(other_engine, tmp_path / f"{name}.gz", Bus())
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
    engine: AsyncEngine, other_engine: AsyncEngine, tmp_path: Path
) -> None:
    store, file = GameStore(engine), tmp_path / "backup.gz"
    game = await new_game(store)
    await backup(engine, file)
    text = gzip.decompress(file.read_bytes())
    strange = [
        text.replace(old, new) for old, new in ((b'["games",', b'["others",'), (b'"rules"', b'"laws"'))
    ]
    strange += [text.replace(b'["games"', b'[["games"]'), text.replace(b'"0', b'"9', 1)]
    created = f'"created": {HOUR}'.encode()
    strange += [text.replace(created, b'"created": ' + value) for value in (b'"x"', b"true", b"1e9", b"null")]
    strange += [text.replace(created, b'"created": ' + digits) for digits in (b"9" * 19, b"9" * 5000)]
    strange += [text.replace(b'"hash": "', b'"hash": "x'), text.replace(b'"name": "', b'"name": "\\ud800')]
    strange += [text + b"[" * 100_000 + b"\n"]
    half = [file.read_bytes()[:-20], gzip.compress(text[: text.rindex(b"[")])]
    for broken in (*half, b"no backup", b"", *map(gzip.compress, strange)):
        file.write_bytes(broken)
        with pytest.raises(BadBackup):
            await restore(other_engine, file, Bus())
    assert await GameStore(other_engine).info(game.id) is None


POSITIONS = st.integers(0, 30) | st.integers(-30, -1) | st.integers(0, 10**6)  # header, trailer, anywhere


@pytest.mark.slow
async def test_damage_anywhere_in_a_file_ends_in_no_other_error(tmp_path: Path) -> None:
    """A flipped bit, a cut, and a bit flipped before the file was compressed."""
    file, damaged = tmp_path / "backup.gz", tmp_path / "damaged.gz"
    with migrated("sqlite", tmp_path) as make:
        with make() as url:
            engine = create_engine(Settings(database_url=url).url)
            await cookie_secret(engine)
            await write_entries(engine, random_entries(await new_game(GameStore(engine))))
            await backup(engine, file)
            await engine.dispose()
        whole = file.read_bytes()
        text = gzip.decompress(whole)

        @settings(max_examples=size(whole=2000, ordinary=20))
        @given(st.sampled_from(("flip", "cut", "text")), POSITIONS, st.integers(0, 7))
        def damage(how: str, position: int, bit: int) -> None:
            data = bytearray(text if how == "text" else whole)
            data[position % len(data)] ^= 1 << bit
            if how == "cut":
                data = data[: position % len(data)]
            damaged.write_bytes(gzip.compress(bytes(data), 1) if how == "text" else bytes(data))
            with make() as url:
                refused = run_in_thread(is_refused(url, damaged))
            if how == "cut":
                assert refused
            if how == "flip":
                assert refused or gzip.decompress(data) == text

        damage()


async def is_refused(url: str, file: Path) -> bool:
    """Return whether a file is refused. Any error but BadBackup is a fault."""
    engine = create_engine(Settings(database_url=url).url)
    try:
        await restore(engine, file, Bus())
    except BadBackup:
        return True
    finally:
        await engine.dispose()
    return False
