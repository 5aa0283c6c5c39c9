"""A server fault after a commit is answered with `internal`, never as if nothing had been applied."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import httpx
import pytest

from app.games.new_entry import EntryKey
from app.games.writer import Batch, Writer
from tests.app.http_players import moves, new_board
from tests.serving import UNLIMITED, serving


def fail_after_commits() -> None:
    """Fail after the commit of every second batch, for `serving(prepare=...)`."""
    resolve, count = Writer._resolve, itertools.count(1)

    def fail(writer: Writer, batch: Batch, written: set[EntryKey]) -> None:
        if next(count) % 2:
            raise RuntimeError("a secret detail")
        resolve(writer, batch, written)

    Writer._resolve = fail  # type: ignore[method-assign, assignment]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_fault_after_the_commit_is_answered_with_the_id_of_the_request(
    postgres_url: str, tmp_path: Path
) -> None:
    line = moves()
    with serving(postgres_url, tmp_path, prepare=fail_after_commits, **UNLIMITED) as server:
        server.errors_allowed = True
        async with httpx.AsyncClient(base_url=server.url) as http:
            board = await new_board(http)
            first, second = board.people
            headers = {**first.headers, "x-request-id": "r-5"}
            body = {"ply": 0, "move": line[0]}
            answer = await http.post(f"/api/games/{board.id}/moves", json=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
            assert answer.json()["error"]["detail"]["request"] == "r-5"
            async with second.game_socket(board.id) as socket:
                assert (await socket.state(1))["last"] == line[0], "it was applied all the same"
            answer = await http.post(f"/api/games/{board.id}/moves", json=body, headers=headers)
            assert (answer.status_code, answer.json()["ply"]) == (200, 1), "sent again, it is answered"
            async with second.game_socket(board.id) as socket:
                assert (await socket.state())["ply"] == 1
                request = socket.connection.response
                assert request
                answers = [await socket.answer("move", ply=1, move=line[1]) for _ in range(2)]
                assert [answer["t"] for answer in answers].count("state") >= 1
                for refused in (answer for answer in answers if answer["t"] == "refused"):
                    assert refused["why"] == "internal"
                    assert refused["detail"]["request"] == request.headers["x-request-id"]
            assert "secret" not in str(answers)
    events = [json.loads(text) for text in server.printed().splitlines() if text.startswith("{")]
    assert any(event["event"] == "request_failed" and event["request"] == "r-5" for event in events)
