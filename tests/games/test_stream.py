"""The stream of a player's games and the export of game records, as JSON lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.games import stream as streams
from engine import load
from tests.app.http_players import PAIR, Board, Json, Person, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.app.openapi_contract import document, validate
from tests.app.two_processes import with_client
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, serving

KINDS = {"challenge": "ChallengeLine", "start": "StartLine", "turn": "TurnLine", "end": "EndLine"}


class Lines:
    """Lines of a stream, awaited one by one and validated."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.aiter_lines()

    async def next(self) -> Json:
        """Return the next line that is not empty."""
        async with asyncio.timeout(PATIENCE):
            while not (text := await anext(self._lines)):
                pass
        line: Json = json.loads(text)
        validate(line, document()["components"]["schemas"][KINDS[line["t"]]])
        return line

    async def take(self, count: int) -> list[tuple[str, str]]:
        """Return the kinds and games of the next lines."""
        lines = [await self.next() for _ in range(count)]
        return [(line["t"], line["game"]) for line in lines]


@asynccontextmanager
async def stream(person: Person, after: int | None = None) -> AsyncIterator[Lines]:
    async with opened(person, after) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("application/x-ndjson")
        yield Lines(response)


@asynccontextmanager
async def opened(person: Person, after: int | None = None) -> AsyncIterator[httpx.Response]:
    """Yield the response of the stream, by a client that does not read it whole."""
    path = "/api/stream" if after is None else f"/api/stream?after={after}"
    async with (
        httpx.AsyncClient(base_url=person.http.base_url, timeout=PATIENCE) as client,
        client.stream("GET", path, headers=person.headers) as response,
    ):
        yield response


async def challenge(one: Person, two: Person) -> str:
    """Return a challenge of `one` at seat 0."""
    game: str = (await one.create_game(to=two.name, seat=0))["id"]
    return game


async def test_a_program_that_follows_by_a_stream_is_present(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *moves()[:2], clock={"base": 60, "increment": 0})
    program, person = board.people
    async with person.game_socket(board.id) as socket:
        away = (await socket.state())["players"][0]["away"]
        assert away is not None
        async with stream(program) as lines:
            await lines.take(1)
            while (frame := await socket.expect("presence"))["players"] != [True, True]:
                pass
            assert frame["away"] == [None, None]
            answer = await program.post(f"/api/games/{board.id}/moves", {"ply": 2, "move": moves()[2]})
            assert [player["online"] for player in answer.json()["players"]] == [True, True]
        while (frame := await socket.expect("presence"))["players"] != [False, True]:
            pass
        assert frame["away"] == [None, None], "it is not their turn"


async def test_a_stream_tells_of_challenges_starts_turns_and_ends(http: httpx.AsyncClient) -> None:
    one, two = await guest(http), await guest(http)
    async with stream(one) as mine, stream(two) as theirs:
        game = await challenge(one, two)
        line = await theirs.next()
        assert (line["t"], line["game"], line["seat"], line["rated"]) == ("challenge", game, 1, False)
        assert line["opponent"]["name"] == one.name
        assert (await two.post(f"/api/games/{game}/join")).status_code == 200
        assert await theirs.take(1) == [("start", game)]
        assert await mine.take(2) == [("start", game), ("turn", game)]
        board = Board(game, (one, two))
        await board.play(moves()[0])
        turn = await theirs.next()
        assert (turn["t"], turn["ply"], turn["seat"]) == ("turn", 1, 1)
        await board.play(moves()[1])
        assert (await mine.next())["ply"] == 2
        assert (await two.post(f"/api/games/{game}/resign")).status_code == 200
        for lines in (mine, theirs):
            end = await lines.next()
            over = {"winner": 0, "reason": "resigned"}
            assert (end["t"], end["over"], end["declined"]) == ("end", over, None)
        declined = await challenge(one, two)
        assert await theirs.take(1) == [("challenge", declined)]
        assert (await two.post(f"/api/games/{declined}/decline", {"word": "later"})).status_code == 204
        assert [(end := await mine.next())["t"], end["declined"]] == ["end", "later"]


async def test_a_new_stream_tells_what_is_so_now_and_goes_on_after_the_last_line(
    http: httpx.AsyncClient,
) -> None:
    one, two = await guest(http), await guest(http)
    asked = await challenge(two, one)
    game = await challenge(one, two)
    await two.post(f"/api/games/{game}/join")
    solitaire_like = await one.create_game(seat="both")
    async with stream(one) as lines:
        taken = await lines.take(3)
        assert sorted(taken) == sorted([("challenge", asked), ("start", game), ("turn", game)])
        assert solitaire_like["id"] not in [known for _, known in taken]
    board = Board(game, (one, two))
    await board.play(*moves()[:2])
    await two.post(f"/api/games/{game}/resign")
    async with stream(one) as lines:
        assert await lines.take(1) == [("challenge", asked)], "an ended game is none of it"
    async with stream(one, after=0) as lines:
        taken = await lines.take(3)
        assert sorted(taken) == sorted([("challenge", asked), ("start", game), ("end", game)])


