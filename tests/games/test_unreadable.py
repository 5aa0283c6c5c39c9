"""Unreadable games are left out of lists and do not disturb other games."""

from __future__ import annotations

import json
from collections import Counter

import httpx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from tests.app.http_players import Board, moves, new_board
from tests.app.in_process import serving_here
from tests.lobby.test_lobby import ids, lobby
from tests.serving import UNLIMITED

DAMAGE = {  # to the row or log of a game, and how it is answered
    "update entries set text = 'a1 a1' where ply = 0 and game_id = :game": 503,
    "update games set deal = 'no deal' where id = :game": 503,
    "update games set version = 99 where id = :game": 404,
}


async def test_an_unreadable_game_is_left_out_of_lists_and_logged_once(
    database_url: str, engine: AsyncEngine
) -> None:
    async with serving_here(database_url, **UNLIMITED) as url, httpx.AsyncClient(base_url=url) as http:
        good, bad = await new_board(http, moves()[0]), [await new_board(http, moves()[0]) for _ in DAMAGE]
        ended = [await new_board(http, moves()[0]) for _ in range(len(DAMAGE) + 1)]
        for board in ended:
            await board.people[0].post(f"/api/games/{board.id}/resign")
    await damage(engine, dict(zip([board.id for board in bad], DAMAGE, strict=True)))
    await damage(engine, dict(zip([board.id for board in ended], DAMAGE, strict=False)))
    await seat(engine, good, [*bad, *ended])
    async with serving_here(database_url, **UNLIMITED) as url, httpx.AsyncClient(base_url=url) as http:
        for person in good.people:
            person.http = http
        with capture_logs() as logs:
            for _ in range(2):
                async with lobby(good.people[0]) as socket:
                    frame = await socket.next()
                assert ids(frame, "mine") == [good.id]
                assert good.id in ids(frame, "live")
                answers = [(await http.get(f"/api/games/{board.id}")).status_code for board in bad]
                assert answers == list(DAMAGE.values())
        listed = (await http.get(f"/api/games?player={good.people[0].id}")).json()["items"]
        assert good.id in [item["id"] for item in listed]
        exported = await http.get(f"/api/games/export?player={good.people[0].id}")
        records = [json.loads(line)["record"] for line in exported.text.splitlines()]
        assert [record["id"] for record in records] == [ended[-1].id]
    logged = Counter(line["game"] for line in logs if "game" in line)
    assert logged.keys() == {board.id for board in bad[:2]}, "the version of the third names no game"
    assert max(logged.values()) <= 2, "one of the lists, and one of the game itself"


async def damage(engine: AsyncEngine, statements: dict[str, str]) -> None:
    """Execute a statement about each game."""
    async with engine.begin() as connection:
        for game, statement in statements.items():
            await connection.execute(text(statement), {"game": game})


async def seat(engine: AsyncEngine, good: Board, boards: list[Board]) -> None:
    """Let the people of one game have the seats of the others, too."""
    move = text("update seats set player_id = :person where game_id = :game and seat = :seat")
    async with engine.begin() as connection:
        for board in boards:
            for number, person in enumerate(good.people):
                row = {"person": person.id, "game": board.id, "seat": number}
                await connection.execute(move, row)
