"""The cost of spectators of one game and of visitors of the lobby."""

from __future__ import annotations

import asyncio

from tests.bench.client import Client, connect
from tests.bench.load import Load, new_load
from tests.bench.measures import Size
from tests.bench.servers import Server

AT_ONCE = 100  # connections that are opened together


async def connect_many(server: Server, paths: list[str]) -> list[Client]:
    """Open connections, one for each path."""
    clients: list[Client] = []
    for start in range(0, len(paths), AT_ONCE):
        wanted = paths[start : start + AT_ONCE]
        clients += await asyncio.gather(*(connect(server.port, path, lambda *_: None) for path in wanted))
    return clients


async def spectators(server: Server, counts: tuple[int, ...], size: Size) -> list[float]:
    """CPU microseconds of a move at a slow pace, by the number of spectators of its game."""
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
    """Moves of one game, slow enough that each frame is sent to everybody."""
    game, used = load.games[number], server.cpu()
    first = game.ply
    for _ in range(moves):
        if game.to_move:
            game.to_move.move()
        await asyncio.sleep(0.1)
    return (server.cpu() - used) / max(1, game.ply - first) * 1e6


async def lobby(server: Server, size: Size) -> tuple[float, float]:
    """CPU seconds a second while one move a second is made: without visitors of the lobby, and with them."""
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
