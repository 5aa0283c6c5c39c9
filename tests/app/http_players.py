"""Players over HTTP and websockets who connect as bots do: with a token, without any code of the server.

Nothing here sleeps: an expected frame arrives, or the test fails after PATIENCE seconds.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import httpx
import websockets

from engine import GAMES, OPENING, Game
from tests.app import openapi_contract
from tests.serving import PATIENCE

Json = dict[str, Any]

FOR_TWO = [game for game in GAMES.values() if len(game.seats) == 2 and not game.dealt]
PAIR: Game[Any] = min(FOR_TWO, key=lambda game: len(game.legal(game.start(0))))  # of short games


@cache
def moves(seed: int = 1, game: Game[Any] = PAIR) -> tuple[str, ...]:
    """Return the moves of a random game from the start to its end: at least four."""
    chance = random.Random(seed)
    while True:
        state, played = game.start(0), list[str]()
        while game.outcome(state) is None:
            played.append(chance.choice([m for m in game.legal(state) if not m.endswith(OPENING)]))
            state = game.apply(state, played[-1])
        if len(played) >= 4:
            return tuple(played)


def ended_position(game: Game[Any] = PAIR) -> str:
    """Return the position at the end of a game."""
    state = game.start(0)
    for move in moves(1, game):
        state = game.apply(state, move)
    return game.show(state)


def code(answer: httpx.Response) -> str:
    """Return the code of a refusal."""
    found: str = answer.json()["error"]["code"]
    return found


async def metric(http: httpx.AsyncClient, name: str) -> float:
    """Return a number of the server's metrics, by its name with labels; 0 if it is not there yet."""
    lines = (await http.get("/metrics")).text.splitlines()
    return next((float(line.removeprefix(name)) for line in lines if line.startswith(f"{name} ")), 0)


class Socket:
    """A websocket whose frames are awaited one by one."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self.connection = connection

    async def send(self, t: str, **fields: object) -> None:
        await self.send_text(json.dumps({"t": t, **fields}))

    async def send_text(self, text: str) -> None:
        await self.connection.send(text)

    async def next(self) -> Json:
        """Return the next frame. ConnectionClosed: there are no more."""
        async with asyncio.timeout(PATIENCE):
            frame: Json = json.loads(await self.connection.recv())
        openapi_contract.validate_frame(frame)
        return frame

    async def expect(self, t: str) -> Json:
        """Return the next frame of this type; others are skipped."""
        while (frame := await self.next())["t"] != t:
            pass
        return frame

    async def state(self, ply: int = 0) -> Json:
        """Return the next state at this ply or a later one."""
        while (frame := await self.expect("state"))["ply"] < ply:
            pass
        return frame

    async def answer(self, t: str, **fields: object) -> Json:
        """Send a message and await its answer: a state, a refusal or a pong."""
        await self.send(t, **fields)
        return await self.next_answer()

    async def next_answer(self) -> Json:
        """Return the next frame that is not a presence frame."""
        while (frame := await self.next())["t"] == "presence":
            pass
        return frame

    async def close_code(self) -> int:
        """Return the close code of the server, after any frames before it; 1006 if the connection broke."""
        async with asyncio.timeout(PATIENCE):
            with suppress(websockets.ConnectionClosedError):
                async for _ in self.connection:
                    pass
        assert self.connection.close_code is not None
        return self.connection.close_code


@asynccontextmanager
async def open_socket(
    url: str, headers: Mapping[str, str] | None = None, **how: Any
) -> AsyncIterator[Socket]:
    """Yield a socket at a full URL; `how` as in websockets.connect."""
    async with websockets.connect(
        url,
        additional_headers=headers or {},
        compression=how.pop("compression", None),
        ping_interval=None,
        open_timeout=PATIENCE,
        close_timeout=PATIENCE,
        proxy=None,
        **how,
    ) as connection:
        yield Socket(connection)


@dataclass(slots=True)
class Person:
    """A client of a server: a guest, or without a token a visitor who is not signed in."""

    http: httpx.AsyncClient
    id: str = ""
    name: str = ""
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **how: Any) -> httpx.Response:
        return await self.http.get(path, headers=self.headers, **how)

    async def post(self, path: str, body: object = None, **how: Any) -> httpx.Response:
        """Post JSON; without a body `{}`."""
        return await self.http.post(path, json={} if body is None else body, headers=self.headers, **how)

    async def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request of any method; without a body if `body` is None."""
        return await self.http.request(method, path, json=body, headers=self.headers)

    async def create_game(self, **asked: object) -> Json:
        """Create a game and return the server's answer."""
        answer = await self.post("/api/games", {"rules": PAIR.id, **asked})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    async def state(self, game: str) -> Json:
        answer = await self.get(f"/api/games/{game}")
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    @asynccontextmanager
    async def game_socket(self, game: str, **how: Any) -> AsyncIterator[Socket]:
        """Yield the websocket of a game."""
        async with self.socket(f"/ws/games/{game}", **how) as socket:
            yield socket

    @asynccontextmanager
    async def socket(self, path: str, **how: Any) -> AsyncIterator[Socket]:
        url = f"ws{str(self.http.base_url).removeprefix('http').rstrip('/')}{path}"
        async with open_socket(url, self.headers, **how) as socket:
            yield socket


async def guest(http: httpx.AsyncClient) -> Person:
    """Create a guest at the server of `http`."""
    http.cookies.clear()  # with the cookie of an earlier guest the server would return that guest
    answer = await http.post("/api/players/guest")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    http.cookies.clear()  # requests carry the token instead
    return Person(http, made["id"], made["name"], made["token"], {"authorization": f"Bearer {made['token']}"})


async def account(http: httpx.AsyncClient) -> Person:
    """Create a person with an account."""
    person = await guest(http)
    word = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=14))
    body = {"name": word.capitalize(), "password": f"correct horse {word[:6]}"}
    answer = await person.post("/api/accounts", body)
    assert answer.status_code == 201, answer.text
    http.cookies.clear()
    return replace(person, name=body["name"])


@dataclass(slots=True)
class Board:
    """A game of two players; `people` is ordered by seat."""

    id: str
    people: tuple[Person, Person]

    async def play(self, *texts: str) -> Json:
        """Play moves over HTTP from the current position; return the last answer."""
        state = await self.people[0].state(self.id)
        for text in texts:
            body = {"ply": state["ply"], "move": text}
            answer = await self.people[state["turn"]].post(f"/api/games/{self.id}/moves", body)
            assert answer.status_code == 200, answer.text
            state = answer.json()
        return state


async def new_board(http: httpx.AsyncClient, *played: str, **asked: object) -> Board:
    """Create a game of two new guests and play the moves `played`; the creator has seat 0."""
    return await board_of(await guest(http), await guest(http), *played, **asked)


async def board_of(first: Person, second: Person, *played: str, **asked: object) -> Board:
    """Create a game of these two and play the moves `played`; the first has seat 0."""
    game = (await first.create_game(seat=0, **asked))["id"]
    joined = await second.post(f"/api/games/{game}/join")
    assert joined.status_code == 200, joined.text
    made = Board(game, (first, second))
    if played:
        await made.play(*played)
    return made
