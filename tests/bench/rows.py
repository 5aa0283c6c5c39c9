"""The rows of the table: label, measured value and limit. Each part starts the servers that it needs."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, fields
from pathlib import Path

from tests.bench import crowds, leaderboards, measures
from tests.bench.growth import LONG, Growth, growth
from tests.bench.load import RICH, RULES
from tests.bench.measures import Played, Size
from tests.bench.servers import Server, Sort, cost_of_start, running
from tests.databases import Kind, migrated

Row = tuple[str, str, str]
Found = dict[str, list[float]]  # measurements by name, one for each round

SERVERS: tuple[tuple[Sort, Kind], ...] = (
    ("ours", "sqlite"),
    ("ours", "postgres"),
    ("memory", "sqlite"),
    ("memory", "postgres"),
    ("orm", "postgres"),
)
KINDS: tuple[Kind, ...] = ("sqlite", "postgres")
MOST = {"sqlite": 3.0, "postgres": 2.5}  # echoes of a durable move
GROWTH = [field.name for field in fields(Growth)]
SPECTATORS = (0, 100, 500)
LENGTHS = (10, 1000, 2000)  # entries of games that are opened
STARTS = 5  # of a server


def _start(stack: ExitStack, sort: Sort, kind: Kind) -> Server:
    """A server with a database of its own."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    make = stack.enter_context(migrated(kind, folder))
    return stack.enter_context(running(sort, stack.enter_context(make())))


# Moves


def of_moves(size: Size, rounds: int) -> Iterator[Row]:
    """All servers in turn, in several rounds."""
    found: Found = {}
    with ExitStack() as stack:
        servers = {"echo": stack.enter_context(running("echo"))}
        servers |= {f"{sort} {kind}": _start(stack, sort, kind) for sort, kind in SERVERS}
        for _ in range(rounds):
            asyncio.run(_round(servers, found, size))
    yield from move_rows(found, size.pace)


