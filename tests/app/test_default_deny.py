"""Who may do what, as a table that is made of the addresses and messages there are: whatever is new is
refused to everybody until it is listed here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

import httpx
import msgspec
import pytest
import pytest_asyncio
from msgspec import inspect as types

from app.messages import games as messages
from tests.app.browsers import open_browser
from tests.app.http_players import Board, Json, Person, guest, moves, new_board
from tests.app.openapi_contract import document
from tests.serving import Server

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
async def cast(server: Server, http: httpx.AsyncClient) -> Cast:
    board, other = await new_board(http, *moves()[:2]), await new_board(http, *moves()[:2])
    async with open_browser(server.url) as browser:
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


async def test_nobody_writes_without_being_somebody(cast: Cast) -> None:
    wrong: list[object] = []
    for method, path in WRITES:
        status, code = await ask(cast.nobody, method, path, cast.board.id)
        if code == "nobody" if path in FREE_WRITES else (status, code) != (401, "nobody"):
            wrong.append((method, path, status, code))
    assert wrong == []


async def test_what_is_ones_own_is_read_by_nobody_else(cast: Cast) -> None:
    """Everything else is there for everybody."""
    wrong: list[object] = []
    for method, path in READS:
        answer = await ask(cast.nobody, method, path, cast.board.id)
        if path in OWN_READS or path.startswith(MODERATION):
            good = answer == (401, "nobody")
        else:
            good = answer[1] in ("", "not_found", "bad_message", "in_play")
        if not good:
            wrong.append((method, path, answer))
    assert wrong == []


async def test_a_token_without_the_scope_is_refused_everywhere(cast: Cast) -> None:
    wrong: list[object] = []
    for method, path in (*WRITES, *READS):
        person = cast.writer if method == "GET" else cast.reader
        answer = await ask(person, method, path, cast.board.id)
        if answer != (403, "no_scope"):
            wrong.append((method, path, answer))
    assert wrong == []


async def test_moderation_is_not_there_for_players(cast: Cast) -> None:
    found = [one for one in operations() if one[1].startswith(MODERATION)]
    answers = {
        (person.name, *operation): await ask(person, *operation, cast.board.id)
        for operation in found
        for person in (cast.spectator, cast.board.people[0])
    }
    assert answers == dict.fromkeys(answers, (404, "not_found"))
    assert answers


async def test_acts_over_http_are_refused_to_whom_has_no_seat(cast: Cast) -> None:
    paths = [operation for operation in WRITES if operation[1].startswith(GAME)]
    wrong: list[object] = []
    for method, path in paths:
        for person in (cast.spectator, cast.elsewhere):
            answer = await ask(person, method, path, cast.board.id)
            if answer != ELSE.get(path, (403, "not_seated")):
                wrong.append((method, path, person.name, answer))
        state = await cast.board.people[0].state(cast.board.id)
        if (state["ply"], state["over"]) != (2, None):
            wrong.append((method, path, "changes the game", state))
    assert paths
    assert wrong == []


def required(tag: str) -> Json:
    """The required fields of a message, with values."""
    return {field.encode_name: sample(field.type) for field in _fields(MESSAGES[tag]) if field.required}


async def test_messages_are_refused_to_whom_has_no_seat(cast: Cast) -> None:
    wrong: list[object] = []
    for tag, name in product(MESSAGES, ("nobody", "spectator", "elsewhere", "reader")):
        person: Person = getattr(cast, name)
        async with person.game_socket(cast.board.id) as socket:
            await socket.state()
            answer = await socket.answer(tag, **required(tag))
        if tag in ANYBODY or (tag in SPECTATORS and name in ("spectator", "elsewhere")):
            good = answer["t"] in ("pong", "state", "chat")
        else:
            expected = "no_scope" if name == "reader" else "not_seated"
            good = (answer["t"], answer.get("why")) == ("refused", expected)
        if not good:
            wrong.append((tag, name, answer))
        state = await cast.board.people[0].state(cast.board.id)
        if (state["ply"], state["over"]) != (2, None):
            wrong.append((tag, name, state))
    assert wrong == []


async def test_the_lobby_takes_nothing_but_pings(cast: Cast) -> None:
    why = {}
    for tag in set(MESSAGES) - {"ping"}:
        async with cast.board.people[0].socket("/ws/lobby") as socket:
            await socket.expect("lobby")
            await socket.send(tag, **required(tag))
            why[tag] = (await socket.expect("refused"))["why"]
    assert why == dict.fromkeys(why, "not_seated")
    assert why


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
