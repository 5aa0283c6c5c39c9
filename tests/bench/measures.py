"""The measurements, one function each. Times are microseconds of CPU unless said."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.domain.game_info import GameInfo, Player
from app.live.state import allowed_acts, legal_moves
from engine import GAMES, Entry, Match, Rng
from tests.bench.client import Client, connect, frame
from tests.bench.load import RULES, Load, tables
from tests.bench.servers import Server

ECHOES = 200  # sockets that echo, as many as tables move at once


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything. `seconds` of each measurement, at most; `tables` are made, `at_once` move."""

    seconds: float = 2.5
    tables: int = 500
    at_once: int = 200
    watchers: int = 400
    idle: int = 2000
    pace: float = 300.0  # moves a second
    results: int = 1_000_000  # lines of a board


@dataclass(frozen=True, slots=True)
class Played:
    """`cpu`: of the server, a move; `rate`: moves a second; `p99`: milliseconds from a move sent to the
    mover's own state, at a pace; `server` and `generator`: how much of one core each used at full speed."""

    cpu: float
    rate: float
    p99: float
    server: float
    generator: float


async def echo(server: Server, size: Size) -> float:
    """One echo of a message as long as a move."""
    text, count = frame(b'{"t":"move","ply":12,"move":"c3 c4"}'), 0

    def heard(client: Client, _: bytes) -> None:
        nonlocal count
        count += 1
        client.send(text)

    clients = [await connect(server.port, "/", heard) for _ in range(ECHOES)]
    for client in clients:
        client.send(text)
    await asyncio.sleep(0.2)
    used, before = server.cpu(), count
    await asyncio.sleep(size.seconds / 2)
    used, echoes = server.cpu() - used, count - before
    for client in clients:
        client.close()
    return used / echoes * 1e6


async def play(server: Server, size: Size) -> Played:
    """Two players a table: first at a pace, then so many tables at once as fast as they can."""
    load = await tables(server, size.tables)
    times = await load.paced(size.pace, int(size.pace * size.seconds))
    meters = _meters(server, load)
    load.begin(size.at_once)
    if not await load.ran(min(0.3, size.seconds / 4)):  # once it runs; or all of it, if it is over by then
        meters = _meters(server, load)
    while not await load.ran(size.seconds) and load.moves == meters[3]:
        continue  # not one move: something holds everything up
    took, used, own, moves = (now - before for now, before in zip(_meters(server, load), meters, strict=True))
    load.close()
    p99 = statistics.quantiles(times, n=100)[98] * 1e3
    return Played(used / moves * 1e6, moves / took, p99, used / took, own / took)


def _meters(server: Server, load: Load) -> tuple[float, float, float, int]:
    """Seconds: of the clock, of the server's CPU, of our own; and the moves made."""
    return time.perf_counter(), server.cpu(), time.process_time(), load.moves


async def spectator(server: Server, size: Size) -> float:
    """One frame to one spectator, beyond what the move costs."""
    load, count = await tables(server, 2), 0

    def heard(_: Client, text: bytes) -> None:
        nonlocal count
        count += text.startswith(b'{"t":"state"')

    path = f"/ws/games/{load.tables[1].id}"
    clients = [await connect(server.port, path, heard) for _ in range(size.watchers)]
    await asyncio.sleep(1)
    alone = await _through(server, load, 0)
    count = 0
    watched = await _through(server, load, 1)
    for client in clients:
        client.close()
    load.close()
    return (watched - alone) / count * 1e6


async def _through(server: Server, load: Load, number: int) -> float:
    """The CPU of a table's moves, at a pace that lets every frame out."""
    before, table = server.cpu(), load.tables[number]
    for _ in range(24):
        if table.due:
            table.due.move()
        await asyncio.sleep(0.08)
    return server.cpu() - before


async def idle(server: Server, size: Size) -> float:
    """KiB that a socket holds which only listens."""
    load = await tables(server, 20)
    load.close()
    await asyncio.sleep(0.5)
    before = server.memory()
    paths = [f"/ws/games/{table.id}" for table in load.tables]
    clients = [await connect(server.port, paths[n % 20], lambda *_: None) for n in range(size.idle)]
    await asyncio.sleep(1)
    used = server.memory() - before
    for client in clients:
        client.close()
    return used / size.idle / 1024


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
    """What the rules alone take of a move that two players see: the check, and what frames ask of them. As
    on a server, many games move in turn, so that none finds its things where it left them."""
    person = Player("", "")
    info = GameInfo("", RULES, None, False, None, False, True, "", 0, 0, (person, person))
    playing = [(Match.start(RULES, 0), Rng(deal)) for deal in range(ECHOES)]
    used, moves = 0.0, 0
    while playing:
        picked = [(match, *rng.below(len(match.legal))) for match, rng in playing]
        entries = [Entry(match.ply, match.turn, "move", match.legal[pick], 0) for match, pick, _ in picked]
        start = time.process_time()
        played = [_seen(info, match, entry) for (match, _, _), entry in zip(picked, entries, strict=True)]
        used += time.process_time() - start
        moves += len(played)
        after = zip(played, picked, strict=True)
        playing = [(match, rng) for match, (_, _, rng) in after if not match.outcome]
    return used / moves * 1e6


def _seen(info: GameInfo, match: Match, entry: Entry) -> Match:
    """The match with one more line, after everything was asked of it that its frames show."""
    match = match.then(entry)
    for seat in (0, 1):
        match.view(seat)
        match.told(seat)
        allowed_acts(info, match, seat)
    legal_moves(match, match.turn)
    return match