async def _round(servers: dict[str, Server], found: Found, size: Size) -> None:
    def record(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    for name, server in servers.items():
        if name == "echo":
            record("echo", await measures.echo(server, size))
            continue
        played = await measures.play(server, size)
        record(f"cpu {name}", played.cpu)
        record(f"rate {name}", played.rate)
        record(f"p99 {name}", played.p99)
        record(f"busy {name}", played.server)
        record(f"generator {name}", played.generator)
    record("share", measures.engine_share())


def move_rows(found: Found, pace: float) -> Iterator[Row]:
    """Medians over the rounds."""
    of = {name: statistics.median(values) for name, values in found.items()}
    unit = of["echo"]
    yield "one echo, the unit", f"{unit:.1f} us of CPU", ""
    yield "the engine's share of a move", f"{of['share']:.1f} us", ""
    for base in KINDS:
        cost = of[f"cpu ours {base}"]
        value = f"{cost / unit:.1f} echoes ({cost:.0f} us)"
        yield f"CPU of a durable move, whole, {base}", value, f"at most {MOST[base]}"
    cost = of["cpu memory sqlite"]
    yield "the same, in memory only", f"{cost / unit:.1f} echoes ({cost:.0f} us)", ""
    for base in KINDS:
        rate = of[f"rate ours {base}"]
        value = f"{rate:.0f}: {rate / of['rate orm postgres']:.1f} x"
        yield f"durable moves a second, {base}", value, "at least 12 x"
    yield "moves a second, one ORM transaction each, postgres", f"{of['rate orm postgres']:.0f}: 1 x", ""
    for base in KINDS:
        late = of[f"p99 ours {base}"]
        times = late / of[f"p99 memory {base}"]
        yield f"p99 at {pace:.0f} moves/s, {base}", f"{late:.1f} ms: {times:.1f} x in memory", "at most 2 x"
    for name in ("ours sqlite", "ours postgres", "memory sqlite"):
        value = f"server {of[f'busy {name}']:.2f}, generator {of[f'generator {name}']:.2f}"
        yield f"cores used at full speed, {name}", value, ""


def of_games(size: Size, rounds: int) -> Iterator[Row]:
    """A move of the game with the most moves to choose from beside one of that with the fewest."""
    for kind in KINDS:
        light, rich = list[Played](), list[Played]()
        with ExitStack() as stack:
            server = _start(stack, "ours", kind)
            for _ in range(rounds):
                light.append(asyncio.run(measures.play(server, size, RULES)))
                rich.append(asyncio.run(measures.play(server, size, RICH)))
        one, other = (statistics.median(played.cpu for played in found) for found in (light, rich))
        value = f"{other:.0f} us: {other / one:.1f} x that of {RULES.title} ({one:.0f} us)"
        yield f"CPU of a move of {RICH.title}, {kind}", value, "at most 2 x"
    mean = (light[0].bytes_waiting + light[0].bytes_turn) / 2
    yield f"bytes of a step of {RULES.title}, mean of both seats", f"{mean:.0f}", "at most 260"
    yield f"the same, {RICH.title}, the seat to move", f"{rich[0].bytes_turn:.0f}", "at most 1,300"
    yield f"the same, {RICH.title}, the other seat", f"{rich[0].bytes_waiting:.0f}", "at most 600"


# People who look on


def of_spectators(size: Size, _: int) -> Iterator[Row]:
    with ExitStack() as stack:
        unit = asyncio.run(measures.echo(stack.enter_context(running("echo")), size))
        server = _start(stack, "ours", "sqlite")
        alone, *watched = asyncio.run(crowds.spectators(server, SPECTATORS, size.watched_moves))
    yield "CPU of a move at ten a second, no spectators", f"{alone:.0f} us", ""
    for count, cost in zip(SPECTATORS[1:], watched, strict=True):
        frame = (cost - alone) / count / unit
        value = f"{cost:.0f} us: {frame:.2f} echoes for each of them"
        yield f"the same, {count} spectators", value, "at most 0.35"


def of_lobby(size: Size, _: int) -> Iterator[Row]:
    with ExitStack() as stack:
        server = _start(stack, "ours", "postgres")
        alone, visited = asyncio.run(crowds.lobby(server, size.lobby, int(4 * size.seconds)))
    value = f"{visited * 100:.1f} % of a core; without them {alone * 100:.1f} %"
    yield f"one move a second and {size.lobby} visitors of the lobby", value, "at most 5 %"


def of_idle(size: Size, _: int) -> Iterator[Row]:
    """Idle sockets, few and many, each on a fresh server."""
    for count, core in ((size.idle, ""), (5 * size.idle, "at most 5 %")):
        with ExitStack() as stack:
            count = crowds.allow_sockets(count)
            found = asyncio.run(crowds.idle(_start(stack, "ours", "sqlite"), count, 4 * size.seconds))
        yield f"an idle socket, of {count}", f"{found.kib:.1f} KiB", "at most 18"
        yield f"pings of {count} idle sockets", f"{found.core * 100:.1f} % of a core", core
        limit = "at most 60" if core else ""
        yield f"memory after {count} sockets closed", f"{found.left:.0f} MiB more than before", limit


# What there was before


def of_start(_size: Size, _rounds: int) -> Iterator[Row]:
    """A start before those that are measured writes the bytecode of the modules."""
    for kind in KINDS:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            make = stack.enter_context(migrated(kind, folder))
            url = stack.enter_context(make())
            _first, *found = [cost_of_start(url) for _ in range(1 + STARTS)]
        value = f"{statistics.median(found):.2f} s ({min(found):.2f} to {max(found):.2f})"
        yield f"CPU from the start of the process until it is ready, {kind}", value, "at most 1.0 s"


def of_opening(_: Size, __: int) -> Iterator[Row]:
    with ExitStack() as stack:
        first, *longer = asyncio.run(crowds.opening(_start(stack, "ours", "postgres"), LENGTHS))
    yield f"CPU of opening a game of {LENGTHS[0]} entries that is not loaded", f"{first:.1f} ms", ""
    for length, cost, most in zip(LENGTHS[1:], longer, (6, 11), strict=True):
        yield f"the same, {length} entries", f"{cost:.1f} ms: {cost / first:.1f} x", f"at most {most} x"


def of_leaderboard(size: Size, _: int) -> Iterator[Row]:
    """The cost of a page of a very long leaderboard, on a database filled for it."""
    count = size.results
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        make = stack.enter_context(migrated("postgres", folder))
        url = stack.enter_context(make())
        token = asyncio.run(leaderboards.fill(url, count))
        server = stack.enter_context(running("ours", url))
        of = asdict(asyncio.run(leaderboards.pages(server, token, count)))
    for name in ("first", "middle", "own"):
        page = "first page with the player's own entry" if name == "own" else f"{name} page"
        yield f"leaderboard of {count} entries, {page}", f"{of[name]:.1f} ms", "at most 10 ms"
    yield "the same, the player's own entry, uncached", f"{of['own_uncached']:.0f} ms", ""
    yield "statistics of all players, uncached", f"{of['statistics']:.0f} ms", ""


def of_growth(size: Size, _: int) -> Iterator[Row]:
    """What must not grow with the past and the crowd, on a database of its own."""
    with ExitStack() as stack:
        server = _start(stack, "ours", "postgres")
        grown = growth(server, size.results, size.visitors, 4 * size.seconds, size.pace)
        yield from growth_rows(asdict(asyncio.run(grown)), size.results)


def growth_rows(of: dict[str, float], results: int) -> Iterator[Row]:
    times = of["late"] / of["early"]
    value = f"{of['late']:.0f} us: {times:.2f} x that of the first entries"
    yield f"CPU of a move after {LONG} entries of its game", value, "at most 1.2 x"
    times = of["late_bytes"] / of["early_bytes"]
    value = f"{of['late_bytes']:.0f}: {times:.2f} x those of the first entries"
    yield "bytes sent for it", value, "at most 1.05 x"
    times = of["past"] / of["alone"]
    value = f"{of['past']:.0f} us: {times:.2f} x that on an empty database"
    yield f"CPU of a move beside {results} ended games", value, "at most 1.2 x"
    more = (of["visited"] - of["past"]) / of["past"] * 100
    value = f"{more:+.0f} %; each visitor gets {of['visitor_bytes']:.0f} bytes/s"
    yield "the same with visitors in the lobby", value, ""
