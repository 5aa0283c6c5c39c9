"""The maximum log length: a two-player match is drawn there, a solitaire can only be resigned. Loading a long
log does not block other clients."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import write_transaction
from app.db.schema import entries, games
from app.ops.verify import differences
from app.serving import open_server
from app.settings import Settings
from engine import GAMES, Outcome
from tests.app.http_players import Person, guest, moves, new_board
from tests.app.stored_games import HOUR, new_game, play
from tests.games.viewers import wait_for_end

MOVES = moves()
SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and game.dealt and not game.hides)


async def long_solitaire(http: httpx.AsyncClient, engine: AsyncEngine, length: int) -> tuple[Person, str]:
    """Return a solitaire with `length` entries: the same move and its undo, repeated."""
    person = await guest(http)
    game = (await person.create_game(rules=SOLITAIRE.id, deal=5))["id"]
    two = ("move", SOLITAIRE.legal(SOLITAIRE.start(5))[0]), ("undo", "")
    rows = [
        {"game_id": game, "ply": ply, "seat": 0, "act": act, "text": text, "at": 2 * HOUR + ply}
        for ply, (act, text) in enumerate(two * (length // 2))
    ]
    async with write_transaction(engine) as connection:
        await connection.execute(insert(entries), rows)
        await connection.execute(update(games).where(games.c.id == game).values(ply=length))
    return person, game


async def test_a_match_of_maximum_length_is_drawn_at_its_last_move_or_when_it_is_loaded(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was not ended at its last entry: the process was killed, or had no maximum length."""
    settings = Settings(database_url=database_url)
    async with open_server(settings) as before:
        long, shorter = [await new_game(before.games.store) for _ in range(2)]
        for game, count in ((long, 3), (shorter, 2)):
            async with before.games.sessions.open(game.id) as session:
                await play(session, *MOVES[:count])
    monkeypatch.setattr("engine.match_state.MAX_ENTRIES", 3)
    async with open_server(settings) as one, open_server(settings) as two:
        for game in (long, shorter):
            async with one.games.sessions.open(game.id) as here, two.games.sessions.open(game.id) as there:
                await play(here, *MOVES[len(here.log) : 3])
                await wait_for_end(here)
                await there.refresh()
                for session in (here, there):
                    assert session.match.outcome == Outcome(None, "too_long")
            assert [line.act for line in await one.games.store.log(game.id)] == [*["move"] * 3, "claim"]
            audit = await one.games.store.stored_game(game.id)
            assert [(result.drawn, result.won, result.reason) for result in audit.results] == [
                (True, False, "too_long")
            ] * 2
        assert [found async for found in differences(one.games.store)] == []


async def test_a_solitaire_of_maximum_length_can_only_be_resigned(
    http: httpx.AsyncClient, stored: AsyncEngine
) -> None:
    """And other connections are answered while its log is loaded."""
    person, game = await long_solitaire(http, stored, 5000)
    other, pongs = await new_board(http), 0
    async with other.people[0].game_socket(other.id) as socket:
        await socket.next_answer()
        opening = asyncio.create_task(person.state(game))
        while not opening.done():
            await socket.answer("ping", n=1)
            pongs += 1
            await asyncio.sleep(0.005)  # a client may send 250 frames a second
    assert pongs > 5
    state = await opening
    assert (state["ply"], state["acts"], state["status"]) == (5000, ["resign"], "live")
    for act, body in (("moves", {"move": state["legal"][0][0]}), ("redo", {})):
        answer = await person.post(f"/api/games/{game}/{act}", {"ply": 5000} | body)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "illegal_move")
        assert error["detail"]["rule"] == "too_long"
    ended = (await person.post(f"/api/games/{game}/resign")).json()
    assert ended["over"] == {"winner": None, "reason": "resigned"}
