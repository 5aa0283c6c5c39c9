"""Who may do what, as a table that is made of the addresses and messages there are: whatever is new is
refused to everybody until it is listed here."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from typing import Any, get_args

import httpx
import msgspec
import pytest
import pytest_asyncio
from msgspec import inspect as types

from app.messages import games as messages
from tests.app.browsers import open_browser
from tests.app.http_players import Board, Json, Person, guest, moves, new_board
from tests.app.openapi_contract import document, validate_response
from tests.serving import PATIENCE, Server

# Writes that need no player, and reads that need one. Everything else is read by all, and written by players.
FREE_WRITES = {
    *("/api/players/guest", "/api/accounts", "/api/accounts/recover", "/api/logins"),
    *("/api/lines", "/api/faults", "/api/analysis", "/api/puzzles/{id}"),
}
OWN_READS = {"/api/me/sessions", "/api/me/data", "/api/tokens", "/api/me/blocks", "/api/stream"}
MODERATION = "/api/moderation/"
GAME = "/api/games/{id}/"  # acts of players: refused to everybody who has no seat
ELSE = {  # what has other rules, and the answer at a running game
    "/api/games/{id}/join": (409, "seat_taken"),
    "/api/games/{id}/decline": (409, "game_over"),
    "/api/games/{id}/chat": (201, ""),  # in the spectators' room
}

# Messages by who may send them at a game where they have no seat.
ANYBODY = {"ping", "show"}
SPECTATORS = {"chat"}  # with a name; it goes to the spectators' room

Operation = tuple[str, str]  # method and path


def operations() -> list[Operation]:
    """Every method of every address of the API."""
    paths = document()["paths"].items()
    return [
        (method.upper(), path) for path, methods in paths for method in methods if path.startswith("/api/")
    ]


WRITES = [(method, path) for method, path in operations() if method != "GET"]
READS = [(method, path) for method, path in operations() if method == "GET"]
MESSAGES = {kind.__struct_config__.tag: kind for kind in get_args(messages.Message)}


@dataclass(slots=True)
class Cast:
    """A running game of two, and who looks on: by cookie or token, or nobody."""

    board: Board
    nobody: Person
    spectator: Person
    elsewhere: Person
    reader: Person
    writer: Person


@pytest_asyncio.fixture(scope="module")
async def cast(site: Server) -> AsyncIterator[Cast]:
    """On one database: what is permitted does not depend on it."""
    hooks = {"response": [validate_response]}
    async with httpx.AsyncClient(base_url=site.url, timeout=PATIENCE, event_hooks=hooks) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield await new_cast(site, http)


async def new_cast(site: Server, http: httpx.AsyncClient) -> Cast:
    board, other = await new_board(http, *moves()[:2]), await new_board(http, *moves()[:2])
    async with open_browser(site.url) as browser:
        await browser.sign_up()
        programs = []
        for scope in ("read", "play"):
            made = await browser.call("POST", "/api/tokens", {"name": scope, "scopes": [scope]})
            programs.append(Person(http, headers={"authorization": f"Bearer {made.json()['token']}"}))
    return Cast(board, Person(http), await guest(http), other.people[0], *programs)


def sample(kind: types.Type) -> Any:
    """A value of a type, as JSON."""
    match kind:
        case types.IntType():
            return kind.ge or 0
        case types.StrType():
            return "x" * (kind.min_length or 1)
        case types.BoolType():
            return True
        case types.LiteralType():
            return kind.values[0]
        case types.UnionType():
            return sample(kind.types[0])
        case types.ListType():
            return [sample(kind.item_type)] * (kind.min_length or 0)
        case _:
            raise AssertionError(f"no sample of {kind}")


def body_of(method: str, path: str) -> Json | None:
    """A body of the form that this address takes, with all fields that it needs."""
    operation = document()["paths"][path][method.lower()]
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    name = schema["$ref"].rpartition("/")[2]
    kinds = [kind for kind in _bodies() if kind.__name__ == name]
    return {field.encode_name: sample(field.type) for field in _fields(kinds[0]) if field.required}


def _bodies() -> list[type[messages.Body]]:
    return messages.Body.__subclasses__()


def _fields(kind: type[msgspec.Struct]) -> tuple[types.Field, ...]:
    found = types.type_info(kind)
    assert isinstance(found, types.StructType)
    return found.fields


async def ask(person: Person, method: str, path: str, game: str) -> tuple[int, str]:
    """Status and error code of a request; "" if it was good."""
    url = re.sub(r"{\w+}", lambda found: game if found[0] == "{id}" else "1", path)
    async with person.http.stream(method, url, headers=person.headers, json=body_of(method, path)) as answer:
        if answer.is_success:
            return answer.status_code, ""
        await answer.aread()
    return answer.status_code, answer.json()["error"]["code"]


def ids(operation: Operation) -> str:
    return " ".join(operation)


@pytest.mark.parametrize("operation", WRITES, ids=ids)
async def test_nobody_writes_without_being_somebody(cast: Cast, operation: Operation) -> None:
    method, path = operation
    status, code = await ask(cast.nobody, method, path, cast.board.id)
    if path in FREE_WRITES:
        assert code != "nobody"
    else:
        assert (status, code) == (401, "nobody")


@pytest.mark.parametrize("operation", READS, ids=ids)
async def test_what_is_ones_own_is_read_by_nobody_else(cast: Cast, operation: Operation) -> None:
    method, path = operation
    status, code = await ask(cast.nobody, method, path, cast.board.id)
    if path in OWN_READS or path.startswith(MODERATION):
        assert (status, code) == (401, "nobody")
    else:
        assert code in ("", "not_found", "bad_message", "in_play"), "it is there for everybody"


@pytest.mark.parametrize("operation", [*WRITES, *READS], ids=ids)
async def test_a_token_without_the_scope_is_refused_everywhere(cast: Cast, operation: Operation) -> None:
    method, path = operation
    person = cast.writer if method == "GET" else cast.reader
    assert await ask(person, method, path, cast.board.id) == (403, "no_scope")


@pytest.mark.parametrize("operation", [one for one in operations() if one[1].startswith(MODERATION)], ids=ids)
async def test_moderation_is_not_there_for_players(cast: Cast, operation: Operation) -> None:
    for person in (cast.spectator, cast.board.people[0]):
        assert await ask(person, *operation, cast.board.id) == (404, "not_found")


@pytest.mark.parametrize("operation", [one for one in WRITES if one[1].startswith(GAME)], ids=ids)
async def test_acts_over_http_are_refused_to_whom_has_no_seat(cast: Cast, operation: Operation) -> None:
    method, path = operation
    for person in (cast.spectator, cast.elsewhere):
        status, code = await ask(person, method, path, cast.board.id)
        assert (status, code) == ELSE.get(path, (403, "not_seated"))
    state = await cast.board.people[0].state(cast.board.id)
    assert (state["ply"], state["over"]) == (2, None)


@pytest.mark.parametrize("tag", sorted(MESSAGES))
async def test_messages_are_refused_to_whom_has_no_seat(cast: Cast, tag: str) -> None:
    message = {field.encode_name: sample(field.type) for field in _fields(MESSAGES[tag]) if field.required}
    for name in ("nobody", "spectator", "elsewhere", "reader"):
        person: Person = getattr(cast, name)
        allowed = tag in ANYBODY or (tag in SPECTATORS and name in ("spectator", "elsewhere"))
        async with person.game_socket(cast.board.id) as socket:
            await socket.state()
            answer = await socket.answer(tag, **message)
            if allowed:
                assert answer["t"] in ("pong", "state", "chat"), (name, answer)
            else:
                expected = "no_scope" if name == "reader" else "not_seated"
                assert (answer["t"], answer.get("why")) == ("refused", expected), (name, answer)
    state = await cast.board.people[0].state(cast.board.id)
    assert (state["ply"], state["over"]) == (2, None)


@pytest.mark.parametrize("tag", sorted(set(MESSAGES) - {"ping"}))
async def test_the_lobby_takes_nothing_but_pings(cast: Cast, tag: str) -> None:
    message = {field.encode_name: sample(field.type) for field in _fields(MESSAGES[tag]) if field.required}
    async with cast.board.people[0].socket("/ws/lobby") as socket:
        await socket.expect("lobby")
        await socket.send(tag, **message)
        assert (await socket.expect("refused"))["why"] == "not_seated"


@pytest.mark.parametrize("seat", [0, 1])
async def test_the_opponent_cannot_move_for_the_other(cast: Cast, seat: int) -> None:
    person = cast.board.people[seat]
    state = await person.state(cast.board.id)
    if state["turn"] == seat:
        return
    async with person.game_socket(cast.board.id) as socket:
        await socket.state()
        answer = await socket.answer("move", ply=2, move=moves()[2])
        assert (answer["t"], answer["why"]) == ("refused", "not_your_turn")
