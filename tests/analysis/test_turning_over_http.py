"""The turning point of a lost castle over HTTP: found once, returned after the end."""

from __future__ import annotations

import asyncio

import httpx

from engine import GAMES
from tests.app.http_players import Person, code, guest

CASTLE = GAMES["beleaguered_castle"]
DEAL = 3  # its first move `r8 r6` keeps it winnable, `r1 r7` loses it


async def act(person: Person, game: str, act: str, ply: int, **fields: object) -> None:
    answer = await person.post(f"/api/games/{game}/{act}", {"ply": ply, **fields})
    assert answer.status_code == 200, answer.text


async def test_the_turning_point_of_a_lost_castle_is_told_to_everybody_after_its_end(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    person = await guest(http)
    game = (await person.create_game(rules=CASTLE.id, deal=DEAL))["id"]
    path = f"/api/games/{game}/turning"
    await act(person, game, "moves", 0, move="r8 r6")
    await act(person, game, "undo", 1)
    await act(person, game, "moves", 2, move="r1 r7")
    await act(person, game, "moves", 3, move="r3 r1")
    assert code(await person.get(path)) == "in_play"
    assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
    answers = await asyncio.gather(*(one.get(path) for one in (person, visitor)))
    assert {answer.status_code for answer in answers} == {200}
    found = answers[0].json()
    assert found == answers[1].json() == (await visitor.get(path)).json()
    line = found.pop("line")
    searched = {one["n"]: one["verdict"] for one in found.pop("values")}
    assert searched == {0: "winnable", 1: "lost"}
    assert found == {
        "moves": 2,
        "winnable": 0,
        "lost": 1,
        "start": "winnable",
        "told": "6C>7H",
        "ply": 2,
        "lost_ply": 3,
    }
    state = CASTLE.start(DEAL)
    for move, told in line:
        assert told == CASTLE.tell(state, move, 0)
        state = CASTLE.apply(state, move)
    outcome = CASTLE.outcome(state)
    assert outcome
    assert outcome.winner == 0


async def test_a_game_without_such_a_search_has_no_turning_point(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    for rules in ("four_horsemen", "cardinals_guards"):
        game = (await person.create_game(rules=rules))["id"]
        assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
        assert code(await person.get(f"/api/games/{game}/turning")) == "bad_message", rules
