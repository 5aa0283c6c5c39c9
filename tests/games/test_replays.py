"""Replays and variations: the frames of a game, its log and check, and variations without a game."""

from __future__ import annotations

from itertools import product
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.games.store import GameStore
from app.games.writer import Writer
from engine import GAMES, OPENING, Daily, Game, Timed, load
from tests.app.http_players import PAIR, Person, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.app.stored_games import new_game, random_entries, running, timed_entries

MOVES = moves()
DEALT = {(game.hides, len(game.seats)): game for game in GAMES.values() if game.dealt}.values()


async def test_the_frames_of_a_game_are_its_states_in_order_one_by_one_and_several_at_once(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http, *MOVES)
    state, each = PAIR.start(0), list[Any]()
    for n in range(len(MOVES) + 1):
        answer = await visitor.get(f"/api/games/{board.id}/frames/{n}")
        assert answer.status_code == 200
        frame = answer.json()
        each.append(frame)
        ended = n == len(MOVES)
        assert (frame["ply"], len(frame["told"])) == (n, n)
        assert frame["view"] == PAIR.view(state, None)
        assert (frame["status"], frame["over"] is not None) == (("ended", True) if ended else ("live", False))
        assert frame["last"] == (MOVES[n - 1] if n else None)
        assert (frame["seat"], frame["acts"]) == (None, [])
        assert [pair[0] for pair in frame["legal"]] == ([] if ended else list(PAIR.legal(state)))
        if not ended:
            state = PAIR.apply(state, MOVES[n])
    last = len(MOVES)
    assert refusal(await visitor.get(f"/api/games/{board.id}/frames/{last + 1}")) == (404, "not_found")
    path = f"/api/games/{board.id}/frames"
    for asked, several in (({}, each), ({"from": 1, "to": 3}, each[1:4]), ({"from": last}, each[last:])):
        assert (await visitor.get(path, params=asked)).json() == {"items": several}
    for asked, why in (
        ({"from": last + 1}, (404, "not_found")),
        ({"from": 2, "to": last + 1}, (404, "not_found")),
        ({"from": 3, "to": 2}, (422, "bad_message")),
        ({"from": 0, "to": 200}, (422, "bad_message")),
        ({"from": -1}, (422, "bad_message")),
    ):
        assert refusal(await visitor.get(path, params=asked)) == why, asked


