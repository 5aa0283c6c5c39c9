"""Each command beside a serving process: it changes what it says, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.schema import metadata
from app.games import sweep
from app.ops.preflight import lock_postgres
from app.settings import Settings
from tests.app.fixtures import RedisSettings
from tests.app.http_players import PAIR, account, guest
from tests.app.in_process import run_here, serving_here
from tests.serving import PATIENCE, UNLIMITED

KEYS_OF_SERVERS = {"alive", "swept"}  # rows of `key_values` that serving processes write without being asked
Rows = dict[str, dict[tuple[Any, ...], dict[str, Any]]]  # of a database: by table and primary key


async def leave_waiting(http: httpx.AsyncClient) -> None:
    """Two people who would be paired ask for it one after the other, and leave the lobby."""
    for person in (await guest(http), await guest(http)):
        async with person.socket("/ws/lobby") as lobby:
            await lobby.expect("lobby")
            made = await person.post("/api/games", {"rules": PAIR.id, "pair": True})
            assert made.status_code == 201, made.text


async def read_all(engine: AsyncEngine) -> Rows:
    """Return all rows but those that servers write without being asked."""
    found = Rows()
    async with engine.connect() as connection:
        for table in metadata.sorted_tables:
            keys = [column.name for column in table.primary_key]
            rows = [dict(row._mapping) for row in await connection.execute(select(table))]
            found[table.name] = {
                tuple(row[key] for key in keys): row for row in rows if row.get("key") not in KEYS_OF_SERVERS
            }
    return found


def changes(before: Rows, after: Rows) -> set[str]:
    """Return the changed columns, and tables with new (+) or fewer (-) rows."""
    found = set[str]()
    for table, rows in before.items():
        now = after[table]
        found |= {f"{table}+" for _ in now.keys() - rows.keys()}
        found |= {f"{table}-" for _ in rows.keys() - now.keys()}
        for key in rows.keys() & now.keys():
            found |= {f"{table}.{column}" for column in now[key] if now[key][column] != rows[key][column]}
    return found


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_command_beside_a_server_changes_only_what_it_says(
    postgres_url: str,
    postgres_engine: AsyncEngine,
    redis_settings: RedisSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two people who are not there wait to be paired; a command does not know that. The server itself does
    not sweep meanwhile."""
    monkeypatch.setattr(sweep, "START_DELAY", 1e9)
    settings: dict[str, Any] = {**redis_settings, "database_url": postgres_url, "data": tmp_path}
    started = {**UNLIMITED, **redis_settings, "data": tmp_path, "spare_work": False}
    async with (
        lock_postgres(Settings(**settings)),  # as a serving process does
        serving_here(postgres_url, **started) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http,
    ):
        owner = await account(http)
        await leave_waiting(http)
        file = tmp_path / "backup.gz"
        before = await read_all(postgres_engine)
        for words, code, expected in (
            (["sweep", "--dry-run"], 0, set()),
            (["sweep"], 0, {"key_values+"}),
            (["solve-daily"], 1, set()),
            (["migrate"], 0, set()),
            (["verify"], 0, set()),
            (["recount"], 0, {"key_values.value"}),
            (["backup", str(file)], 0, set()),
            (["restore", str(file)], 0, set()),
            (["distribute", "--dry-run"], 1, set()),
            (["hide", owner.name], 0, {"players.hidden", "audit+"}),
            (["show", owner.name], 0, {"players.hidden", "audit+"}),
            (["moderator", owner.name], 0, {"players.moderator", "audit+", "revocations+"}),
            (["moderator", owner.name, "--reset"], 0, {"logins.reset", "logins.reset_at", "audit+"}),
            (["notice", "Welcome"], 0, {"key_values+"}),
            (["maintenance"], 0, set()),
            (["maintenance", "on", "--in", "9h"], 0, {"key_values+"}),
            (["maintenance", "off"], 0, {"key_values-"}),
        ):
            assert await asyncio.to_thread(run_here, monkeypatch, *words, **settings) == code, words
            after = await read_all(postgres_engine)
            assert changes(before, after) == expected, words
            before = after
