"""Cost of spectators of one game and of visitors of the lobby."""

from __future__ import annotations

import asyncio
import itertools
import time
from dataclasses import dataclass

import httpx

from engine import Match
from tests.app.http_players import Person, guest
from tests.bench.client import Client, OnText, connect
from tests.bench.load import RULES, Load, new_load
from tests.bench.measures import Size
from tests.bench.servers import Server

AT_ONCE = 100  # connections opened together


LISTED_GAMES = 60  # live games in the lists before others begin
INTERVAL = 0.5  # seconds between two new games
MOVE = Match.start(RULES, 0).legal[0]


@dataclass(frozen=True, slots=True)
class Busy:
    """Games begun a second; bytes of frames that each visitor is sent in a second; CPU seconds of the server
    a second."""

    begun: float
    bytes: float
    cores: float


async def connect_many(server: Server, paths: list[str], on_text: OnText = lambda *_: None) -> list[Client]:
    """Open connections, one for each path."""
    clients: list[Client] = []
    for start in range(0, len(paths), AT_ONCE):
        wanted = paths[start : start + AT_ONCE]
        clients += await asyncio.gather(*(connect(server.port, path, on_text) for path in wanted))
    return clients


async def spectators(server: Server, counts: tuple[int, ...], size: Size) -> list[float]:
    """Measure CPU microseconds of a move at a slow pace, by the number of spectators of its game."""
    load, found = await new_load(server, len(counts)), list[float]()
    for game, count in zip(load.games, counts, strict=True):
        clients = await connect_many(server, [f"/ws/games/{game.id}?steps=1"] * count)
        await asyncio.sleep(size.settled)
        found.append(await _cpu_of_moves(server, load, load.games.index(game), size.watched_moves))
        for client in clients:
            client.close()
        await asyncio.sleep(size.settled)
    load.close()
    return found


async def _cpu_of_moves(server: Server, load: Load, number: int, moves: int) -> float:
    """Measure moves of one game, slow enough that each frame is sent to all spectators."""
    game, used = load.games[number], server.cpu()
    first = game.ply
    for _ in range(moves):
        if game.to_move:
            game.to_move.move()
        await asyncio.sleep(0.1)
    return (server.cpu() - used) / max(1, game.ply - first) * 1e6


async def lobby(server: Server, size: Size) -> tuple[float, float]:
    """Measure CPU seconds a second at one move a second: without visitors of the lobby, and with them."""
    load, found, seconds = await new_load(server, 2), list[float](), max(1, int(4 * size.seconds))
    for count in (0, size.lobby):
        clients = await connect_many(server, ["/ws/lobby"] * count)
        await asyncio.sleep(size.settled)
        used = server.cpu()
        for second in range(seconds):
            mover = load.games[second % 2].to_move
            if mover:
                mover.move()
            await asyncio.sleep(1)
        found.append((server.cpu() - used) / seconds)
        for client in clients:
            client.close()
    load.close()
    return found[0], found[1]


async def busy_lobby(server: Server, visitors: int, path: str, size: Size) -> Busy:
    """Measure visitors of the lobby while every INTERVAL seconds a game opens, one begins and one moves."""
    got = 0

    def on_text(_: Client, text: bytes) -> None:
        nonlocal got
        got += len(text)

    load = await new_load(server, LISTED_GAMES)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        host, other = await guest(http), await guest(http)
        present = await connect(server.port, "/ws/lobby?mine=1", lambda *_: None, token=host.token)
        clients = await connect_many(server, [path] * visitors, on_text)
        await _begin_games(host, other, size.settled)
        got, used, start = 0, server.cpu(), time.perf_counter()
        begun = await _begin_games(host, other, 8 * size.seconds)
        took, used = time.perf_counter() - start, server.cpu() - used
    for client in (present, *clients):
        client.close()
    load.close()
    return Busy(begun / took, got / max(1, visitors) / took, used / took)


async def _begin_games(host: Person, other: Person, seconds: float) -> int:
    """Begin games for `seconds`; return how many. Each stays open for INTERVAL seconds."""
    clock, opened, begun = time.perf_counter, list[str](), 0
    start = clock()
    for number in itertools.count(1):
        opened.append((await host.create_game(rules=RULES.id, seat=0))["id"])
        if len(opened) > 1:
            await other.post(f"/api/games/{opened[-2]}/join")
            begun += 1
        if len(opened) > 2:
            await host.post(f"/api/games/{opened[-3]}/moves", {"ply": 0, "move": MOVE})
        if clock() - start > seconds:
            break
        await asyncio.sleep(max(0.0, start + number * INTERVAL - clock()))
    await host.post(f"/api/games/{opened[-1]}/abort")
    return begun
