"""Each command beside a serving process: it changes what it says, and nothing else."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import MetaData, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import sweep
from tests.app.fixtures import RedisSettings
from tests.app.http_players import PAIR, Person, account, guest
from tests.databases import Kind
from tests.serving import UNLIMITED, Server, command, serving

KEYS_OF_SERVERS = {"alive", "swept"}  # rows of `key_values` that serving processes write without being asked
Rows = dict[str, dict[tuple[Any, ...], dict[str, Any]]]  # of a database: by table and primary key


def never_sweep() -> None:
    """Let the server itself not sweep within this test, for `serving(prepare=...)`: by default it does so a
    minute after its start, which a slow machine takes for these commands."""
    sweep.START_DELAY = 1e9


async def leave_waiting(http: httpx.AsyncClient) -> None:
    """Two people who would be paired ask for it one after the other, and leave the lobby."""
    for person in (await guest(http), await guest(http)):
        async with person.socket("/ws/lobby") as lobby:
            await lobby.expect("lobby")
            made = await person.post("/api/games", {"rules": PAIR.id, "pair": True})
            assert made.status_code == 201, made.text


async def read_all(engine: AsyncEngine) -> Rows:
    """Return all rows but those that servers write without being asked."""
    found, tables = Rows(), MetaData()
    async with engine.connect() as connection:
        await connection.run_sync(tables.reflect)
        for name in sorted(tables.tables):
            table = tables.tables[name]
            keys = [column.name for column in table.primary_key] or [column.name for column in table.c]
            rows = [dict(row._mapping) for row in await connection.execute(select(table))]
            found[name] = {
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


@pytest.fixture
def bus_settings(kind: Kind, request: pytest.FixtureRequest) -> RedisSettings:
    """The Redis that server and command share on PostgreSQL."""
    return {"redis_url": request.getfixturevalue("redis_url")} if kind == "postgres" else {}


@pytest.mark.slow
async def test_a_command_beside_a_server_changes_only_what_it_says(
    database_url: str, bus_settings: RedisSettings, engine: AsyncEngine, tmp_path: Path
) -> None:
    """Two people who are not there wait to be paired; a command does not know that."""
    settings = {**bus_settings, "data": tmp_path}
    async with AsyncExitStack() as stack:
        running = serving(database_url, tmp_path, prepare=never_sweep, **UNLIMITED, **settings, spare_work=0)
        server: Server = await asyncio.to_thread(running.__enter__)
        stack.push_async_callback(asyncio.to_thread, running.__exit__, None, None, None)
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, timeout=60))
        owner: Person = await account(http)
        await leave_waiting(http)
        file = tmp_path / "backup.gz"
        before = await read_all(engine)
        for words, code, expected in (
            (["sweep", "--dry-run"], 0, set()),
            (["sweep"], 0, {"key_values+"}),
            (["solve-daily"], 1, set()),
            (["migrate"], 0, set()),
            (["static"], 0, set()),
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
            done = await asyncio.to_thread(command, *words, database_url=database_url, **settings)
            assert done.returncode == code, (words, done.stderr)
            after = await read_all(engine)
            assert changes(before, after) == expected, words
            before = after
