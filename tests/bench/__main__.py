"""Measures everything in rounds, ours and what it is compared with in turn, and prints a table of ratios."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import asyncpg

from tests.bench import measures
from tests.bench.servers import Server, running

ADMIN = os.environ.get("RICHELIEU_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
PACE = 300.0  # moves a second


@contextmanager
def database(kind: str) -> Iterator[str]:
    """A database of our own of a kind, until the block ends."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/bench.db"
        return
    name = f"bench_{uuid.uuid4().hex[:10]}"
    asyncio.run(_sql(f'create database "{name}"'))
    try:
        yield f"{ADMIN.rpartition('/')[0]}/{name}"
    finally:
        asyncio.run(_sql(f'drop database "{name}" with (force)'))


async def _sql(statement: str) -> None:
    connection = await asyncpg.connect(ADMIN)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def measured(rounds: int, seconds: float) -> dict[str, list[float]]:
    """All figures by name, one a round."""
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        servers: dict[str, Server] = {}
        for number, kind in enumerate(
            ("echo", "ours sqlite", "ours postgres", "memory sqlite", "orm postgres")
        ):
            sort, _, base = kind.partition(" ")
            url = stack.enter_context(database(base or "sqlite"))
            servers[kind] = stack.enter_context(running(sort, 8890 + number, url))
        for _ in range(rounds):
            _round(servers, found, seconds)
    return found


def _round(servers: dict[str, Server], found: dict[str, list[float]], seconds: float) -> None:
    def note(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    note("echo", asyncio.run(measures.echo(servers["echo"], seconds)))
    for base in ("sqlite", "postgres"):
        cpu, rate = asyncio.run(measures.move(servers[f"ours {base}"], seconds))
        note(f"move {base}", cpu)
        note(f"rate {base}", rate)
    note("rate orm", asyncio.run(measures.move(servers["orm postgres"], seconds))[1])
    note("p99 memory", asyncio.run(measures.p99(servers["memory sqlite"], PACE, seconds)))
    for base in ("sqlite", "postgres"):
        note(f"p99 {base}", asyncio.run(measures.p99(servers[f"ours {base}"], PACE, seconds)))
    note("spectator", asyncio.run(measures.spectator(servers["ours sqlite"])))
    note("idle", asyncio.run(measures.idle(servers["ours sqlite"])))
    note("share", measures.engine_share())


def rows(found: dict[str, list[float]]) -> Iterator[tuple[str, str, str]]:
    """What, how much, and what is allowed; medians over the rounds."""
    of = {name: statistics.median(values) for name, values in found.items()}
    unit, share = of["echo"], of["share"]
    yield "one echo, the unit", f"{unit:.1f} us CPU", ""
    yield "the engine's share of a move", f"{share:.1f} us", ""
    for base, most in (("sqlite", 3.5), ("postgres", 3.0)):
        cost = of[f"move {base}"]
        yield (
            f"a durable move, {base}",
            f"{(cost - share) / unit:.2f} echoes ({cost:.0f} us)",
            f"at most {most}",
        )
    yield "a spectator's frame", f"{of['spectator'] / unit:.2f} echoes", "at most 0.5"
    yield "an idle socket", f"{of['idle']:.1f} KiB", "at most 24"
    for base in ("sqlite", "postgres"):
        times = of[f"rate {base}"] / of["rate orm"]
        yield f"moves a second, {base}", f"{of[f'rate {base}']:.0f}, {times:.1f} x ORM", "at least 12 x"
    yield "one ORM transaction a move, postgres", f"{of['rate orm']:.0f} moves/s", ""
    for base in ("sqlite", "postgres"):
        times = of[f"p99 {base}"] / of["p99 memory"]
        yield (
            f"p99 at {PACE:.0f} moves/s, {base}",
            f"{of[f'p99 {base}']:.1f} ms, {times:.1f} x memory",
            "at most 4 x",
        )
    yield "p99 in memory only", f"{of['p99 memory']:.1f} ms", ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    asked = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| what | measured | limit |\n|---|---|---|")
    for row in rows(measured(asked.rounds, asked.seconds)):
        print(f"| {' | '.join(row)} |")
    print("\n| game | legal, us | then, us |\n|---|---|---|")
    for name, (legal, then) in measures.engines(0.5).items():
        print(f"| {name} | {legal:.0f} | {then:.0f} |")
    print(f"\nCommand: make bench ({asked.rounds} rounds, {Path.cwd().name})")


if __name__ == "__main__":
    main()
