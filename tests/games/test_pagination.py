"""Lists of games over HTTP: filters, pages and their cursors."""

from __future__ import annotations

import base64
import json
from itertools import product

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games.store import GameStore
from tests.app.http_players import PAIR, Json, Person, account, guest, moves, new_board
from tests.app.solitaire_games import OPEN, resign_over_http
from tests.app.stored_games import HOUR, new_game, new_player


async def listed(person: Person, **query: str) -> list[Json]:
    answer = await person.get("/api/games", params=query)
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


async def test_a_listed_game_has_these_fields(http: httpx.AsyncClient, visitor: Person) -> None:
    board = await new_board(http, *moves())
    first, second = board.people
    (item,) = await listed(visitor, player=first.id)
    created = item.pop("created")
    assert isinstance(created, int)
    end = (await visitor.state(board.id))["over"]
    assert item == {
        "id": board.id,
        "rules": PAIR.id,
        "players": [{"id": p.id, "name": p.name, "rating": None} for p in (first, second)],
        "control": None,
        "rated": False,
        "ply": len(moves()),
        "status": "ended",
        "over": end,
        **dict.fromkeys(("turn", "moved", "position", "daily", "deal", "to")),  # of running games
    }


async def test_a_listed_solitaire_has_its_score_once_it_has_ended(http: httpx.AsyncClient) -> None:
    player = await guest(http)
    ended, running = [(await player.create_game(rules=OPEN.id, deal=1))["id"] for _ in range(2)]
    last = await resign_over_http(player, ended, moves=1)
    (move, _) = (await player.state(running))["legal"][0]
    assert (await player.post(f"/api/games/{running}/moves", {"ply": 0, "move": move})).status_code == 200
    items = {item["id"]: item for item in await listed(player, player=player.id)}
    assert items[ended]["score"] == last["score"]
    assert "score" not in items[running]


async def test_an_unknown_value_of_a_filter_gives_an_empty_list(visitor: Person) -> None:
    values = ("", "nonsense", "\0", "a\0b", "\u00e4\U0001f0a1", "%", "'", "x" * 2000)
    rows = product(("status", "rules", "player"), values)
    assert [(*row, found) for row in rows if (found := await listed(visitor, **dict([row])))] == []


async def test_a_page_continues_where_the_last_one_ended(stored: AsyncEngine, visitor: Person) -> None:
    store = GameStore(stored)
    person = await new_player(store)
    made = [await new_game(store, person, person, created=HOUR + number // 2) for number in range(53)]
    newest = sorted(made, key=lambda game: (game.created, game.id), reverse=True)
    found, query, pages = list[str](), {"player": person.id}, 0
    while True:
        answer = (await visitor.get("/api/games", params=query)).json()
        found += [item["id"] for item in answer["items"]]
        pages += 1
        if answer["next"] is None:
            break
        assert len(answer["items"]) == 50
        query["cursor"] = answer["next"]
    assert pages == 2
    assert found == [game.id for game in newest], "each once, the newest first, by id at one moment"


def cursor(json_text: str) -> str:
    return base64.urlsafe_b64encode(json_text.encode()).decode()


INVALID = [
    *("", "x", "\u00e4", "%00", "!!!!", "AAAA"),
    *map(cursor, ["", "null", "7", "[]", "[1]", '[1, "a", 2]', '{"a": 1, "b": 2}', '"ab"', '["a", 1]']),
    *map(cursor, ['[1.5, "a"]', '[true, "a"]', '[-1, "a"]', '[9007199254740992, "a"]', "[1e999, 1]"]),
    *map(cursor, [r'[1, "a\u0000"]', r'[1, "\ud800"]', json.dumps([1, "\u00e4"]), "[" * 6000]),
    cursor('{"a":' * 3000),
]
LISTS = ("/api/games", "/api/leaderboards/four_horsemen", "/api/ratings/cardmate/0")


async def test_an_invalid_cursor_is_refused(visitor: Person) -> None:
    wrong: list[object] = []
    for path, bad in product(LISTS, INVALID):
        answer = await visitor.get(path, params={"cursor": bad})
        if answer.status_code != 422 or answer.json()["error"]["code"] != "bad_message":
            wrong.append((path, bad[:40], answer.text))
    assert wrong == []


async def test_lists_are_filtered_by_result_opponent_and_rating(http: httpx.AsyncClient) -> None:
    one, two, three = [await account(http) for _ in range(3)]
    games: dict[str, str] = {}
    for name, other, loser, rated in (
        ("won", two, 1, True),
        ("lost", two, 0, False),
        ("other", three, 1, False),
        ("aborted", two, None, False),
    ):
        game = (await one.create_game(to=other.name, rated=rated, seat=0))["id"]
        games[name] = game
        assert (await other.post(f"/api/games/{game}/join")).status_code == 200
        who = one if loser in (0, None) else other
        act = "abort" if loser is None else "resign"
        assert (await who.post(f"/api/games/{game}/{act}")).status_code == 200

    async def found(query: str) -> set[str]:
        answer = await one.get(f"/api/games?player={one.id}&{query}")
        return {item["id"] for item in answer.json()["items"]}

    assert await found("result=won") == {games["won"], games["other"]}
    assert await found("result=lost") == {games["lost"]}
    assert await found("result=drawn") == set()
    assert await found("result=best") == set()
    assert await found("rated=true") == {games["won"]}
    assert await found("rated=false") == {games[name] for name in ("lost", "other", "aborted")}
    assert await found("rated=perhaps") == set()
    assert await found(f"opponent={three.id}") == {games["other"]}
    assert await found(f"opponent={two.id}&result=won") == {games["won"]}
    assert await found(f"opponent={one.id}") == set()
