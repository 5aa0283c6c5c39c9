"""Maintenance: once announced, no game begins; during it nothing is served and no clock runs."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.clock import now
from app.db.key_values import set_maintenance_start
from tests.app.browsers import code_of
from tests.app.http_players import PAIR, Board, Person, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.app.two_processes import eventually
from tests.serving import UNLIMITED, command, serving


async def test_no_game_begins_while_maintenance_is_announced(database_url: str, engine: AsyncEngine) -> None:
    at = now() + 600_000
    async with serving_here(database_url, **UNLIMITED) as url, httpx.AsyncClient(base_url=url) as http:
        board = await new_board(http, *moves()[:2])
        ended = await new_board(http, *moves()[:2])
        await ended.people[0].post(f"/api/games/{ended.id}/resign")
        rematch = {"ply": 3, "what": "rematch"}
        assert (await ended.people[0].post(f"/api/games/{ended.id}/offer", rematch)).status_code == 200
        person = await guest(http)
        waiting = (await (await guest(http)).create_game())["id"]
        await set_maintenance_start(engine, at)
        assert (await http.get("/api/site")).json()["maintenance"] == at
        for path, body in (
            ("/api/games", {"rules": PAIR.id}),
            ("/api/games", {"rules": PAIR.id, "pair": True}),
            (f"/api/games/{waiting}/join", {}),
        ):
            refused = await person.post(path, body)
            assert code_of(refused)[:2] == (503, "maintenance")
            assert refused.json()["error"]["detail"]["at"] == at
        answer = await ended.people[1].post(f"/api/games/{ended.id}/answer", {**rematch, "yes": True})
        assert code_of(answer)[:2] == (503, "maintenance")
        await board.play(moves()[2])
        await set_maintenance_start(engine, None)
        assert (await person.post(f"/api/games/{waiting}/join")).status_code == 200
        assert "maintenance" not in (await http.get("/api/site")).json()


@pytest.mark.slow
async def test_in_maintenance_nothing_is_served_and_no_clock_runs(database_url: str, tmp_path: Path) -> None:
    done = command("maintenance", "on", "--in", "never", database_url=database_url)
    assert done.returncode == 2
    assert "'never' is not a time such as 24h, 30m or 7d" in done.stderr
    with serving(database_url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            board: Board = await new_board(http, *moves()[:2], clock={"base": 60, "increment": 0})
            person: Person = board.people[0]
            async with person.game_socket(board.id) as socket:
                await socket.state()
                begun = now()
                assert command("maintenance", "on", "--in", "0s", database_url=database_url).returncode == 0
                assert await socket.close_code() == 1012

            await eventually(lambda: "Maintenance since" in server.printed())
            with pytest.raises(httpx.TransportError):
                await http.get("/health")
            assert command("maintenance", "off", database_url=database_url).returncode == 0

            async def serves_again() -> bool:
                try:
                    return (await http.get("/ready")).status_code == 200
                except httpx.TransportError:
                    return False

            await eventually(serves_again)
            state = await person.state(board.id)
            log = (await http.get(f"/api/games/{board.id}/log")).json()
        paused = [entry for entry in log["entries"] if entry[2] == "pause"]
        assert len(paused) == 1
        length, at = int(paused[0][3]), paused[0][4]
        assert at - length >= begun, "clocks run until it begins"
        played = state["clock"]["at"] - begun - length  # milliseconds outside of the maintenance
        assert sum(state["clock"]["left"]) >= 120_000 - played - 2_000
