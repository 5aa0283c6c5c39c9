"""Costs that must not grow: of a move with the length of its game, with past games and with visitors."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from app.http.protocol import FRAMES_PER_SECOND
from engine import GAMES, Game
from tests.bench.client import Client, connect, frame
from tests.bench.load import new_load
from tests.bench.measures import Size
from tests.bench.servers import Server
from tests.reliability.filled import add_ended_games

SOLITAIRES = [game for game in GAMES.values() if len(game.seats) == 1 and not game.hides]


@dataclass(frozen=True, slots=True)
class Growth:
    """CPU microseconds of a move of a solitaire at the beginning of its log and at the end of a long one; of
    a move between two people alone, on a database with many ended games, and there with visitors in the
    lobby; bytes that a visitor is sent in a second."""

    early: float
    late: float
    alone: float
    past: float
    visited: float
    visitor_bytes: float


async def growth(server: Server, size: Size) -> Growth:
    early, late = await _long_game(server, size.entries)
    seconds = 4 * size.seconds
    count = int(size.pace * seconds)
    alone = await _moves(server, size.pace, count)
    await add_ended_games(server.url, size.results)
    past = await _moves(server, size.pace, count)
    got = 0

    def on_text(_: Client, text: bytes) -> None:
        nonlocal got
        got += len(text)

    clients = [await connect(server.port, "/ws/lobby", on_text) for _ in range(size.visitors)]
    await asyncio.sleep(size.settled)
    got = 0
    visited = await _moves(server, size.pace, count)
    for client in clients:
        client.close()
    return Growth(early, late, alone, past, visited, got / size.visitors / seconds)


async def _moves(server: Server, pace: float, count: int) -> float:
    """Measure CPU microseconds of a move at a fixed rate."""
    load = await new_load(server, max(20, count // 25))
    used = server.cpu()
    await load.play_at_rate(pace, count)
    used = server.cpu() - used
    load.close()
    return used / count * 1e6


async def _long_game(server: Server, entries: int) -> tuple[float, float]:
    """Measure CPU microseconds of a move in the first and the last tenth of one log."""
    game, deal, pair = next(_to_and_fro())
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        player = (await http.post("/api/players/guest")).json()
        headers = {"authorization": f"Bearer {player['token']}"}
        made = await http.post("/api/games", json={"rules": game.id, "deal": deal}, headers=headers)
    answered = asyncio.Event()

    def on_text(_: Client, text: bytes) -> None:
        if text.startswith((b'{"t":"state"', b'{"t":"step"')):
            answered.set()

    path = f"/ws/games/{made.json()['id']}?steps=1"
    client = await connect(server.port, path, on_text, token=player["token"])
    await answered.wait()
    tenth, found = entries // 10, list[float]()
    for start in range(0, entries, tenth):
        used = server.cpu()
        for ply in range(start, start + tenth):
            answered.clear()
            client.send(frame(b'{"t":"move","ply":%d,"move":"%s"}' % (ply, pair[ply % 2].encode())))
            await answered.wait()
            await asyncio.sleep(1 / FRAMES_PER_SECOND)
        found.append((server.cpu() - used) / tenth * 1e6)
    client.close()
    return found[0], found[-1]


def _to_and_fro() -> Iterator[tuple[Game[Any], int, tuple[str, str]]]:
    """Yield deals with a first move that the next one can reverse."""
    for deal, game in itertools.product(range(1000), SOLITAIRES):
        start = game.start(deal)
        for there in game.legal(start):
            between = game.apply(start, there)
            for back in game.legal(between):
                if game.show(game.apply(between, back)) == game.show(start):
                    yield game, deal, (there, back)
