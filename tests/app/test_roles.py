"""Roles by routes and by socket messages.

Every route of the OpenAPI document and every message type has a row; one without a row fails.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple, get_args
from urllib.parse import quote

import httpx
import msgspec
import pytest
import pytest_asyncio
import websockets
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from msgspec import inspect as types
from sqlalchemy.ext.asyncio import AsyncEngine

import app
from app import main
from app.core import wire
from app.games import acts
from app.ops.people import set_moderator
from app.settings import Settings
from tests.app.browsers import PASSWORD, new_name
from tests.app.http_players import Board, Json, Person, guest, moves, new_board
from tests.app.openapi_contract import document
from tests.serving import PATIENCE

# Rows: the right that a route requires. Columns: roles, with the code of the refusal or "ok".
RIGHTS = """
role                public      player      owner       account     seat        moderator
anonymous           ok          nobody      nobody      nobody      nobody      nobody
guest               ok          ok          ok          no_account  not_seated  not_found
account             ok          ok          ok          ok          not_seated  not_found
seat_0              ok          ok          ok          no_account  ok          not_found
seat_1              ok          ok          ok          no_account  ok          not_found
elsewhere           ok          ok          ok          no_account  not_seated  not_found
reading_token       ok          ok          no_scope    no_scope    not_seated  no_scope
playing_token       ok          ok          no_scope    no_scope    not_seated  no_scope
token               ok          ok          no_scope    no_scope    not_seated  no_scope
ended_token         nobody      nobody      nobody      nobody      nobody      nobody
ended_session       ok          nobody      nobody      nobody      nobody      nobody
closed_account      ok          nobody      nobody      nobody      nobody      nobody
closed_token        nobody      nobody      nobody      nobody      nobody      nobody
moderator           ok          ok          ok          ok          not_seated  ok
moderators_token    ok          ok          no_scope    no_scope    not_seated  no_scope
foreign_origin      ok          ok          ok          ok          not_seated  not_found
"""

# What each route asks; "once" uses up the session or player that asks.
ROUTES = {
    "public": """
        GET /api/rules
        GET /api/games
        GET /api/games/export
        GET /api/games/{id}
        GET /api/games/{id}/chat
        GET /api/games/{id}/frames
        GET /api/games/{id}/frames/{n}
        GET /api/games/{id}/log
        GET /api/games/{id}/text
        GET /api/games/{id}/check
        GET /api/games/{id}/analysis
        GET /api/games/{id}/turning
        GET /api/ratings/{rules}/{seat}
        GET /api/people/{name}
        GET /api/people/{name}/ratings
        GET /api/leaderboards
        GET /api/leaderboards/{rules}
        GET /api/statistics/{rules}
        GET /api/daily
        GET /api/daily/calendar
        GET /api/daily/places
        GET /api/puzzles
        GET /api/puzzles/next
        GET /api/puzzles/calendar
        GET /api/players/online
        GET /api/site
        GET /api/me
        POST /api/lines
        POST /api/analysis
        POST /api/puzzles/{id}
        POST /api/faults
        POST /api/players/guest
        POST /api/accounts
        POST /api/accounts/recover
        POST /api/logins
    """,
    "player": """
        POST /api/games
        POST /api/games/{id}/join
        POST /api/games/{id}/decline
        POST /api/games/{id}/chat
        POST /api/reports
        GET /api/stream
        GET /api/me/blocks
        PUT /api/me/blocks/{name}
        DELETE /api/me/blocks/{name}
    """,
    "seat": """
        POST /api/games/{id}/moves
        POST /api/games/{id}/undo
        POST /api/games/{id}/redo
        POST /api/games/{id}/resign
        POST /api/games/{id}/abort
        POST /api/games/{id}/offer
        POST /api/games/{id}/withdraw
        POST /api/games/{id}/answer
        POST /api/games/{id}/claim
        POST /api/games/{id}/proceed
        POST /api/games/{id}/hide
        POST /api/games/{id}/hint
        GET /api/games/{id}/missed
        POST /api/games/{id}/missed
        GET /api/games/{id}/par
        GET /api/games/{id}/lost-deal
    """,
    "owner": """
        GET /api/me/data
        GET /api/me/sessions
        GET /api/tokens
        PATCH /api/me
        DELETE /api/me/sessions/{id}
        DELETE /api/me/reset
        DELETE /api/logins/current once
        DELETE /api/me once
        DELETE /api/me/sessions once
        DELETE /api/tokens/{id}
    """,
    "account": """
        POST /api/tokens
    """,
    "moderator": """
        GET /api/moderation/reports
        GET /api/moderation/audit
        GET /api/moderation/people
        GET /api/moderation/people/{name}
        POST /api/moderation/reports/{id}/close
        POST /api/moderation/people/{name}/mute
        POST /api/moderation/people/{name}/close
        POST /api/moderation/people/{name}/open
        POST /api/moderation/people/{name}/hide
        POST /api/moderation/people/{name}/show
        POST /api/moderation/people/{name}/rename
        POST /api/moderation/ratings/undo
        POST /api/moderation/games/{id}/close
    """,
}

# Messages on the socket of a game, by required right. In the lobby there are pings only.
MESSAGES = {
    "public": {"ping", "show"},
    "player": {"chat"},  # without a seat it goes to the spectators' room
    "seat": {"hide", "move", "undo", "redo", "resign", "abort", "claim", "offer", "withdraw", "answer"}
    | {"proceed"},
}

REFUSALS = {"nobody", "no_scope", "no_account", "not_seated", "foreign_origin"}  # because of the role
STREAM = "/api/stream"  # a response without an end
NOTHING_HERE = "Not found."  # the answer of moderator addresses to players
GUESTS = {"guest", "elsewhere", "seat_0", "seat_1"}
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(acts.Message)}


class Route(NamedTuple):
    """One operation of the API. `right`: the column of RIGHTS; `once`: it uses up who asks."""

    method: str
    path: str
    right: str
    once: bool


def routes() -> list[Route]:
    rows = [(right, *line.split()) for right, lines in ROUTES.items() for line in lines.strip().splitlines()]
    return [Route(method, path, right, bool(once)) for right, method, path, *once in rows]


def rights() -> dict[str, dict[str, str]]:
    """Return the cells of RIGHTS by role and right."""
    head, *rows = (line.split() for line in RIGHTS.strip().splitlines())
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def expected(role: str, route: Route) -> str:
    """Return the code of the refusal that a role meets, or "ok"."""
    reads = route.method == "GET"
    if role == "foreign_origin" and not reads:
        return role
    if role == ("playing_token" if reads else "reading_token"):
        return "no_scope"
    return rights()[role][route.right]


class Cast:
    """People in all roles at one server, with a running game of two of them."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._unread = httpx.AsyncClient(base_url=http.base_url, timeout=PATIENCE)
        self._names: dict[str, str] = {}  # of accounts, by role
        self._people: dict[str, Person] = {}
        self.board: Board

    async def close(self) -> None:
        await self._unread.aclose()

    async def gather(self, engine: AsyncEngine) -> None:
        self.board, other = await self.new_board(), await self.new_board()
        self._people = {"anonymous": Person(self._http), "elsewhere": other.people[0]}
        self._people["guest"] = await guest(self._http)
        for role in ("account", "moderator", "closed", "bystander"):
            self._names[role] = new_name()
            body = {"name": self._names[role], "password": PASSWORD}
            await self._post("/api/accounts", body)
        for role in ("account", "moderator"):
            self._people[role] = await self._signed_in(role)
        tokens = {"reading_token": ["read"], "playing_token": ["play"], "token": ["read", "play"]}
        for role, scopes in tokens.items():
            self._people[role], _ = await self._token(self._people["account"], scopes)
        self._people["moderators_token"], _ = await self._token(self._people["moderator"], ["read", "play"])
        ended, number = await self._token(self._people["account"], ["read", "play"])
        await self._people["account"].send("DELETE", f"/api/tokens/{number}")
        session = await self._signed_in("account")
        await session.send("DELETE", "/api/logins/current")
        closed = await self._signed_in("closed")
        token, _ = await self._token(closed, ["read", "play"])
        self._people |= {"ended_token": ended, "ended_session": session}
        self._people |= {"closed_account": closed, "closed_token": token}
        assert await set_moderator(engine, self._names["moderator"], moderator=True) == 0
        self._people["moderator"] = await self._signed_in("moderator")
        name = self._names["closed"]
        answer = await self._people["moderator"].post(f"/api/moderation/people/{name}/close")
        assert answer.status_code == 204, answer.text

    async def _post(self, path: str, body: Json) -> httpx.Response:
        answer = await self._http.post(path, json=body)
        self._http.cookies.clear()
        assert answer.is_success, answer.text
        return answer

    async def _signed_in(self, role: str) -> Person:
        answer = await self._post("/api/logins", {"name": self._names[role], "password": PASSWORD})
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return Person(self._http, name=self._names[role], headers={"cookie": cookie})

    async def _token(self, owner: Person, scopes: list[str]) -> tuple[Person, str]:
        answer = await owner.post("/api/tokens", {"name": " ".join(scopes), "scopes": scopes})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Person(self._http, headers={"authorization": f"Bearer {made['token']}"}), made["id"]

    async def new_board(self) -> Board:
        return await new_board(self._http, *moves()[:2])

    async def ask(self, role: str, route: Route) -> str:
        """Return the code of the refusal that a role meets at a route, or "ok"."""
        board, person = self.board, self._people.get(role)
        if role == "moderator" and "/games/" in route.path:
            board = await self.new_board()
        if role.startswith("seat_"):
            board = await self.new_board() if route.right == "seat" else board
            person = board.people[int(role[-1])]
        elif role == "foreign_origin":
            person = self._abroad()
        if route.once and role in self._names:
            person = await self._signed_in(role)
        elif route.once and role in GUESTS:
            person = await guest(self._http)
        assert person is not None, role
        named = {"{id}": board.id, "{name}": quote(self._names["bystander"])}
        url = re.sub(r"{\w+}", lambda found: named.get(found[0], "1"), route.path)
        body, headers = body_of(route.method, route.path), person.headers
        http = self._unread if route.path == STREAM else person.http
        async with http.stream(route.method, url, headers=headers, json=body) as answer:
            self._http.cookies.clear()
            if answer.is_success:
                return "ok"
            await answer.aread()
        error = answer.json()["error"]
        if error["code"] == "not_found" and error["detail"].get("message") == NOTHING_HERE:
            return "not_found"
        assert answer.status_code < 500, (role, route, answer.text)
        limited = answer.status_code == 429 and route.path != STREAM  # it would hide the answer
        assert not limited, (role, route, answer.text)
        return error["code"] if error["code"] in REFUSALS else "ok"

    def _abroad(self) -> Person:
        account = self._people["account"]
        return replace(account, headers=account.headers | {"origin": "http://elsewhere.example"})

    @asynccontextmanager
    async def socket(self, role: str, path: str) -> AsyncIterator[Any]:
        """Yield a socket in this role. InvalidStatus: the handshake is refused."""
        person = self._people.get(role)
        if role.startswith("seat_"):
            person = self.board.people[int(role[-1])]
        elif role == "foreign_origin":
            person = self._abroad()
        assert person is not None, role
        async with person.socket(path) as socket:
            yield socket


