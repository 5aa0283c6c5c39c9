"""The database server stops during games and commits, as in a power cut, and restarts: acknowledged moves are
kept, moves answered with `try_again` are not applied, and play continues."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import pytest
import pytest_asyncio
import websockets

from tests.app.database_cluster import Cluster, new_cluster, why_unavailable
from tests.app.http_players import PAIR, Json, Person, Socket, guest
from tests.app.two_processes import eventually, refusal_of
from tests.serving import PATIENCE, UNLIMITED, Server, command, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

GAMES = 20


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    if why := why_unavailable():
        pytest.skip(why)
    with new_cluster() as made:
        yield made


@pytest.fixture(scope="module")
def served(own: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(own.url, tmp_path_factory.mktemp("away"), **UNLIMITED) as server:
        yield server


@pytest_asyncio.fixture
async def http(served: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as client:
        yield client


async def create_until_accepted(
    person: Person, on_refusal: Callable[[], None] = lambda: None, **asked: object
) -> str:
    """Request a game until one is created; return its id."""
    while (answer := await person.post("/api/games", {"rules": PAIR.id, **asked})).status_code == 503:
        assert answer.json()["error"]["code"] == "try_again"
        on_refusal()
        await asyncio.sleep(0.05)
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


async def texts(http: httpx.AsyncClient, game: str) -> list[str]:
    log: Json = (await http.get(f"/api/games/{game}/log")).json()
    return [entry[3] for entry in log["entries"]]


@dataclass(slots=True)
class Load:
    """Players who play games until `stopped`; `logs`: the acknowledged moves by game; `hindered`: requests
    that an outage has met, whose outcome may be unknown."""

    http: httpx.AsyncClient
    stopped: bool = False
    hindered: int = 0
    taken: int = 0
    logs: dict[str, list[str]] = field(default_factory=dict)

    async def play(self, person: Person, chance: Random) -> None:
        while not self.stopped:
            game = await create_until_accepted(person, self._hinder, seat="both")
            try:
                async with person.game_socket(game, max_queue=None) as socket:
                    self.logs[game] = []
                    await self._play(socket, self.logs[game], chance)
            except websockets.InvalidStatus as error:
                if error.response.status_code != 503:
                    raise
                self._hinder()

    def _hinder(self) -> None:
        self.hindered += 1

    async def _play(self, socket: Socket, acknowledged: list[str], chance: Random) -> None:
        """Play one game. After a denied move send another one, if there is one: it has to be legal,
        since the denied one was not applied."""
        state, denied = PAIR.start(0), set[str]()
        while PAIR.outcome(state) is None and not (self.stopped and not denied):
            legal: list[Any] = [move for move in PAIR.legal(state) if move not in denied]
            move = chance.choice(legal or PAIR.legal(state))
            answer = await self._decided(socket, len(acknowledged), move)
            if answer is None:
                acknowledged.append(move)
                state, denied = PAIR.apply(state, move), set()
                self.taken += 1
            else:
                assert answer["why"] == "try_again", answer
                denied.add(move)
                await asyncio.sleep(0.05)

    async def _decided(self, socket: Socket, ply: int, move: str) -> dict[str, Any] | None:
        """Return the refusal of a move, or None if it is in the log. Once its outcome was unknown, resend it
        until it is there: that a repetition was not applied says nothing of the first one."""
        unknown = False
        while (answer := await refusal_of(socket, "move", ply=ply, move=move)) is not None:
            self._hinder()
            unknown |= answer["why"] == "internal"
            if not unknown:
                return answer
            assert answer["why"] in ("internal", "try_again"), answer
            await asyncio.sleep(0.05)
        return None


@asynccontextmanager
async def load(http: httpx.AsyncClient) -> AsyncIterator[Load]:
    """Play a load of games while the block runs; afterwards every log has exactly the acknowledged moves."""
    people, played = [await guest(http) for _ in range(GAMES)], Load(http)
    async with asyncio.TaskGroup() as tasks:
        for number, person in enumerate(people):
            tasks.create_task(played.play(person, Random(number)))
        yield played
        played.stopped = True
    for game, acknowledged in played.logs.items():
        assert await texts(http, game) == acknowledged


async def wait_for_moves(played: Load, more: int = 100) -> None:
    """Wait until `more` moves have been accepted."""
    enough = played.taken + more
    await eventually(lambda: played.taken >= enough)


@pytest.mark.slow
async def test_a_restart_during_commits_loses_and_duplicates_nothing(
    own: Cluster, http: httpx.AsyncClient
) -> None:
    """Meanwhile requests are answered with `try_again`; afterwards the lobby and all sockets go on."""
    person = await guest(http)
    async with person.socket("/ws/lobby", max_queue=None) as lobby, load(http) as played:
        for _ in range(3):
            await wait_for_moves(played)
            before = played.hindered
            await asyncio.to_thread(own.stop)
            # A restart may be too quick for any request to meet it.
            await eventually(lambda: played.hindered > before)  # noqa: B023
            assert (await http.get("/health")).status_code == 200
            for path in ("/ready", "/api/games"):
                answer = await http.get(path)
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "try_again")
            await asyncio.to_thread(own.start)
        await wait_for_moves(played)
        game = await create_until_accepted(person, seat=0)
        while game not in [item["id"] for item in (await lobby.expect("lobby"))["open"]]:
            pass
    found = command("verify", database_url=own.url)
    assert (found.returncode, found.stdout) == (0, "Every game agrees with its log.\n")
