"""Long runs on two processes, one of which is killed again and again, with players who come and go: announced
moves are kept, and the surviving process does not grow."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import httpx
import pytest
import websockets

from engine import OPENING
from tests.app.fixtures import RedisSettings
from tests.app.http_players import PAIR, Board, Json, Person, guest
from tests.app.two_processes import http_clients, with_client
from tests.serving import PATIENCE, UNLIMITED, Server, command, free_port, serving
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak(only=True)]

GAMES = size(whole=100, ordinary=12)  # at once
ASKED_SECONDS = int(os.environ.get("RICHELIEU_TEST_SECONDS", 0))
RUN_SECONDS = ASKED_SECONDS or size(whole=30 * 60, ordinary=9)
KILL_INTERVAL = size(whole=60, ordinary=3)  # seconds
MAX_THINKING = 1.0  # seconds for a move
MAX_MOVES_AT_TABLE = 40  # before a player leaves a game, or comes back
MAX_GROWTH_BYTES = 48 << 20  # of the surviving process, after the first tenth of the time
MAX_LEFTOVERS = 30  # descriptors and tasks more than before the first game, when all players have left


class Mortal:
    """A server that is killed and started again on its port."""

    def __init__(self, url: str, folder: Path, redis_settings: RedisSettings) -> None:
        self._url, self._folder, self._port = url, folder, free_port()
        self._settings = {**UNLIMITED, **redis_settings}
        self._running = ExitStack()
        self.start()

    def start(self) -> None:
        running = serving(self._url, self._folder, self._port, **self._settings)
        self.server = self._running.enter_context(running)

    def kill(self) -> None:
        self.server.send(signal.SIGKILL)
        self.server.wait()
        self._running.close()

    def close(self) -> None:
        self._running.close()


@contextmanager
def mortal(url: str, folder: Path, redis_settings: RedisSettings) -> Iterator[Mortal]:
    made = Mortal(url, folder, redis_settings)
    try:
        yield made
    finally:
        made.close()


@dataclass(slots=True)
class Played:
    """Counts of the clients: acknowledged moves, games, broken sockets."""

    moves: int = 0
    games: int = 0
    broken: int = 0
    told: dict[str, list[str]] = field(default_factory=dict)  # by game: the longest list that anybody got

    def hear(self, game: str, frame: Json) -> None:
        before, now = self.told.get(game, []), frame["told"]
        shorter, longer = sorted((before, now), key=len)
        assert longer[: len(shorter)] == shorter, "what was told never changes"
        self.told[game] = longer
        self.moves += len(longer) - len(before)


async def play(seat: int, board: Board, homes: list[httpx.AsyncClient], played: Played, end: float) -> None:
    """Play a seat to the end of its game, with breaks, by any process that answers."""
    chance = random.Random(f"{board.id} {seat}")
    while monotonic() < end:
        person = with_client(board.people[seat], chance.choice(homes))
        try:
            async with person.game_socket(board.id, max_queue=None) as socket:
                for _ in range(chance.randrange(MAX_MOVES_AT_TABLE)):
                    frame = await socket.next_answer()
                    if frame["t"] != "state":
                        continue
                    played.hear(board.id, frame)
                    if frame["over"]:
                        return
                    if frame["turn"] == seat:
                        await asyncio.sleep(chance.random() * MAX_THINKING)
                        legal = [pair[0] for pair in frame["legal"] if not pair[0].endswith(OPENING)]
                        await socket.send("move", ply=frame["ply"], move=chance.choice(legal))
        except (OSError, websockets.WebSocketException, TimeoutError):
            played.broken += 1
        await asyncio.sleep(chance.random() * MAX_THINKING)


async def one_table(people: list[Person], homes: list[httpx.AsyncClient], played: Played, end: float) -> None:
    """Play one game after the other."""
    while monotonic() < end:
        first, second = (with_client(person, random.choice(homes)) for person in people)
        with suppress(httpx.TransportError):
            made = await first.post("/api/games", {"rules": PAIR.id, "seat": 0})
            if made.status_code != 201:
                continue
            game = made.json()["id"]
            while True:
                with suppress(httpx.TransportError):
                    joined = await with_client(second, random.choice(homes)).post(f"/api/games/{game}/join")
                    if joined.status_code == 200:
                        break
                await asyncio.sleep(0.1)
            played.games += 1
            board = Board(game, (first, second))
            with suppress(TimeoutError):  # at the end nobody waits for an opponent who has left
                async with asyncio.timeout(end + 1 - monotonic()):
                    await asyncio.gather(*(play(seat, board, homes, played, end) for seat in (0, 1)))


async def stroll(homes: list[httpx.AsyncClient], played: Played, end: float) -> None:
    """Watch as a spectator who goes from game to game and through the lobby."""
    while monotonic() < end:
        visitor, games = Person(random.choice(homes)), list(played.told)
        paths = ["/ws/lobby", *(f"/ws/games/{game}" for game in games[-GAMES:])]
        with suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with visitor.socket(random.choice(paths), max_queue=None) as socket:
                for _ in range(5):
                    await asyncio.wait_for(socket.next(), 2 * MAX_THINKING)
        await asyncio.sleep(0.2)


async def test_two_processes_stand_a_long_evening_with_kills(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play for RICHELIEU_TEST_SECONDS."""
    played = Played()
    with (
        serving(postgres_url, tmp_path, **UNLIMITED, **redis_settings) as steady,
        mortal(postgres_url, tmp_path, redis_settings) as other,
    ):
        async with http_clients((steady, other.server)) as homes:
            tables = [[await guest(homes[0]), await guest(homes[0])] for _ in range(GAMES)]
            before = await _measure(steady, homes[0])
            end = monotonic() + RUN_SECONDS
            tasks = [asyncio.create_task(one_table(people, list(homes), played, end)) for people in tables]
            tasks += [asyncio.create_task(stroll(list(homes), played, end)) for _ in range(10)]
            kills, memory = await _kill_now_and_then(other, steady, end)
            await asyncio.gather(*tasks)
            await asyncio.sleep(3)
            after = await _measure(steady, homes[0])
            await _check_told(homes[0], played)
    with capsys.disabled():
        print(  # noqa: T201 - a measurement
            f"\n{RUN_SECONDS} s, {GAMES} games at once, {kills} kills: {played.games} games,"
            f" {played.moves} moves, {played.broken} broken sockets;"
            f" memory {memory[0] >> 20} -> {memory[-1] >> 20} MiB (at most"
            f" {max(memory) >> 20}), descriptors and tasks at rest {before} -> {after}"
        )
    assert memory[-1] - memory[0] < MAX_GROWTH_BYTES
    assert all(now - then < MAX_LEFTOVERS for then, now in zip(before, after, strict=True))
    found = await asyncio.to_thread(command, "verify", database_url=postgres_url)
    assert (found.returncode, found.stdout) == (0, "Every game agrees with its log.\n")


