"""Metrics for Prometheus, and JSON logs without secrets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
import websockets
from prometheus_client import REGISTRY
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.db.engine import create_engine, measure_pool
from app.games.store import GameStore
from app.games.writer import Writer
from app.settings import Settings
from tests.app.http_players import Person, moves, new_board
from tests.app.stored_games import new_game, random_entries, running
from tests.databases import Fresh
from tests.serving import UNLIMITED, serving


@pytest.mark.slow
async def test_metrics_count_and_logs_name_games_and_players_but_no_secret(
    fresh: Fresh, tmp_path: Path
) -> None:
    with fresh() as url, serving(url, tmp_path, access_log=1, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url, headers={"x-request-id": "r-1"}) as http:
            board = await new_board(http, *moves()[:3])
            assert (await http.get("/api/games/nowhere?token=secret")).status_code == 404
            assert (await http.get("/static/core/dom.js")).status_code == 200
            assert (await http.get("/wp-login.php")).status_code == 404
            async with board.people[0].game_socket(board.id):
                pass
            with pytest.raises(websockets.InvalidStatus):
                async with Person(http).game_socket("nowhere"):
                    pass
            fault = {"message": "x is null", "place": "/people/Brass%20Heron?a=1:2:3", "build": "1f"}
            answer = await http.post("/api/faults", json=fault)
            assert (answer.status_code, answer.content) == (204, b"")
            answer = await http.post("/api/faults", json=fault | {"message": "x" * 501})
            assert answer.status_code == 422
            counts = (await http.get("/metrics")).text
            tokens = [person.token for person in board.people]
    for line in (
        'richelieu_lines_total{act="move"} 3.0',
        "richelieu_commit_lines_count 3.0",
        "richelieu_live_games 1.0",
        'richelieu_refusals_total{why="not_found"} 2.0',
        'richelieu_http_requests_total{method="GET",route="/api/games/{id}",status="404"} 1.0',
        'richelieu_http_requests_total{method="GET",route="static",status="200"} 1.0',
        'richelieu_http_requests_total{method="GET",route="none",status="404"} 1.0',
        'richelieu_http_seconds_count{method="POST",route="/api/games"} 1.0',
        'richelieu_handshakes_total{room="game",status="101"} 1.0',
        'richelieu_handshakes_total{room="game",status="404"} 1.0',
        "richelieu_writer_queue 0.0",
        "richelieu_bus_listening 1.0",
        "richelieu_connections 1.0",
        'richelieu_pool_limit{pool="requests"} 16.0',
    ):
        assert line in counts, line
    assert "richelieu_loop_lag_seconds_count" in counts
    assert "richelieu_connections_limit " in counts
    written = server.output.read_text()
    events = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert {"game_created", "seat_taken"} <= {
        event["event"] for event in events if event.get("game") == board.id
    }
    assert all(event["request"] == "r-1" for event in events if event["event"] == "game_created")
    (line,) = (event for event in events if event["event"] == "browser_error_reported")
    assert (line["message"], line["place"], line["build"]) == ("x is null", "/people/", "1f")
    assert "127.0.0.1" not in str(line)
    requests = [event for event in events if event["event"] == "request_served"]
    assert ("/api/games/{id}", 404) in {(line["route"], line["status"]) for line in requests}
    assert "nowhere" not in str(requests), "what is asked for may be a name"
    assert not any(str(token) in written for token in [*tokens, "token=secret"])


async def test_entries_that_wait_for_their_commit_are_measured(engine: AsyncEngine, store: GameStore) -> None:
    writer = Writer(engine, Bus())
    entries = random_entries(await new_game(store), 3)
    waiting = [asyncio.ensure_future(writer.write(entry)) for entry in entries]
    await asyncio.sleep(0.05)
    writer.measure()
    assert REGISTRY.get_sample_value("richelieu_writer_queue") == 3
    assert (REGISTRY.get_sample_value("richelieu_writer_oldest_seconds") or 0) > 0
    async with running(writer):
        await asyncio.gather(*waiting)
    writer.measure()
    for name in ("queue", "oldest_seconds", "uncertain"):
        assert REGISTRY.get_sample_value(f"richelieu_writer_{name}") == 0


async def test_statements_and_their_errors_are_measured_by_pool(database_url: str) -> None:
    measured = REGISTRY.get_sample_value("richelieu_query_errors_total", {"pool": "tried"}) or 0
    engine = create_engine(Settings(database_url=database_url).url, pool=3, name="tried")
    async with engine.connect() as connection:
        await connection.execute(text("select 1"))
        before = _of_pool("query_seconds_count")
        await connection.execute(text("select 1"))
        measure_pool(engine, "tried")
        with pytest.raises(DBAPIError):
            await connection.execute(text("select nothing from nowhere"))
    await engine.dispose()
    assert _of_pool("query_seconds_count") == before + 1
    assert _of_pool("query_errors_total") == measured + 1
    assert (_of_pool("pool_connections", state="in_use"), _of_pool("pool_connections", state="idle")) == (
        1,
        0,
    )
    assert _of_pool("pool_limit") == 3


def _of_pool(name: str, **labels: str) -> float:
    value = REGISTRY.get_sample_value(f"richelieu_{name}", {"pool": "tried", **labels})
    assert value is not None
    return value