@pytest_asyncio.fixture(scope="module")
async def cast(http: httpx.AsyncClient, stored: AsyncEngine) -> AsyncIterator[Cast]:
    made = Cast(http)
    await made.gather(stored)
    yield made
    await made.close()


def sample(kind: types.Type) -> Any:
    """Return a value of a type, as JSON."""
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
        case types.Metadata():
            return sample(kind.type)
        case _:
            raise AssertionError(f"no sample of {kind}")


def required(kind: type[msgspec.Struct]) -> Json:
    """Return the required fields of a body or message, with values."""
    found = types.type_info(kind)
    assert isinstance(found, types.StructType)
    return {field.encode_name: sample(field.type) for field in found.fields if field.required}


def body_of(method: str, path: str) -> Json | None:
    """Return a body of the form that this route takes, with all fields that it needs."""
    operation = document()["paths"][path][method.lower()]
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    name = schema["$ref"].rpartition("/")[2]
    (kind,) = [kind for kind in wire.Body.__subclasses__() if kind.__name__ == name]
    return required(kind)


def operations() -> Iterator[tuple[str, str]]:
    """Method and path of every operation of the API."""
    for path, methods in document()["paths"].items():
        if path.startswith("/api/"):
            yield from ((method.upper(), path) for method in methods)