async def _kill_now_and_then(other: Mortal, steady: Server, end: float) -> tuple[int, list[int]]:
    """Kill one process every KILL_INTERVAL seconds; return how often, and the memory of the other one since
    the first tenth of the time."""
    kills, memory, start = 0, list[int](), monotonic()
    while (now := monotonic()) < end:
        await asyncio.sleep(min(KILL_INTERVAL, max(0.0, end - now)))
        if monotonic() < end - KILL_INTERVAL / 2:
            await asyncio.to_thread(other.kill)
            await asyncio.to_thread(other.start)
            kills += 1
        if monotonic() - start > RUN_SECONDS / 10:
            memory.append(_memory(steady))
    return kills, memory


async def _measure(server: Server, http: httpx.AsyncClient) -> tuple[int, int]:
    """Return the open descriptors and tasks."""
    descriptors = _count_descriptors(server)
    found = re.search(r"^richelieu_tasks (\d+)", (await http.get("/metrics")).text, re.MULTILINE)
    assert found
    return descriptors, int(found[1])


def _count_descriptors(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def _memory(server: Server) -> int:
    """Return the bytes of anonymous resident memory."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"^RssAnon:\s+(\d+) kB", text, re.MULTILINE)
    assert found
    return int(found[1]) * 1024


async def _check_told(http: httpx.AsyncClient, played: Played) -> None:
    """Check that every broadcast move is in the log, in its place."""
    for game, told in played.told.items():
        async with asyncio.timeout(PATIENCE):
            state = (await http.get(f"/api/games/{game}")).json()
        assert state["told"][: len(told)] == told
