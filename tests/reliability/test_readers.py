"""Readers of long leaderboards on few connections: nobody holds a connection while waiting for another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import httpx
import pytest
from sqlalchemy import make_url

from engine import GAMES
from tests.app.http_players import Person, guest
from tests.serving import PATIENCE, UNLIMITED, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

RULES = next(game.id for game in GAMES.values() if len(game.seats) == 1)
READERS = 25
BEYOND = 2000  # the ranks of the readers


async def _add_standings(url: str, readers: list[Person]) -> None:
    """A board with BEYOND people, and the readers behind them."""
    dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("set session_replication_role = replica")  # foreign keys are not checked
        await connection.execute(
            "insert into players (id, name, created) select 'p' || n, 'Person ' || n, 0"
            " from generate_series(1, $1::int) as n",
            BEYOND,
        )
        rows = [(f"p{n}", -100) for n in range(1, BEYOND + 1)] + [(reader.id, 100) for reader in readers]
        await connection.executemany(
            "insert into standings (board, player_id, lead, second, moves, ms, at, score, undone, hints,"
            " sittings, first, game_id)"
            f" values ('{RULES} score open all', $1, $2, 0, 100, 1000, 1, '1', 0, 0, 1, true, 'none')",
            rows,
        )
    finally:
        await connection.close()


async def test_readers_behind_thousands_are_all_answered_on_a_pool_of_two(
    postgres_url: str, tmp_path: Path
) -> None:
    with serving(postgres_url, tmp_path, pool=2, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            readers = [await guest(http) for _ in range(READERS)]
            await _add_standings(postgres_url, readers)
            answers = await asyncio.gather(
                *(reader.get(f"/api/leaderboards/{RULES}") for reader in readers for _ in range(2))
            )
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["own"]["player"]["id"] for answer in answers} == {reader.id for reader in readers}
    assert min(answer.json()["own"]["rank"] for answer in answers) == BEYOND + 1
