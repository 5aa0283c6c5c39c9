"""Unreadable games are left out of lists and do not disturb other games."""

from __future__ import annotations

import json

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.app.http_players import moves, new_board
from tests.app.lobby.test_lobby import ids, lobby
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, serving


@pytest.mark.parametrize(
    ("damage", "status"),
    [
        ("update entries set text = 'a1 a1' where ply = 0 and game_id = :game", 503),
        ("update games set deal = 'no deal' where id = :game", 503),
        ("update games set version = 99 where id = :game", 404),
    ],
)
async def test_an_unreadable_game_is_left_out_of_lists_and_logged_once(
    fresh: Fresh, tmp_path_factory: pytest.TempPathFactory, damage: str, status: int
) -> None:
    folder = tmp_path_factory.mktemp("unreadable")
    with fresh() as url:
        with serving(url, folder, **UNLIMITED) as server:
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                good, bad = await new_board(http, moves()[0]), await new_board(http, moves()[0])
                ended = [await new_board(http, moves()[0]) for _ in range(2)]
                for board in ended:
                    await board.people[0].post(f"/api/games/{board.id}/resign")
        engine = create_engine(Settings(database_url=url).url)
        async with engine.begin() as connection:
            for board in (bad, ended[0]):
                await connection.execute(text(damage), {"game": board.id})
            for board in (bad, *ended):  # the same people have a seat in all
                for seat, person in enumerate(good.people):
                    await connection.execute(
                        text("update seats set player_id = :person where game_id = :game and seat = :seat"),
                        {"person": person.id, "game": board.id, "seat": seat},
                    )
        await engine.dispose()
        with serving(url, folder, **UNLIMITED) as server:
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                for person in good.people:
                    person.http = http
                for _ in range(2):
                    async with lobby(good.people[0]) as socket:
                        frame = await socket.next()
                    assert ids(frame, "mine") == [good.id]
                    assert good.id in ids(frame, "live")
                    answer = await http.get(f"/api/games/{bad.id}")
                    assert answer.status_code == status
                listed = (await http.get(f"/api/games?player={good.people[0].id}")).json()["items"]
                assert good.id in [item["id"] for item in listed]
                exported = await http.get(f"/api/games/export?player={good.people[0].id}")
                records = [json.loads(line)["record"] for line in exported.text.splitlines()]
                assert [record["id"] for record in records] == [ended[1].id]
            lines = [line for line in server.printed().splitlines() if bad.id in line]
            assert len(lines) <= 2, "one of the lists, and one of the game itself"
