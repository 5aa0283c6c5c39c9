"""The measurements, one function each. Units are microseconds of the server's CPU unless said."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import Any

from app import frames
from app.facts import Facts, Player
from app.wire import Presence, encode
from engine import GAMES, Entry, Match, Rng
from tests.bench.client import Client, connect
from tests.bench.load import RULES, tables
from tests.bench.servers import Server

ECHOES = 100  # sockets that echo
GAMES_AT_ONCE = 200
WATCHERS = 400
IDLE = 2000


async def echo(server: Server, seconds: float) -> float:
    """One echo of a message as long as a move."""
    text, count, going = b'{"t":"move","ply":12,"move":"c3 c4"}', 0, True

    def heard(client: Client, _: bytes) -> None:
        nonlocal count
        count += 1
        if going:
            client.send(text)

    clients = [await connect(server.port, "/", heard) for _ in range(ECHOES)]
    before = server.cpu()
    for client in clients:
        client.send(text)
    await asyncio.sleep(seconds)
    going = False
    await asyncio.sleep(0.2)
    used = server.cpu() - before
    for client in clients:
        client.close()
    return used / count * 1e6


async def move(server: Server, seconds: float) -> tuple[float, float]:
    """One durable move of two players, 200 games at once; and moves a second."""
    load = await tables(server.port, GAMES_AT_ONCE)
    before = server.cpu()
    moves, took = await load.eagerly(seconds)
    used = server.cpu() - before
    load.close()
    return used / load.moves * 1e6, moves / took


async def spectator(server: Server) -> float:
    """One frame to one spectator, beyond what the move costs."""
    load = await tables(server.port, 2)
    plain, watched = load.tables
    count = 0

    def heard(_: Client, text: bytes) -> None:
        nonlocal count
        count += text.startswith(b'{"t":"state"')

    clients = [await connect(server.port, f"/ws/games/{watched.id}", heard) for _ in range(WATCHERS)]
    await asyncio.sleep(1)
    alone = await _through(server, load, plain)
    count = 0
    with_watchers = await _through(server, load, watched)
    for client in clients:
        client.close()
    load.close()
    return (with_watchers - alone) / count * 1e6


async def _through(server: Server, load: Any, table: Any) -> float:
    """The CPU of 16 moves at one table, at a pace that lets every frame out."""
    before = server.cpu()
    for _ in range(16):
        if table.due:
            load.move(table)
        await asyncio.sleep(0.12)
    return server.cpu() - before


async def idle(server: Server) -> float:
    """KiB that a socket holds which only listens."""
    load = await tables(server.port, 20)
    load.close()
    await asyncio.sleep(0.5)
    before = server.memory()
    clients = [
        await connect(server.port, f"/ws/games/{load.tables[n % 20].id}", lambda *_: None)
        for n in range(IDLE)
    ]
    await asyncio.sleep(1)
    used = server.memory() - before
    for client in clients:
        client.close()
    return used / IDLE / 1024


async def p99(server: Server, rate: float, seconds: float) -> float:
    """The 99th percentile of milliseconds from a move sent to the mover's state, at a pace."""
    load = await tables(server.port, GAMES_AT_ONCE)
    times = await load.paced(rate, seconds)
    load.close()
    return statistics.quantiles(times, n=100)[98] * 1e3


def engines(seconds: float) -> dict[str, tuple[float, float]]:
    """By game: medians of `legal` and of `Match.then` over the positions of random games."""
    return {name: _engine(name, seconds) for name in GAMES}


def _engine(name: str, seconds: float) -> tuple[float, float]:
    game, legal, then = GAMES[name], list[float](), list[float]()
    until, deal = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        match, deal, rng = Match.start(game, deal), deal + 1, Rng(deal)
        while not match.outcome and match.ply < 200:
            moves = [move for move in match.legal if game.permits(match.state, move)]
            if not moves:
                break
            pick, rng = rng.below(len(moves))
            entry = Entry(match.ply, match.turn, "move", moves[pick], 0)
            state = match.state
            legal.append(_best(game.legal, state))
            then.append(_best(match.then, entry))
            match = match.then(entry)
    return statistics.median(legal), statistics.median(then)


def _best(what: Callable[[Any], object], asked: object) -> float:
    """Microseconds, the best of three: others use the machine too."""
    best = 1e9
    for _ in range(3):
        start = time.perf_counter()
        what(asked)
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def engine_share() -> float:
    """What the rules alone take of a move that two players see: the check, and what frames ask of them."""
    game, person = GAMES[RULES], Player("", "")
    facts = Facts("", game, None, False, None, False, True, "", 0, 0, (person, person))
    shown, used, moves = Presence([True, True], 0), 0.0, 0
    for deal in range(60):
        match, rng = Match.start(game, 0), Rng(deal)
        while not match.outcome:
            pick, rng = rng.below(len(match.legal))
            entry = Entry(match.ply, match.turn, "move", match.legal[pick], 0)
            start = time.process_time()
            match = match.then(entry)
            for seat in (0, 1):
                game.view(match.state, seat)
                match.told(seat)
                frames.acts(facts, match, seat)
            frames.legal(match, match.turn)
            used += time.process_time() - start
            moves += 1
    assert encode(frames.state(facts, match, 0, shown))
    return used / moves * 1e6
