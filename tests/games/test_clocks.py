"""Clocks: requested controls, their fields in frames, and their values in the database."""

from __future__ import annotations

from functools import partial

import httpx
import msgspec
import pytest

from app.db.clock import now
from app.games.state import Access
from app.wiring import Services
from engine import Timed
from tests.app.http_players import Json, Person, guest, moves
from tests.app.stored_games import new_game, play

MOVES = moves()


async def test_a_game_has_the_clock_that_was_asked_for(http: httpx.AsyncClient) -> None:
    person, asked = await guest(http), list[Json]()
    for clock in ({"base": 600, "increment": 5}, {"base": 0, "increment": 1}, {"days": 14}, {"days": 1}):
        made = await person.create_game(clock=clock)
        full = clock["days"] * 86_400_000 if "days" in clock else (clock["base"] or 3) * 1000
        state = made["state"]
        assert state["control"] == clock
        assert (state["clock"]["left"], state["clock"]["running"]) == ([full, full], None)
        assert (await Person(http).get(f"/api/games/{made['id']}/log")).json()["clock"] == clock
        asked.insert(0, clock)
    listed = (await person.get(f"/api/games?player={person.id}")).json()["items"]
    assert sorted(map(str, asked)) == sorted(str(item["control"]) for item in listed)


async def test_a_frame_with_a_running_clock_is_encoded_anew_when_it_is_old(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    monkeypatch.setattr("app.db.clock.now", lambda: at)
    game = await new_game(services.games.store, control=Timed(600))
    async with services.games.sessions.open(game.id) as session:
        await play(session, *MOVES[:2])
        running = session.match.turn or 0
        encoded = (session.view.state_text, partial(session.view.step_text, access=Access.OPEN))
        first = [text(None) for text in encoded]
        at += 90
        assert [text(None) for text in encoded] == first, "encoded once for all"
        at += 20
        again = [text(None) for text in encoded]
        for texts, left in ((first, 600_000), (again, 600_000 - 110)):
            assert [msgspec.json.decode(text or b"")["clock"]["left"][running] for text in texts] == [
                left,
                left,
            ]
