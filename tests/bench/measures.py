"""The measurements, one function each. Times are microseconds of CPU unless stated."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from typing import Any

from engine import Game
from tests.bench.client import Client, connect, frame
from tests.bench.load import RULES, Load, new_load
from tests.bench.servers import Server

ECHOES = 200  # echo sockets, as many as there are concurrent games


@dataclass(frozen=True, slots=True)
class Size:
    """Amounts of the measurements. `seconds`: of each measurement, at most; `games` are created, `at_once` of
    them played concurrently; `settled`: seconds to wait after connections open or close."""

    seconds: float = 2.5
    games: int = 500
    at_once: int = 200
    settled: float = 3.0
    spectators: tuple[int, int] = (100, 500)
    watched_moves: int = 24  # of a game with spectators
    lobby: int = 400  # its visitors
    crowd: int = 1000  # visitors of the lobby while games begin
    pace: float = 300.0  # moves a second
    link: tuple[int, int] = (400_000, 400)  # of a browser: bits a second, milliseconds of the round trip


@dataclass(frozen=True, slots=True)
class Played:
    """`cpu`, `database`: microseconds of the server and of PostgreSQL's backends for a move; `rate`: moves a
    second; `p99`: milliseconds from a sent move to the mover's own state, at a fixed rate; `server` and
    `generator`: share of one core used at full speed; `bytes_waiting` and `bytes_turn`: of the step for the
    other seat and the seat to move."""

    cpu: float
    database: float
    rate: float
    p99: float
    server: float
    generator: float
    bytes_waiting: float
    bytes_turn: float


async def echo(server: Server, size: Size) -> float:
    """Measure the cost of one echo of a message as long as a move."""
    text, count = frame(b'{"t":"move","ply":12,"move":"c3 c4"}'), 0

    def on_text(client: Client, _: bytes) -> None:
        nonlocal count
        count += 1
        client.send(text)

    clients = [await connect(server.port, "/", on_text) for _ in range(ECHOES)]
    for client in clients:
        client.send(text)
    await asyncio.sleep(0.2)
    used, before = server.cpu(), count
    await asyncio.sleep(size.seconds / 2)
    used, echoes = server.cpu() - used, count - before
    for client in clients:
        client.close()
    return used / echoes * 1e6


async def play(server: Server, size: Size, rules: Game[Any] = RULES) -> Played:
    """Measure games of two players: first at a fixed rate, then `at_once` games at full speed."""
    load = await new_load(server, size.games, rules)
    times = await load.play_at_rate(size.pace, int(size.pace * size.seconds))
    meters = _meters(server, load)
    load.start_games(size.at_once)
    if not await load.run_for(
        min(0.3, size.seconds / 4)
    ):  # after a warm-up; or the whole run, if it has ended by then
        meters = _meters(server, load)
    while not await load.run_for(size.seconds) and load.moves == meters[4]:
        continue  # no move at all: the machine stalls
    spent = (now - before for now, before in zip(_meters(server, load), meters, strict=True))
    took, used, database, own, moves = spent
    load.close()
    p99 = statistics.quantiles(times, n=100)[98] * 1e3
    bytes_waiting, bytes_turn = map(statistics.fmean, load.steps)
    return Played(
        cpu=used / moves * 1e6,
        database=database / moves * 1e6,
        rate=moves / took,
        p99=p99,
        server=used / took,
        generator=own / took,
        bytes_waiting=bytes_waiting,
        bytes_turn=bytes_turn,
    )


def _meters(server: Server, load: Load) -> tuple[float, float, float, float, int]:
    """Return seconds of wall clock, CPU of the server, of its database and our own; and the moves made."""
    return time.perf_counter(), server.cpu(), server.database_cpu(), time.process_time(), load.moves
