"""Bad input over HTTP, as a table: every write with every bad body gets the documented answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from itertools import product

import httpx
import pytest
import pytest_asyncio

from tests.app.http_players import PAIR, Board, Json, Person, guest, moves, new_board
from tests.app.solitaire_games import NOT_DAILY, OPEN

MOVES = moves()
WRITES = (
    *("/api/games", "/api/lines", "/api/games/{id}/join"),
    *("/api/games/{id}/moves", "/api/games/{id}/undo", "/api/games/{id}/redo"),
)
ACTS = tuple(
    f"/api/games/{{id}}/{act}"
    for act in ("resign", "abort", "claim", "offer", "withdraw", "answer", "chat", "hide")
)
NOT_JSON = (
    b"",
    b" ",
    b"move",
    b'{"ply":2',
    b"{}{}",
    b'{"rules":"\xff"}',  # no UTF-8
    '{"ply":2}'.encode("utf-16"),
    b"ply=2&move=a",
    b"\0",
    b'{"ply":NaN}',
    b"{'ply':2}",
    b'{"ply":2,}',
    b"[" * 16000,
)
OTHER_TYPES = (
    b"[]",
    b'"x"',
    b"null",
    b"7",
    b'{"nonsense":1}',
    b'{"t":"move"}',
    b'{"\\u0000":1}',
    b'{"\\ud800":1}',
)
TOO_LARGE = tuple(b" " * size for size in (16 * 1024 + 1, 300_000, 3_000_000))
UNREADABLE = {
    (400, "not_json"): NOT_JSON,
    (422, "bad_message"): OTHER_TYPES,
    (413, "too_large"): TOO_LARGE,
}
SURROGATES = ("\ud800", "\udc00", "a\udfffb", "\udc00\ud800", "\ud800A")


def each(name: str, *values: object, **others: object) -> list[Json]:
    """Return a body for every value of a field."""
    return [{**others, name: value} for value in values]


PLIES: tuple[object, ...] = (-1, 2**53, 1.0, 2.5, True, "2", None, [], {}, 10**400)
BAD_VALUES: dict[str, list[Json]] = {
    "moves": [
        *each("ply", *PLIES, move="x"),
        *each("move", 7, None, True, [], "a\0b", *SURROGATES, ply=2),
        *({}, {"ply": 2}, {"move": "x"}, {"ply": 2, "move": "x", "seat": 0}),
    ],
    "undo": [{}, *each("ply", *PLIES), {"ply": 2, "move": "x"}],
    "redo": [{}, *each("ply", *PLIES)],
    "resign": [{"ply": 2}, {"t": "resign"}],
    "abort": [{"ply": 2}, {"yes": True}],
    "claim": [{}, *each("what", "lose", "", None, 1), {"what": "win", "ply": 2}],
    "offer": [{}, *each("ply", *PLIES, what="draw"), *each("what", "win", None, 7, ply=2)],
    "withdraw": [{}, *each("ply", *PLIES, what="draw"), *each("what", "win", None, 7, ply=2)],
    "answer": [{}, *each("yes", 1, "true", None, ply=2, what="draw"), {"ply": 2, "what": "draw"}],
    "chat": [{}, *each("text", "", "x" * 141, "a\0b", 7, None), {"text": "hello", "t": "chat"}],
    "hide": [{}, *each("on", 1, "true", None), {"on": True, "t": "hide"}],
    "join": each("seat", 2, -1, 0.0, True, "0", "both", "random", [], {}),
}
MINUTE = {"base": 60, "increment": 0}
DEALT = {"rules": OPEN.id, "deal": 1, "position": OPEN.show(OPEN.start(0))}
BAD_GAMES: list[Json] = [
    *each("rules", None, 7, "", "nonsense", "x" * 5000, "a\0b", [], PAIR.title, *SURROGATES),
    *each("seat", 2, -1, 1.0, True, "0", "white", [], {}, rules=PAIR.id),
    *each("deal", 0, 7, "0" * 32, rules=PAIR.id),  # nothing is dealt
    *each("deal", -1, 2**32, 1.5, True, "7", "0" * 31, "G" * 32, [], rules=PAIR.id),
    *each("position", 7, "", "banana", "a\0b", [], True, "x" * 9000, *SURROGATES, rules=PAIR.id),
    *each("rated", 0, 1, "true", [], rules=PAIR.id),
    *each("public", 0, 1, "false", {}, rules=PAIR.id),
    *each("bot", True, 1, "best", {}, {"level": 0}, {"level": 99}, [[[[]]]], rules=PAIR.id),
    *each("clock", 7, "blitz", [], {}, {"base": 60}, {"base": -1, "increment": 0}, rules=PAIR.id),
    *each("clock", {"base": 60, "increment": 1.5}, {"days": True}, {"days": "1"}, rules=PAIR.id),
    *each("clock", {"base": 0, "increment": 0}, {"base": 10_801, "increment": 0}, rules=PAIR.id),
    *each("clock", {"base": 60, "increment": 181}, MINUTE | {"days": 1}, rules=PAIR.id),
    *each("clock", {"days": 0}, {"days": 15}, rules=PAIR.id),
    {"rules": PAIR.id, "clock": MINUTE, "seat": "both"},
    *({"rules": OPEN.id, **wish} for wish in ({"clock": MINUTE}, {"seat": "both"}, {"seat": 1})),
    *(DEALT, {"rules": NOT_DAILY.id, "deal": "daily"}),
    *({}, {"seat": 0}, {"rules": PAIR.id, "nonsense": 1}, {"rules": PAIR.id, "Seat": 0}),
]
BAD_LINES: list[Json] = [
    DEALT,
    *each("rules", "nonsense", None, 7, *SURROGATES),
    *each("moves", ["x"] * 201, "x", None, [1], rules=PAIR.id),
    *each("position", "banana", 7, rules=PAIR.id),
    *each("deal", -1, 2**32, 1.5, True, "abc", "0123456789ABCDEF" * 2, rules=PAIR.id),
    *({"rules": PAIR.id, "deal": 1}, {"rules": PAIR.id, "unknown": 1}),  # nothing is dealt
]


@pytest_asyncio.fixture(scope="module")
async def board(http: httpx.AsyncClient) -> Board:
    return await new_board(http, *MOVES[:2])


@pytest_asyncio.fixture
async def unharmed(board: Board) -> AsyncIterator[None]:
    """The game is unchanged after a test, and no other was made. Games of earlier tests may go from the list,
    since their players have left."""
    visitor = Person(board.people[0].http)

    async def listed() -> set[str]:
        return {game["id"] for game in (await visitor.get("/api/games")).json()["items"]}

    state, games = await visitor.state(board.id), await listed()
    yield
    assert await visitor.state(board.id) == state
    assert await listed() <= games


async def sent(board: Board, path: str, content: bytes) -> tuple[int, str]:
    mover = board.people[0]
    answer = await mover.http.post(path.format(id=board.id), content=content, headers=mover.headers)
    return answer.status_code, answer.json()["error"]["code"]


Row = tuple[str, bytes]  # path and body


async def misjudged(board: Board, rows: Iterable[Row], *expected: tuple[int, str]) -> list[object]:
    """Return the rows with an unexpected answer, each with the answer."""
    answers = [(row, await sent(board, *row)) for row in rows]
    assert answers
    return [(path, content[:60], answer) for (path, content), answer in answers if answer not in expected]


@pytest.mark.usefixtures("unharmed")
async def test_a_body_that_cannot_be_read_is_refused_by_its_kind_at_every_address(board: Board) -> None:
    for expected, bodies in UNREADABLE.items():
        rows = (*product([*WRITES, *ACTS], bodies[:2]), *product(WRITES[:1], bodies))
        assert await misjudged(board, rows, expected) == []


@pytest.mark.usefixtures("unharmed")
async def test_an_act_with_bad_fields_is_a_bad_message(board: Board) -> None:
    rows = [
        (f"/api/games/{{id}}/{act}", json.dumps(body).encode())
        for act, bodies in BAD_VALUES.items()
        for body in bodies
    ]
    assert await misjudged(board, rows, (422, "bad_message")) == []


@pytest.mark.usefixtures("unharmed")
async def test_an_impossible_game_or_variation_is_a_bad_message_that_says_why(board: Board) -> None:
    wrong = []
    for path, body in (*product(["/api/games"], BAD_GAMES), *product(["/api/lines"], BAD_LINES)):
        content, headers = json.dumps(body).encode(), board.people[0].headers
        answer = await board.people[0].http.post(path, content=content, headers=headers)
        error = answer.json()["error"]
        if (answer.status_code, error["code"]) != (422, "bad_message") or not error["detail"]["message"]:
            wrong.append((path, str(body)[:60], answer.status_code, error))
    assert wrong == []


async def test_a_body_of_16_kib_is_read_and_a_longer_one_in_chunks_is_too_large(board: Board) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    body = b'{"ply":2,"move":"x"}'
    padded = body + b" " * (16 * 1024 - len(body))
    assert await sent(board, "/api/games/{id}/moves", padded) == (422, "illegal_move")
    mover = board.people[0]
    answer = await mover.http.post("/api/games", content=chunks(), headers=mover.headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.usefixtures("unharmed")
async def test_a_body_that_nests_too_deeply_is_refused(board: Board) -> None:
    deep = [
        b"{" + fields + b"[" * 8000 + b"]" * 8000 + b"}"
        for fields in (b'"bot":', b'"rules":"x","bot":', b'"ply":2,"move":')
    ]
    rows = product([*WRITES, *ACTS], deep)
    assert await misjudged(board, rows, (400, "not_json"), (422, "bad_message")) == []


async def test_null_means_absent(http: httpx.AsyncClient) -> None:
    fields = ("seat", "clock", "rated", "public", "deal", "position", "bot")
    made = await (await guest(http)).create_game(**dict.fromkeys(fields))
    assert (made["state"]["public"], made["state"]["rated"], made["state"]["control"]) == (True, False, None)


async def test_requests_are_checked_in_order(board: Board, http: httpx.AsyncClient) -> None:
    """Authentication, then the body, then the game, and then as on sockets."""
    visitor, stranger = Person(http), await guest(http)

    async def code(person: Person, game: str, content: bytes) -> str:
        path = f"/api/games/{game}/moves"
        answer = await person.http.post(path, content=content, headers=person.headers)
        return str(answer.json()["error"]["code"])

    move = json.dumps({"ply": 9, "move": "banana"}).encode()
    assert await code(visitor, "nothing", b"not json") == "nobody"
    assert await code(stranger, "nothing", b"not json") == "not_json"
    assert await code(stranger, "nothing", b"{}") == "bad_message"
    assert await code(stranger, "nothing", move) == "not_found"
    assert await code(stranger, board.id, move) == "not_seated"
    assert await code(board.people[1], board.id, move) == "stale"


async def test_disconnect_before_the_body_ends_is_not_logged_as_error(board: Board) -> None:
    """Half a request, then a disconnect: the server fixture fails on logged errors."""
    url = board.people[0].http.base_url
    head = f"POST /api/lines HTTP/1.1\r\nHost: {url.host}\r\nContent-Length: 100\r\n\r\n{{"
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(head.encode())
    await writer.drain()
    assert (await Person(board.people[0].http).get("/health")).status_code == 200
    writer.close()
    assert await reader.read() == b""
