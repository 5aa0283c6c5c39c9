"""Serving through PgBouncer in transaction mode: no state outlives a transaction; commands that need a
session use RICHELIEU_DIRECT_URL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app.core.errors import TryAgain
from app.db.engine import DatabaseTimeouts, create_engine, read_connection
from app.settings import Settings
from engine import GAMES
from tests.app.fixtures import RedisSettings
from tests.app.http_players import guest, moves
from tests.app.pgbouncer import pgbouncer, why_unavailable
from tests.app.two_processes import http_clients, new_board_across, two_servers
from tests.bus.test_redis_bus import play_across, sockets_of
from tests.databases import Fresh
from tests.serving import UNLIMITED, command

pytestmark = [pytest.mark.postgres, pytest.mark.slow]
SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1)


@pytest.fixture(scope="module")
def direct_url(fresh_postgres: Fresh) -> Iterator[str]:
    with fresh_postgres() as url:
        yield url


@pytest.fixture(scope="module")
def pooled_url(direct_url: str) -> Iterator[str]:
    """The same database behind PgBouncer."""
    if why := why_unavailable():
        pytest.skip(why)
    with pgbouncer(direct_url) as url:
        yield url


@pytest.mark.slow
async def test_games_are_served_by_two_processes_behind_a_pooler(
    direct_url: str, pooled_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    given: dict[str, Any] = {
        **UNLIMITED,
        **redis_settings,
        "limit_writes": 1000,
        "limit_sockets": 50,
        "direct_url": direct_url,
    }
    with two_servers(pooled_url, tmp_path, **given) as servers:
        async with http_clients(servers) as (first, second):
            boards = await asyncio.gather(*[new_board_across(first, second) for _ in range(4)])
            async with AsyncExitStack() as stack:
                tables = [await sockets_of(board, stack) for board in boards]
                await asyncio.gather(*[play_across(sockets, range(len(moves()))) for sockets in tables])
            person = await guest(first)
            game = (await person.create_game(rules=SOLITAIRE.id))["id"]
            assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
            for path in (
                f"/api/leaderboards/{SOLITAIRE.id}?period=all",
                "/api/games",
                "/ready",
                "/api/daily",
            ):
                assert (await second.get(path)).status_code == 200, path
            counted = (await first.get("/metrics")).text
            assert "richelieu_bus_listening 1.0" in counted
        assert not any('"event": "database_failed"' in server.printed() for server in servers)
    for words in (("migrate",), ("verify",), ("backup", str(tmp_path / "saved"))):
        done = command(*words, database_url=pooled_url, direct_url=direct_url)
        assert done.returncode == 0, done.stderr


async def test_transactions_behind_a_pooler_have_the_timeouts_and_leave_nothing(
    pooled_url: str,
) -> None:
    timeouts = DatabaseTimeouts(statement=0.3, lock=0.2, command=5)
    url = Settings(database_url=pooled_url).url
    engine = create_engine(url, timeouts=timeouts, pooled=True)
    with pytest.raises(TryAgain):
        async with read_connection(engine) as connection:
            await connection.execute(text("select pg_sleep(5)"))
    async with read_connection(engine) as connection:
        for name, value in (("statement_timeout", "300ms"), ("lock_timeout", "200ms")):
            assert await connection.scalar(text(f"show {name}")) == value
    await engine.dispose()
    plain = create_engine(url, pooled=True)
    async with read_connection(plain) as connection:
        assert await connection.scalar(text("show statement_timeout")) == "0"
        assert await connection.scalar(text("select count(*) from pg_prepared_statements")) == 0
    await plain.dispose()


def test_a_server_that_cannot_lock_behind_a_pooler_says_what_to_set(pooled_url: str) -> None:
    """The last test here: its servers leave prepared statements to the others."""
    for options in ("", "?statement_cache_size=0"):
        done = command("serve", "--port", "0", database_url=pooled_url + options)
        assert done.returncode == 1
        assert done.stderr.startswith("RICHELIEU_DIRECT_URL must lead to PostgreSQL itself")
