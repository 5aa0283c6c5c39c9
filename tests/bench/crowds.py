"""What many people cost: spectators of one game, visitors of the lobby, idle sockets and the memory that they
leave behind; and what opening a game costs that no process has loaded. Each measurement has a server of its
own, or games of its own, so that it can be run alone."""

from __future__ import annotations

import asyncio
import resource
from dataclasses import dataclass

import httpx
from sqlalchemy import insert, update

from app.clock import now
from app.db.engine import create_engine, write_transaction
from app.db.schema import entries, games
from app.settings import Settings
from tests.bench.client import Client, connect
from tests.bench.growth import _to_and_fro
from tests.bench.load import Load, new_load
from tests.bench.servers import Server

AT_ONCE = 100  # connections that are opened together
SETTLED = 3.0  # seconds after which connections and their ends have been told
WATCHED = 20  # games that idle spectators look at


async def connect_many(server: Server, paths: list[str]) -> list[Client]:
    """Open connections, one for each path."""
    clients: list[Client] = []
    for start in range(0, len(paths), AT_ONCE):
        wanted = paths[start : start + AT_ONCE]
        clients += await asyncio.gather(*(connect(server.port, path, lambda *_: None) for path in wanted))
    return clients


def allow_sockets(count: int) -> int:
    """Raises the limit of file descriptors, for servers that start after; how many sockets it allows, at
    most `count`."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return min(count, hard - 500)


async def spectators(server: Server, counts: tuple[int, ...], moves: int) -> list[float]:
    """CPU microseconds of a move at a slow pace, by the number of spectators of its game."""
    load, found = await new_load(server, len(counts)), list[float]()
    for game, count in zip(load.games, counts, strict=True):
        clients = await connect_many(server, [f"/ws/games/{game.id}?steps=1"] * count)
        await asyncio.sleep(SETTLED)
        found.append(await _cpu_of_moves(server, load, load.games.index(game), moves))
        for client in clients:
            client.close()
        await asyncio.sleep(SETTLED)
    load.close()
    return found


async def _cpu_of_moves(server: Server, load: Load, number: int, moves: int) -> float:
    """Moves of one game, slow enough that each frame is sent to everybody."""
    game, used = load.games[number], server.cpu()
    first = game.ply
    for _ in range(moves):
        if game.to_move:
            game.to_move.move()
        await asyncio.sleep(0.1)
    return (server.cpu() - used) / max(1, game.ply - first) * 1e6


async def lobby(server: Server, visitors: int, seconds: int) -> tuple[float, float]:
    """CPU seconds a second while one move a second is made: without visitors of the lobby, and with them."""
    load, found = await new_load(server, 2), list[float]()
    for count in (0, visitors):
        clients = await connect_many(server, ["/ws/lobby"] * count)
        await asyncio.sleep(SETTLED)
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


@dataclass(frozen=True, slots=True)
class Idle:
    """KiB of memory an idle socket, share of a core for all of them, and MiB above what there was before when
    they have been closed."""

    kib: float
    core: float
    left: float


async def idle(server: Server, count: int, seconds: float) -> Idle:
    """Spectators of a few games who send nothing but the answers to pings."""
    load = await new_load(server, WATCHED)
    load.close()
    await asyncio.sleep(SETTLED)
    before = server.memory()
    paths = [f"/ws/games/{load.games[number % WATCHED].id}" for number in range(count)]
    clients = await connect_many(server, paths)
    await asyncio.sleep(SETTLED)
    held, used = server.memory() - before, server.cpu()
    await asyncio.sleep(seconds)
    used = server.cpu() - used
    for client in clients:
        client.close()
    await asyncio.sleep(4 * SETTLED)
    return Idle(held / count / 1024, used / seconds, (server.memory() - before) / 2**20)


async def opening(server: Server, lengths: tuple[int, ...]) -> list[float]:
    """CPU milliseconds of the first request for a game with so many entries, which no process has loaded; the
    least of five games."""
    found = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        for length in lengths:
            costs = []
            for _ in range(5):
                game = await _long_game(server, http, length)
                used = server.cpu()
                (await http.get(f"/api/games/{game}")).raise_for_status()
                costs.append((server.cpu() - used) * 1e3)
            found.append(min(costs))
    return found


async def _long_game(server: Server, http: httpx.AsyncClient, length: int) -> str:
    """A solitaire in which a move is made to and fro, written beside the server."""
    game, deal, pair = next(_to_and_fro())
    player = (await http.post("/api/players/guest")).json()
    headers = {"authorization": f"Bearer {player['token']}"}
    made = await http.post("/api/games", json={"rules": game.id, "deal": deal}, headers=headers)
    made_id, at = made.json()["id"], now()
    engine = create_engine(Settings(database_url=server.url).url)
    async with write_transaction(engine) as connection:
        rows = [
            {"game_id": made_id, "ply": ply, "seat": 0, "act": "move", "text": pair[ply % 2], "at": at}
            for ply in range(length)
        ]
        await connection.execute(insert(entries), rows)
        await connection.execute(update(games).where(games.c.id == made_id).values(ply=length))
    await engine.dispose()
    return str(made_id)