async def test_lines_of_the_last_seconds_come_again_with_the_same_id(http: httpx.AsyncClient) -> None:
    one, two = await guest(http), await guest(http)
    game = await challenge(two, one)
    async with stream(one) as lines:
        first = await lines.next()
    async with stream(one, after=first["id"]) as lines:
        assert await lines.next() == first
    later = first["id"] + 1000 * (streams.OVERLAP_MS + 1)
    async with stream(one, after=later) as lines:
        await two.post(f"/api/games/{game}/abort")
        assert await lines.take(1) == [("end", game)], "what is older is not told again"


async def test_a_stream_is_for_people_and_two_of_them_at_most(http: httpx.AsyncClient) -> None:
    assert (await http.get("/api/stream")).status_code == 401
    one = await guest(http)
    async with stream(one), stream(one):
        answer = await one.get("/api/stream")
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
    for _ in range(100):
        async with opened(one) as response:
            if response.status_code == 200:
                return
        await asyncio.sleep(0.05)
    pytest.fail("the places of closed streams are not free again")


@pytest.mark.slow
async def test_a_stream_ends_when_the_server_stops(fresh: Fresh, tmp_path: Path) -> None:
    """By itself: one that the server had to cut would not be complete."""
    with fresh() as url, serving(url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
            one = await guest(client)
            async with client.stream("GET", "/api/stream", headers=one.headers) as response:
                server.process.terminate()
                assert [line async for line in response.aiter_lines() if line] == []
        assert await asyncio.to_thread(server.wait, PATIENCE) in (0, -15)


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_stream_tells_what_other_processes_write(
    both: tuple[httpx.AsyncClient, ...],
) -> None:
    first, second = both
    one, two = await guest(first), await guest(second)
    async with stream(two) as lines, stream(two):
        game = await challenge(one, two)
        assert await lines.take(1) == [("challenge", game)]
        answer = await two.get("/api/stream")
        assert answer.status_code == 429, "two of them in a process"
        assert (await with_client(two, first).post(f"/api/games/{game}/join")).status_code == 200
        assert await lines.take(1) == [("start", game)]
        board = Board(game, (one, with_client(two, first)))
        await board.play(moves()[0])
        assert await lines.take(1) == [("turn", game)]


async def exported(person: Person, query: str) -> list[Json]:
    answer = await person.http.get(f"/api/games/export?{query}", headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: list[Any] = [json.loads(line) for line in answer.text.splitlines()]
    for line in found:
        validate(line, document()["components"]["schemas"]["ExportedGame"])
    return found


async def test_an_export_has_the_records_of_ended_games_in_the_order_of_their_ends(
    http: httpx.AsyncClient,
) -> None:
    one = await guest(http)
    games = []
    for number in range(3):
        two = await guest(http)
        game = (await one.create_game(seat=0, public=number != 2))["id"]
        await two.post(f"/api/games/{game}/join")
        board = Board(game, (one, two))
        await board.play(*moves()[:4])
        await one.post(f"/api/games/{game}/resign")
        games.append(game)
    await new_board(http)
    lines = await exported(one, f"player={one.id}")
    assert [line["record"]["id"] for line in lines] == games
    for line in lines:
        replayed = load(line["record"]).replay()
        assert (replayed.ply, replayed.game.id) == (5, PAIR.id)
        assert line["players"][0]["id"] == one.id
    rest = await exported(one, f"player={one.id}&since={lines[1]['ended']}")
    assert [line["record"]["id"] for line in rest] == games[1:]
    public = await exported(Person(http), f"player={one.id}")
    assert [line["record"]["id"] for line in public] == games[:2], "private games are for their players"


@pytest.mark.slow
async def test_an_export_is_slowed_by_the_read_limit_and_not_cut(database_url: str) -> None:
    async with (
        serving_here(database_url, **{**UNLIMITED, "limit_reads": 10}) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client,
    ):
        one = await guest(client)
        for _ in range(12):
            game = (await one.create_game())["id"]
            assert (await one.post(f"/api/games/{game}/abort")).status_code == 200
        loop = asyncio.get_running_loop()
        start = loop.time()
        assert len(await exported(one, f"player={one.id}")) == 12
        assert loop.time() - start > 0.8, "2 units a second after the first 10"