def test_every_route_and_every_message_has_one_row() -> None:
    rows = Counter((route.method, route.path) for route in routes())
    assert rows == Counter(operations())
    assert Counter(tag for tags in MESSAGES.values() for tag in tags) == Counter(KINDS.keys())
    assert {route.right for route in routes()} <= set(rights()["anonymous"])


def test_every_module_of_addresses_is_mounted() -> None:
    packages = pkgutil.walk_packages(app.__path__, "app.")
    modules = [importlib.import_module(name) for _, name, _ in packages if name.endswith("api")]
    mounted = {id(route) for route in main.create_app(Settings()).router.routes}
    of_modules = {one.__name__: one.router.routes for one in modules if hasattr(one, "router")}
    assert of_modules
    missing = [name for name, routes in of_modules.items() if {id(route) for route in routes} - mounted]
    assert missing == [], "name them in MODULES of app/main.py"


# Dependencies that charge a request to its sender, and addresses that do so themselves.
CHARGES = {"require_writing_player", "require_owner", "limit", "limit_faults", "get_sign_in_client"}
OWN_CHARGES = {"/api/accounts", "/api/players/guest"}


def test_every_write_is_charged() -> None:
    routes = [one for one in main.create_app(Settings()).router.routes if isinstance(one, APIRoute)]
    writes = [
        one for one in routes if (one.methods or set()) - {"GET", "HEAD"} and one.path not in OWN_CHARGES
    ]
    assert writes
    free = [one.path for one in writes if not CHARGES & set(dependencies(one.dependant))]
    assert free == [], "depend on WritingPlayer or AccountOwner, which charge a write"


