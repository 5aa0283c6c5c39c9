"""`make capacity`: the load that 1, 2 and 4 processes on one PostgreSQL carry, step by step until the knee.

Each part can run alone: `python -m tests.bench.capacity moves --processes 1 2`. A step is over the knee when
less than 95 % of the load asked for is done, or when one answer in a hundred takes longer than
MAX_P99_SECONDS. The table says how many cores the processes, the backends of PostgreSQL, Redis and the
generator used in the step, which shows the bottleneck. A game is played at one process, as behind a proxy
that routes by path. With `--distributed` it measures a distributed database
(`tests/distributed/cluster.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.app.redis_server import running_redis
from tests.bench.client import Client, connect, frame
from tests.bench.load import PAIRS, RULES, Load, new_games, new_load
from tests.bench.machine import cpu_of_children, describe
from tests.bench.servers import Server, running
from tests.databases import migrated
from tests.distributed.cluster import distributed_database

MAX_P99_SECONDS = 0.1  # before the knee
MIN_DONE_SHARE = 0.95  # of the load asked for, before the knee
STEP_FACTOR = 1.5  # from one step to the next
MOVES_PER_SECOND = 100.0  # beside visitors of the lobby
SETTLE_SECONDS = 5.0  # after a step, to release what closed sockets held outside of the measurement
RESIGN = frame(b'{"t":"resign"}')


@dataclass(frozen=True, slots=True)
class Step:
    """One measured step: load asked for and done a second (sockets and visitors: their number), the 99th
    percentile in milliseconds, cores used, microseconds of PostgreSQL for each thing done, and a
    note."""

    asked: float
    done: float
    p99: float
    servers: float
    postgres: float
    redis: float
    generator: float
    postgres_each: float
    note: str = ""

    @property
    def over(self) -> bool:
        return self.done < MIN_DONE_SHARE * self.asked or self.p99 > MAX_P99_SECONDS * 1e3


class Meter:
    """Seconds of wall clock and CPU since the creation of the meter."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers = servers
        self._start = self._read()

    def _read(self) -> tuple[float, ...]:
        servers = sum(server.cpu() for server in self._servers)
        others = self._servers[0].database_cpu(), cpu_of_children("redis-server")
        return time.perf_counter(), servers, *others, time.process_time()

    def step(
        self, asked: float, count: float, times: Sequence[float], note: str = "", done: float | None = None
    ) -> Step:
        """Return the step that ends now: `count` things were done, each in one of `times` seconds. `done` is
        reported instead of the number a second."""
        took, *used = (now - then for now, then in zip(self._read(), self._start, strict=True))
        servers, postgres, redis, generator = (seconds / took for seconds in used)
        each = used[1] / count * 1e6 if count else 0.0
        rate = count / took if done is None else done
        return Step(asked, rate, p99(times), servers, postgres, redis, generator, each, note)


