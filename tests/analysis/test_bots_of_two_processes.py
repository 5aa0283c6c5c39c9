"""One game against a bot at two processes: one answer of the bot per turn, also if a process is
killed while it searches."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.analysis import bots
from app.db.engine import create_engine
from app.games.store import GameStore
from app.settings import Settings
from engine import GAMES, Entry
from tests.analysis.workers.analyst import search_as_in_tests
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Person, Socket, guest, metric
from tests.app.two_processes import eventually, http_clients, with_client
from tests.serving import UNLIMITED, Server, serving

pytestmark = pytest.mark.postgres

PERSON_MOVES = 3
DRAWING = next(game for game in GAMES.values() if len(game.seats) == 2 and game.draws)


class Two:
    """Two processes, each with a folder of its own, and one HTTP client for each."""

    def __init__(self, servers: list[Server], clients: tuple[httpx.AsyncClient, ...], url: str) -> None:
        self.servers, self.clients, self.url = servers, clients, url

    def hold(self, process: int, *, held: bool) -> None:
        """Whether the searches of a process wait."""
        file = self.servers[process].output.parent / "wait"
        if held:
            file.touch()
        else:
            file.unlink()

    async def has_searches(self, process: int, *, running: int, waiting: int) -> bool:
        """Return whether this many searches run and wait in a process."""
        http = self.clients[process]
        counts = [await metric(http, f"richelieu_searches_{word}") for word in ("running", "waiting")]
        return counts == [running, waiting]

    async def log(self, game: str) -> list[Entry]:
        """Return the log as it is in the database: no process is asked, so that none loads the game."""
        engine = create_engine(Settings(database_url=self.url).url)
        try:
            return await GameStore(engine).log(game)
        finally:
            await engine.dispose()

    async def has_entries(self, game: str, count: int) -> bool:
        """Return whether a log has at least this many entries."""
        return len(await self.log(game)) >= count


def loaded_files(server: Server) -> str:
    """Return the libraries that a process has loaded."""
    return Path(f"/proc/{server.process.pid}/maps").read_text()


def search_and_watch_often() -> None:
    """Use the searches of tests, and find bots that have not moved after a second, not ten."""
    search_as_in_tests()
    bots.OVERDUE_AFTER_MS, bots.WATCH_INTERVAL = 1000, 0.2


@asynccontextmanager
async def two_with_bots(url: str, folder: Path, **settings: Any) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        servers = []
        for number in range(2):
            own = folder / str(number)
            own.mkdir()
            how: dict[str, Any] = {"prepare": search_and_watch_often, "data": own, "workers": 1, **UNLIMITED}
            servers.append(stack.enter_context(serving(url, own, **how, **settings)))
        clients = await stack.enter_async_context(http_clients(tuple(servers)))
        yield Two(servers, clients, url)


@pytest.mark.slow
async def test_two_processes_answer_each_act_once_and_one_goes_on_when_the_other_is_killed(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    async with two_with_bots(postgres_url, tmp_path, **redis_settings) as two:
        person = await guest(two.clients[0])
        other = with_client(person, two.clients[1])
        await each_act_is_answered_once(two, person, other)
        await one_goes_on_after_a_kill(two, person, other)
        assert "numpy" not in loaded_files(two.servers[1]), "only processes that search load it"


async def each_act_is_answered_once(two: Two, person: Person, other: Person) -> None:
    """Both processes search for the same moves at the same time; the person moves through the one and the
    other."""
    game = (await person.create_game(rules=DRAWING.id, bot={"level": 1}, seat=0))["id"]
    async with person.game_socket(game) as first, other.game_socket(game) as second:
        sockets, ply = (first, second), 0
        for turn in range(PERSON_MOVES):
            states = [await socket.state(ply) for socket in sockets]
            assert states[0]["told"] == states[1]["told"]
            assert (states[0]["ply"], states[0]["turn"]) == (ply, 0), states[0]
            await sockets[turn % 2].send("move", ply=ply, move=states[0]["legal"][0][0])
            ply += 2
        for socket in sockets:
            await socket.state(ply)
        await second.send("offer", ply=ply, what="takeback")
        for socket in sockets:
            state = await socket.state(ply + 2)
            assert len(state["told"]) == ply - 2
        await first.send("resign")
        state = await second.state(ply + 3)
        await second.send("offer", ply=state["ply"], what="rematch")
        nexts = [await following(socket) for socket in sockets]
    assert nexts[0] == nexts[1]
    assert [(entry.seat, entry.act) for entry in await two.log(game)] == [
        *[(0, "move"), (1, "move")] * PERSON_MOVES,
        *[(0, "offer"), (1, "accept"), (0, "resign")],
    ]
    listed = (await person.get(f"/api/games?player={person.id}")).json()["items"]
    assert {one["id"] for one in listed} == {game, nexts[0]}, "one game follows"
    await eventually(lambda: two.has_entries(nexts[0], 1))
    assert [(entry.seat, entry.act) for entry in await two.log(nexts[0])] == [(0, "move")]


async def following(socket: Socket) -> str:
    """Return the game that follows by the rematch."""
    while (state := await socket.state())["next"] is None:
        pass
    found: str = state["next"]
    return found


async def one_goes_on_after_a_kill(two: Two, person: Person, other: Person) -> None:
    """At once in the game that it has loaded, in time in the one for which nobody has asked it."""
    for process in range(2):
        two.hold(process, held=True)
    loaded, unloaded = [(await person.create_game(bot={"level": 1}, seat=1))["id"] for _ in range(2)]
    async with other.game_socket(loaded) as socket:
        await eventually(lambda: two.has_searches(0, running=1, waiting=1))
        await eventually(lambda: two.has_searches(1, running=1, waiting=0))
        assert await two.log(loaded) == await two.log(unloaded) == []
        two.servers[0].send(signal.SIGKILL)
        two.servers[0].wait()
        two.hold(1, held=False)
        await socket.state(1)
    await eventually(lambda: two.has_entries(unloaded, 1))
    for game in (loaded, unloaded):
        await play_on(two, other, game)


async def play_on(two: Two, person: Person, game: str) -> None:
    """The person answers the bot's one move, through the process that is left, and is answered once."""
    state = await person.state(game)
    assert (state["ply"], state["turn"]) == (1, 1)
    body = {"ply": 1, "move": state["legal"][0][0]}
    assert (await person.post(f"/api/games/{game}/moves", body)).status_code == 200
    await eventually(lambda: two.has_entries(game, 3))
    assert [entry.seat for entry in await two.log(game)] == [0, 1, 0]