def dependencies(dependant: Dependant) -> Iterator[str]:
    """Yield the names of the functions on which an address depends."""
    for one in dependant.dependencies:
        yield getattr(one.call, "__name__", "")
        yield from dependencies(one)


# Texts of bodies whose length only the size of a body bounds, and those that are only logged.
LONG = {("NewGame", "date"), ("NewGame", "position"), ("Line", "position"), ("PositionBody", "position")}
LONG |= {("MoveBody", "move"), ("Line", "moves")}
LOGGED = {"Fault"}


def test_every_text_of_a_body_is_bounded_and_without_nul() -> None:
    wrong = [
        (body.__name__, field.name, text)
        for body in bodies()
        for field in msgspec.structs.fields(body)
        for text in texts(types.type_info(field.type))
        if not (text.pattern or body.__name__ in LOGGED)
        or not (text.max_length or "{32}" in (text.pattern or "") or (body.__name__, field.name) in LONG)
    ]
    assert wrong == [], "give them a max_length and the pattern of texts"


def bodies(of: type[wire.Body] = wire.Body) -> Iterator[type[wire.Body]]:
    for body in of.__subclasses__():
        yield body
        yield from bodies(body)


def texts(kind: types.Type) -> Iterator[types.StrType]:
    """Yield the texts in a type."""
    match kind:
        case types.StrType():
            yield kind
        case types.UnionType():
            for one in kind.types:
                yield from texts(one)
        case types.ListType():
            yield from texts(kind.item_type)


async def wrong_answers(cast: Cast, asked: Iterable[Route]) -> list[object]:
    """Return the cells of the matrix that differ from the answers of the server."""
    wrong: list[object] = []
    for route in asked:
        met = await asyncio.gather(*(cast.ask(role, route) for role in rights()))
        for role, code in zip(rights(), met, strict=True):
            if code != expected(role, route):
                wrong.append((role, route.method, route.path, code, expected(role, route)))
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("reads", [True, False])  # half of the requests each
async def test_each_role_is_admitted_or_refused_at_each_route_as_the_matrix_says(
    cast: Cast, *, reads: bool
) -> None:
    asked = [route for route in routes() if not route.once and (route.method == "GET") == reads]
    assert await wrong_answers(cast, asked) == []
    state = await cast.board.people[0].state(cast.board.id)
    assert (state["ply"], state["over"]) == (2, None), "an act without a seat changed the game"


async def test_each_role_is_admitted_or_refused_with_each_message_as_the_matrix_says(cast: Cast) -> None:
    for role in rights():
        wanted = {
            tag: expected_message(role, right)
            for right, tags in MESSAGES.items()
            for tag in tags
            if not (role.startswith("seat_") and right == "seat")  # tests of the acts
        }
        assert await answers_to_messages(cast, role, wanted) == wanted, role
    state = await cast.board.people[0].state(cast.board.id)
    assert (state["ply"], state["over"]) == (2, None)


def expected_message(role: str, right: str) -> str:
    """Return the code of the refusal of a message or of the handshake, or "ok"."""
    if role == "foreign_origin":
        return role
    if role == "playing_token":
        return "no_scope"  # to open a socket is to read
    if role == "reading_token" and right != "public":
        return "no_scope"
    found = rights()[role][right]
    if found == "nobody" and rights()[role]["public"] == "ok":
        return "not_seated"
    return found


async def answers_to_messages(cast: Cast, role: str, tags: Iterable[str]) -> dict[str, str]:
    """Send one message of each type on one socket. Return the codes of the refusals, "ok" without one, or the
    code of the refused handshake for all of them."""
    try:
        async with cast.socket(role, f"/ws/games/{cast.board.id}") as socket:
            await socket.state()
            answers = {tag: await socket.answer(tag, **required(KINDS[tag])) for tag in tags}
    except websockets.InvalidStatus as refused:
        code: str = msgspec.json.decode(refused.response.body or b"")["error"]["code"]
        return dict.fromkeys(tags, code)
    assert {answer["t"] for answer in answers.values()} <= {"pong", "state", "chat", "refused"}
    return {tag: answer.get("why", "ok") for tag, answer in answers.items()}


async def test_each_role_is_admitted_or_refused_where_it_ends_its_session_or_player(cast: Cast) -> None:
    assert await wrong_answers(cast, [route for route in routes() if route.once]) == []