def p99(times: Sequence[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    if len(times) < 2:
        return max(times, default=0.0) * 1e3
    return statistics.quantiles(times, n=100)[98] * 1e3


Measure = Callable[[Sequence[Server], float, float], Coroutine[None, None, Step]]


async def moves(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure moves a second, in games of two people."""
    loads = await _loads(servers, asked * seconds / 25)
    before, meter = sum(load.moves for load in loads), Meter(servers)
    each = asked / len(servers)
    found = await asyncio.gather(*(load.play_at_rate(each, int(each * seconds)) for load in loads))
    step = meter.step(
        asked, sum(load.moves for load in loads) - before, [time for times in found for time in times]
    )
    _close(loads)
    return step


async def _loads(servers: Sequence[Server], games: float) -> list[Load]:
    """Return this many games in all, in equal parts at each process."""
    return [await new_load(server, max(10, int(games / len(servers)))) for server in servers]


def _close(loads: Sequence[Load]) -> None:
    for load in loads:
        load.close()


async def ends(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure ends a second, with results and standings: each game has two moves and is resigned."""
    loads = await _loads(servers, asked * seconds)
    for load in loads:
        await load.play_at_rate(400, 2 * len(load.games))
    sent, times = dict[str, float](), list[float]()

    def on_text(client: Client, text: bytes) -> None:
        if b'"status":"ended"' in text and (since := sent.pop(client.tag.game.id, None)):
            times.append(time.perf_counter() - since)

    games = [game for group in zip(*(load.games for load in loads), strict=True) for game in group]
    meter, start = Meter(servers), time.perf_counter()
    for number, game in enumerate(games):
        await asyncio.sleep(max(0.0, start + number / asked - time.perf_counter()))
        client = game.seats[0].client
        assert client
        client.on_text, sent[game.id] = on_text, time.perf_counter()
        client.send(RESIGN)
    async with asyncio.timeout(60):
        while sent:  # noqa: ASYNC110 (no event an end)
            await asyncio.sleep(0.02)
    step = meter.step(asked, len(times), times)
    _close(loads)
    return step


async def sockets(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure spectators of quiet games: how fast their sockets open, and their cost when open."""
    loads = await _loads(servers, 20)
    before, times, clients = sum(server.memory() for server in servers), list[float](), list[Client]()
    start = time.perf_counter()
    for number in range(0, int(asked), 20):
        since = time.perf_counter()
        clients += await asyncio.gather(*(_spectator(servers, loads, number + each) for each in range(20)))
        times += [time.perf_counter() - since] * 20
    opened = time.perf_counter() - start
    await asyncio.sleep(1)
    memory = (sum(server.memory() for server in servers) - before) / len(clients) / 1024
    meter = Meter(servers)
    await asyncio.sleep(seconds)
    note = f"{memory:.1f} KiB each, {len(clients) / opened:.0f} opened a second"
    step = meter.step(asked, len(clients), times, note, done=float(len(clients)))
    for client in clients:
        client.close()
    _close(loads)
    return step


async def _spectator(servers: Sequence[Server], loads: Sequence[Load], number: int) -> Client:
    load = loads[number % len(loads)]
    path = f"/ws/games/{load.games[number % len(load.games)].id}"
    return await connect(servers[number % len(servers)].port, path, lambda *_: None)


async def lobby(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure visitors of the lobby while MOVES_PER_SECOND moves are made and a game in all lists ends; the
    latency is that of the moves."""
    loads, listed = await _loads(servers, MOVES_PER_SECOND * seconds / 25 + 20), await new_load(servers[0], 1)
    got = 0

    def on_text(_: Client, text: bytes) -> None:
        nonlocal got
        got += len(text)

    clients = [
        await connect(servers[number % len(servers)].port, "/ws/lobby", on_text)
        for number in range(int(asked))
    ]
    await asyncio.sleep(1)
    got, meter = 0, Meter(servers)
    each = MOVES_PER_SECOND / len(servers)
    playing = [load.play_at_rate(each, int(each * seconds)) for load in loads]
    found = await asyncio.gather(*playing, _end_soon(listed, seconds / 2))
    note = f"{got / len(clients) / seconds / 1024:.1f} KiB a visitor and second"
    times = [time for times in found for time in times]
    step = meter.step(asked, len(times), times, note, done=float(len(clients)))
    for client in clients:
        client.close()
    _close([*loads, listed])
    return step


async def _end_soon(load: Load, seconds: float) -> list[float]:
    """End a game after `seconds`, so that every visitor is sent the whole lists. Measure nothing."""
    await asyncio.sleep(seconds)
    client = load.games[0].seats[0].client
    assert client
    client.send(RESIGN)
    return []


async def opened(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure games that no process has loaded, opened by HTTP."""
    games = [*await new_games(servers[0], int(asked * seconds))]
    times: list[float] = []
    async with httpx.AsyncClient(timeout=60) as http:

        async def read(number: int) -> None:
            server = servers[number % len(servers)]
            since = time.perf_counter()
            answer = await http.get(f"http://127.0.0.1:{server.port}/api/games/{games[number]}")
            if answer.status_code == 200:  # 503: the database did not answer in time
                times.append(time.perf_counter() - since)

        meter, start, reading = Meter(servers), time.perf_counter(), list[asyncio.Task[None]]()
        for number in range(len(games)):
            await asyncio.sleep(max(0.0, start + number / asked - time.perf_counter()))
            reading.append(asyncio.create_task(read(number)))
        await asyncio.gather(*reading)
    return meter.step(asked, len(times), times)


async def created(servers: Sequence[Server], asked: float, seconds: float) -> Step:
    """Measure games created and joined a second, by HTTP; the latency is of both together."""
    pairs = [*(await new_games(servers[0], PAIRS)).values()]
    times: list[float] = []
    async with httpx.AsyncClient(timeout=60) as http:

        async def create(number: int) -> None:
            url = f"http://127.0.0.1:{servers[number % len(servers)].port}/api/games"
            one, two = ({"authorization": f"Bearer {player['token']}"} for player in pairs[number % PAIRS])
            since = time.perf_counter()
            made = await http.post(url, json={"rules": RULES.id, "public": False}, headers=one)
            if made.status_code != 201:  # 503: the database did not answer in time
                return
            joined = await http.post(f"{url}/{made.json()['id']}/join", json={}, headers=two)
            if joined.status_code == 200:
                times.append(time.perf_counter() - since)

        meter, start, creating = Meter(servers), time.perf_counter(), list[asyncio.Task[None]]()
        for number in range(int(asked * seconds)):
            await asyncio.sleep(max(0.0, start + number / asked - time.perf_counter()))
            creating.append(asyncio.create_task(create(number)))
        await asyncio.gather(*creating)
    return meter.step(asked, len(times), times)


PARTS: dict[str, tuple[Measure, float, str]] = {  # with the first step, and what is counted
    "moves": (moves, 200, "moves/s"),
    "ends": (ends, 40, "ends/s"),
    "opened": (opened, 40, "games opened/s"),
    "created": (created, 40, "games created and joined/s"),
    "lobby": (lobby, 50, "visitors"),
    "sockets": (sockets, 500, "sockets"),
}
MAX_STEPS = {"sockets": 8000.0, "lobby": 6000.0}  # where a part stops even without a knee


async def steps(part: str, servers: Sequence[Server], options: argparse.Namespace) -> AsyncIterator[Step]:
    """Yield one step after the other, up to the first over the knee."""
    measure, asked, _ = PARTS[part]
    asked, most = options.first or asked, min(options.most, MAX_STEPS.get(part, options.most))
    while asked <= most:
        step = await measure(servers, asked, options.seconds)
        yield step
        if step.over:
            return
        asked *= STEP_FACTOR
        await asyncio.sleep(SETTLE_SECONDS)


async def report(part: str, processes: int, options: argparse.Namespace) -> Step | None:
    """Measure a part on this many processes, print its rows, and return the last step before the knee."""
    best: Step | None = None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        make = (
            distributed_database if options.distributed else stack.enter_context(migrated("postgres", folder))
        )
        url = stack.enter_context(make())
        given = {"redis_url": stack.enter_context(running_redis()).new_url()} if processes > 1 else {}
        servers = [stack.enter_context(running("ours", url, **given)) for _ in range(processes)]
        async for step in steps(part, servers, options):
            print(row(part, processes, step), flush=True)
            best = best if step.over else step
    return best


COLUMNS = (
    *("part", "processes", "asked", "done", "p99, ms", "cores: processes", "PostgreSQL", "Redis"),
    *("generator", "PostgreSQL each, us", ""),
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


def row(part: str, processes: int, step: Step) -> str:
    each = f"{step.postgres_each:.0f}" if part != "sockets" else ""
    over = "over the knee" if step.over else ""
    notes = ", ".join(filter(None, (step.note, over)))
    cells = [PARTS[part][2], str(processes), f"{step.asked:.0f}", f"{step.done:.0f}", f"{step.p99:.0f}"]
    cores = (step.servers, step.postgres, step.redis, step.generator)
    return f"| {' | '.join([*cells, *(f'{share:.2f}' for share in cores), each, notes])} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.capacity", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, if none is named")
    parser.add_argument("--processes", nargs="+", type=int, default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=5.0, help="of each step")
    parser.add_argument("--first", type=float, help="the first step of each part, instead of its own")
    parser.add_argument("--distributed", action="store_true", help="on RICHELIEU_TEST_CITUS_URL")
    parser.add_argument("--most", type=float, default=50_000, help="where steps end without a knee")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # this process has all the clients
    print(f"{describe()}\n\n{HEAD}", flush=True)
    knees: list[str] = []
    for part in options.parts or PARTS:
        for processes in options.processes:
            best = asyncio.run(report(part, processes, options))
            first = options.first or PARTS[part][1]
            found = f"{best.done:.0f}" if best else f"less than {first:.0f}"
            knees.append(f"| {PARTS[part][2]} | {processes} | {found} |")
    print("\n| before the knee | processes | |\n|---|---|---|", *knees, sep="\n")


if __name__ == "__main__":
    main()