async def test_a_frame_follows_the_log_and_not_the_moves(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    game = (await person.create_game(seat="both"))["id"]
    for ply, act in enumerate(["moves", "undo", "redo"]):
        body = {"ply": ply} | ({"move": MOVES[0]} if act == "moves" else {})
        assert (await person.post(f"/api/games/{game}/{act}", body)).status_code == 200
    notation = [len((await person.get(f"/api/games/{game}/frames/{n}")).json()["told"]) for n in range(4)]
    assert notation == [0, 1, 0, 1]


async def test_an_impossible_frame_is_refused(http: httpx.AsyncClient, visitor: Person) -> None:
    bad, missing = (422, "bad_message"), (404, "not_found")
    expected = dict.fromkeys(("-1", "x", "1.5", "9" * 6000, "%00"), bad)
    expected |= dict.fromkeys((str(2**53), "9" * 300, "1/2"), missing)
    game = (await (await guest(http)).create_game())["id"]
    found = {n: refusal(await visitor.get(f"/api/games/{game}/frames/{n}")) for n in expected}
    assert found == expected


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_the_log_is_the_whole_game_and_the_check_replays_it(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http, *MOVES[:-1])
    checked = (await visitor.get(f"/api/games/{board.id}/check")).json()
    assert checked == {
        "agrees": True,
        "deal": None,
        "score": [],
        "moves": len(MOVES) - 1,
        "outcome": None,
        "differs_at": None,
    }
    await board.play(MOVES[-1])
    log = (await visitor.get(f"/api/games/{board.id}/log")).json()
    end = (await visitor.state(board.id))["over"]
    checked = (await visitor.get(f"/api/games/{board.id}/check")).json()
    assert (checked["agrees"], checked["outcome"]) == (True, end)
    record = load(log)
    assert record.replay().outcome == record.outcome
    lines = log.pop("entries")
    assert log == {
        "id": board.id,
        "rules": PAIR.id,
        "version": PAIR.version,
        "deal": None,
        "position": None,
        "clock": None,
        "free": False,
        "outcome": end,
    }
    assert [line[0] for line in lines] == list(range(len(MOVES)))
    assert [line[1] for line in lines] == [ply % 2 for ply in range(len(MOVES))]
    assert [(line[2], line[3]) for line in lines] == [("move", move) for move in MOVES]
    times = [line[4] for line in lines]
    assert times == sorted(times)


async def test_the_log_says_what_its_entries_charge(database_url: str, engine: AsyncEngine) -> None:
    store = GameStore(engine)
    timed, by_days = await new_game(store, control=Timed(600)), await new_game(store, control=Daily(1))
    written = timed_entries(timed)
    async with running(Writer(engine, Bus())) as writer:
        for new_entry in (*written, *random_entries(by_days)):
            assert await writer.write(new_entry)
    async with serving_here(database_url) as url, httpx.AsyncClient(base_url=url) as client:
        log = (await client.get(f"/api/games/{timed.id}/log")).json()
        assert log["spent"] == [None, None, *[300] * (len(written) - 2)]
        assert load(log).entries == tuple(new.entry for new in written)
        assert (await client.get(f"/api/games/{timed.id}/check")).json()["agrees"]
        assert "spent" not in (await client.get(f"/api/games/{by_days.id}/log")).json()


@pytest.mark.parametrize("game", DEALT, ids=lambda game: game.id)
async def test_the_log_of_an_ended_game_has_its_deal(http: httpx.AsyncClient, game: Game[Any]) -> None:
    """So that the engine plays it again from the log alone, to the same position."""
    person = await guest(http)
    made = await person.create_game(rules=game.id, seat="both" if len(game.seats) == 2 else 0)
    move = next(text for text, _ in made["state"]["legal"] if not text.endswith(OPENING))
    await person.post(f"/api/games/{made['id']}/moves", {"ply": 0, "move": move})
    ended = (await person.post(f"/api/games/{made['id']}/resign")).json()
    record = load((await person.get(f"/api/games/{made['id']}/log")).json())
    match = record.replay()
    assert record.deal is not None
    assert match.outcome == record.outcome
    assert match.view(None)["position"] == ended["view"]["position"]


async def test_a_game_copied_as_text_starts_a_game_from_its_end(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    person = await guest(http)
    unfinished = await new_board(http, *MOVES[:3])
    answer = await visitor.get(f"/api/games/{unfinished.id}/text")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    made = await person.create_game(seat="both", position=answer.text)
    position = (await visitor.state(unfinished.id))["view"]["position"]
    assert (made["state"]["start"], made["state"]["view"]["position"]) == (position, position)


@pytest.mark.parametrize("game", DEALT, ids=lambda game: game.id)
async def test_the_log_of_a_live_game_with_hidden_cards_is_closed(
    http: httpx.AsyncClient, game: Game[Any]
) -> None:
    person = await guest(http)
    made = (await person.create_game(rules=game.id))["id"]
    if game.hides:  # a second frame, so that there is an earlier one
        legal = (await person.state(made))["legal"]
        move = next(text for text, _ in legal if not text.endswith(OPENING))
        await person.post(f"/api/games/{made}/moves", {"ply": 0, "move": move})
    for path in ("log", "text", "check", "frames"):
        answer = await person.get(f"/api/games/{made}/{path}")
        assert answer.status_code == (403 if game.hides else 200)
    made = (await person.create_game(rules=game.id))["id"]
    assert (await person.get(f"/api/games/{made}/frames/0")).status_code == 200, "the current one is open"


async def test_an_unknown_game_has_no_replay(visitor: Person) -> None:
    ids = ("nothing", "x" * 60, "%00", "%F0%9F%82%A1", "a%2Fb")
    rows = product(ids, ("", "/log", "/text", "/check", "/frames", "/frames/0"))
    found = {row: refusal(await visitor.get("/api/games/{}{}".format(*row))) for row in rows}
    assert found == dict.fromkeys(found, (404, "not_found"))
    assert len(found) == 30


async def variation(person: Person, **asked: object) -> tuple[int, Any]:
    answer = await person.post("/api/lines", {"rules": PAIR.id, **asked})
    return answer.status_code, answer.json()


async def test_a_variation_needs_no_game(visitor: Person) -> None:
    status, state = await variation(visitor, moves=list(MOVES[:3]))
    assert (status, state["game"], state["seat"], state["acts"]) == (200, None, None, [])
    assert (state["ply"], state["last"], len(state["told"])) == (3, MOVES[2], 3)
    assert state["players"] == [None, None]
    position = PAIR.start(0)
    for move in MOVES[:3]:
        position = PAIR.apply(position, move)
    assert [pair[0] for pair in state["legal"]] == list(PAIR.legal(position)), "also for a spectator"
    status, again = await variation(visitor, position=PAIR.show(position), moves=[MOVES[3]])
    assert (status, again["ply"], again["start"]) == (200, 1, PAIR.show(position))
    assert again["view"] == PAIR.view(PAIR.apply(position, MOVES[3]), None)


async def test_a_variation_may_be_a_whole_game_and_a_wrong_move_has_its_number(
    visitor: Person,
) -> None:
    status, state = await variation(visitor, moves=list(MOVES))
    assert (status, state["status"], state["legal"], state["turn"]) == (200, "ended", [], None)
    status, error = await variation(visitor, moves=[*MOVES, MOVES[0]])
    assert (status, error["error"]["code"]) == (422, "illegal_move")
    assert error["error"]["detail"]["rule"] == "game_over"
    assert error["error"]["detail"]["number"] == len(MOVES)
    status, error = await variation(visitor, moves=[MOVES[0], "banana"])
    assert (status, error["error"]["code"]) == (422, "illegal_move")
    assert (error["error"]["detail"]["rule"], error["error"]["detail"]["number"]) == (
        PAIR.why(PAIR.apply(PAIR.start(0), MOVES[0]), "banana"),
        1,
    )
