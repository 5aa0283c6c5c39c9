"""Metrics for Prometheus, and JSON logs without secrets."""

from __future__ import annotations

import json
from pathlib import Path

import httpx

from tests.app.http_players import moves, new_board
from tests.databases import Fresh
from tests.serving import UNLIMITED, serving


async def test_metrics_count_and_logs_name_games_and_players_but_no_secret(
    fresh: Fresh, tmp_path: Path
) -> None:
    with fresh() as url, serving(url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            board = await new_board(http, *moves()[:3])
            assert (await http.get("/api/games/nowhere")).status_code == 404
            fault = {"message": "x is null", "place": "/people/Brass%20Heron?a=1:2:3", "build": "1f"}
            answer = await http.post("/api/faults", json=fault)
            assert (answer.status_code, answer.content) == (204, b"")
            answer = await http.post("/api/faults", json=fault | {"message": "x" * 501})
            assert answer.status_code == 422
            counts = (await http.get("/metrics")).text
            tokens = [person.token for person in board.people]
    assert 'richelieu_lines_total{act="move"} 3.0' in counts
    assert "richelieu_commit_lines_count 3.0" in counts
    assert "richelieu_live_games 1.0" in counts
    assert 'richelieu_refusals_total{why="not_found"} 1.0' in counts
    assert "richelieu_loop_lag_seconds_count" in counts
    written = server.output.read_text()
    events = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert {"game created", "seat taken"} <= {
        event["event"] for event in events if event.get("game") == board.id
    }
    (line,) = (event for event in events if event["event"] == "fault in a browser")
    assert (line["message"], line["place"], line["build"]) == ("x is null", "/people/", "1f")
    assert "127.0.0.1" not in str(line)
    assert not any(str(token) in written for token in tokens)
