"""A database that stops answering on connections that stay open: every wait has a deadline."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from app.core.errors import TryAgain
from app.db.engine import DatabaseTimeouts, create_engine, read_connection, write_transaction
from app.games.session import ANSWER_TIMEOUT
from app.settings import Settings
from tests.app.http_players import moves, new_board
from tests.app.tcp_proxy import TcpProxy, open_proxy
from tests.serving import PATIENCE, UNLIMITED, serving

COMMAND_SECONDS = 2.0  # opening a connection takes less, on a machine with a load of 20 too
GIVEN_UP_SECONDS = 2 * COMMAND_SECONDS  # a statement and the end of its connection
QUICK: dict[str, Any] = dict.fromkeys(
    ("command_timeout", "statement_timeout", "pool_timeout"), COMMAND_SECONDS
)
pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def test_a_stalled_write_is_given_up_and_the_next_connection_serves(postgres_url: str) -> None:
    async with open_proxy(postgres_url) as (proxy, url):
        timeouts = DatabaseTimeouts(command=COMMAND_SECONDS)
        engine = create_engine(Settings(database_url=url).url, timeouts=timeouts)
        async with write_transaction(engine) as connection:
            await connection.exec_driver_sql("select 1")
        proxy.flowing.clear()
        start = monotonic()
        with pytest.raises(TryAgain):
            async with write_transaction(engine) as connection:
                await connection.exec_driver_sql("select 1")
        assert monotonic() - start < 3 * GIVEN_UP_SECONDS
        proxy.flowing.set()
        async with write_transaction(engine) as connection:
            assert (await connection.exec_driver_sql("select 2")).scalar() == 2
        await engine.dispose()


async def test_a_statement_that_takes_too_long_is_ended_by_the_database(postgres_url: str) -> None:
    engine = create_engine(Settings(database_url=postgres_url).url, timeouts=DatabaseTimeouts(statement=1))
    with pytest.raises(TryAgain):
        async with read_connection(engine) as connection:
            await connection.exec_driver_sql("select pg_sleep(30)")
    await engine.dispose()


@pytest.mark.slow
async def test_a_server_answers_while_its_database_is_stalled(postgres_url: str, tmp_path: Path) -> None:
    async with open_proxy(postgres_url) as (proxy, url):
        starting = serving(url, tmp_path, **UNLIMITED, **QUICK)
        server = await asyncio.to_thread(starting.__enter__)  # the proxy runs in this thread
        try:
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                await _check_answers(http, proxy)
        finally:
            proxy.flowing.set()
            await asyncio.to_thread(starting.__exit__, None, None, None)


async def _check_answers(http: httpx.AsyncClient, proxy: TcpProxy) -> None:
    board, line = await new_board(http), moves()
    state = await board.play(line[0])
    async with board.people[1].game_socket(board.id) as socket:
        await socket.state()
        proxy.flowing.clear()
        start = monotonic()
        asked = [asyncio.create_task(http.get(path)) for path in ("/ready", "/api/games", "/health")]
        move = await socket.answer("move", ply=state["ply"], move=line[1])
        assert (move["t"], move["why"]) == ("refused", "internal")
        assert monotonic() - start < 3 * ANSWER_TIMEOUT
        ready, games, health = await asyncio.gather(*asked)
        assert (ready.status_code, games.status_code, health.status_code) == (503, 503, 200)
        assert ready.elapsed.total_seconds() < 3 * GIVEN_UP_SECONDS
        assert monotonic() - start < 3 * ANSWER_TIMEOUT
        proxy.flowing.set()
        assert (await socket.state(2))["ply"] == 2, "what was on its way is told when it is known"
    while (await http.get("/ready")).status_code != 200:
        assert monotonic() - start < PATIENCE
    await board.play(line[2])
