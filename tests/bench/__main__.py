"""Measures all servers in turn, in several rounds, and prints a table of ratios of the medians."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, fields
from pathlib import Path

from tests.bench import leaderboards, loading, measures
from tests.bench.growth import LONG, Growth, growth
from tests.bench.measures import Size
from tests.bench.servers import Server, Sort, running
from tests.databases import Kind, migrated

SERVERS: tuple[tuple[Sort, Kind], ...] = (
    ("ours", "sqlite"),
    ("ours", "postgres"),
    ("memory", "sqlite"),
    ("memory", "postgres"),
    ("orm", "postgres"),
)
GROWTH = [field.name for field in fields(Growth)]
Found = dict[str, list[float]]  # measurements by name, one for each round


def measure(rounds: int, size: Size) -> Found:
    """All measurements; each server has its own database."""
    found: Found = {}
    with ExitStack() as stack:
        servers: dict[str, Server] = {"echo": stack.enter_context(running("echo"))}
        for sort, kind in SERVERS:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            make = stack.enter_context(migrated(kind, folder))
            url = stack.enter_context(make())
            servers[f"{sort} {kind}"] = stack.enter_context(running(sort, url))
        for _ in range(rounds):
            asyncio.run(_round(servers, found, size))
        found |= _measure_leaderboard(stack, size.results)
        found |= _measure_growth(stack, size)
    return found


def _measure_leaderboard(stack: ExitStack, count: int) -> Found:
    """The cost of a page of a very long leaderboard, on a database filled for it."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    make = stack.enter_context(migrated("postgres", folder))
    url = stack.enter_context(make())
    token = asyncio.run(leaderboards.fill(url, count))
    server = stack.enter_context(running("ours", url))
    pages = asyncio.run(leaderboards.pages(server, token, count))
    return {f"{name} page": [value] for name, value in asdict(pages).items()}


def _measure_growth(stack: ExitStack, size: Size) -> Found:
    """What must not grow with the past and the crowd, on a database of its own."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    make = stack.enter_context(migrated("postgres", folder))
    server = stack.enter_context(running("ours", stack.enter_context(make())))
    grown = asyncio.run(growth(server, size.results, size.visitors, 4 * size.seconds, size.pace))
    return {f"growth {name}": [value] for name, value in asdict(grown).items()}


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
    record("spectator", await measures.spectator(servers["ours sqlite"], size))
    record("idle", await measures.idle(servers["ours sqlite"], size))
    record("share", measures.engine_share())


def rows(found: Found, pace: float, results: int) -> Iterator[tuple[str, str, str]]:
    """Label, measured value and limit of each row; medians over the rounds."""
    of = {name: statistics.median(values) for name, values in found.items()}
    unit, share = of["echo"], of["share"]
    yield "one echo, the unit", f"{unit:.1f} us of CPU", ""
    yield "the engine's share of a move", f"{share:.1f} us", ""
    for base, most in (("sqlite", 3.5), ("postgres", 3.0)):
        cost = of[f"cpu ours {base}"]
        yield (
            f"CPU of a durable move, {base}",
            f"{(cost - share) / unit:.1f} echoes ({cost:.0f} us with the engine's share)",
            f"at most {most}",
        )
    cost = of["cpu memory sqlite"]
    yield "the same, in memory only", f"{(cost - share) / unit:.1f} echoes ({cost:.0f} us)", ""
    yield "a spectator's frame", f"{of['spectator'] / unit:.2f} echoes", "at most 0.5"
    yield "an idle socket", f"{of['idle']:.1f} KiB", "at most 24"
    for base in ("sqlite", "postgres"):
        rate = of[f"rate ours {base}"]
        yield (
            f"durable moves a second, {base}",
            f"{rate:.0f}: {rate / of['rate orm postgres']:.1f} x",
            "at least 12 x",
        )
    yield "moves a second, one ORM transaction each, postgres", f"{of['rate orm postgres']:.0f}: 1 x", ""
    for base in ("sqlite", "postgres"):
        late = of[f"p99 ours {base}"]
        times = late / of[f"p99 memory {base}"]
        yield f"p99 at {pace:.0f} moves/s, {base}", f"{late:.1f} ms: {times:.1f} x in memory", "at most 4 x"
    for name in ("first", "middle", "own"):
        page = "first page with the player's own entry" if name == "own" else f"{name} page"
        yield f"leaderboard of {results} entries, {page}", f"{of[f'{name} page']:.1f} ms", "at most 10 ms"
    yield "the same, the player's own entry, uncached", f"{of['own_uncached page']:.0f} ms", ""
    yield "statistics of all players, uncached", f"{of['statistics page']:.0f} ms", ""
    yield from _growth_rows({name: of[f"growth {name}"] for name in GROWTH}, results)
    for name in ("ours sqlite", "ours postgres", "memory sqlite"):
        yield (
            f"cores used at full speed, {name}",
            f"server {of[f'busy {name}']:.2f}, generator {of[f'generator {name}']:.2f}",
            "",
        )


def _growth_rows(of: dict[str, float], results: int) -> Iterator[tuple[str, str, str]]:
    """What must not grow."""
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5)
    options = parser.parse_args()
    size = Size(seconds=options.seconds)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| measurement | value | limit |\n|---|---|---|")
    for row in rows(measure(options.rounds, size), size.pace, size.results):
        print(f"| {' | '.join(row)} |")
    loading.main()
    print("\n| game | legal, us | then, us |\n|---|---|---|")
    for name, (legal, then) in measures.engines(0.5).items():
        print(f"| {name} | {legal:.0f} | {then:.0f} |")


if __name__ == "__main__":
    main()
