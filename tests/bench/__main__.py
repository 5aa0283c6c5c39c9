"""Measurements of all parts, or of those named by `--only`, as a table of values and limits. Each part starts
the servers that it needs.

python -m tests.bench --only moves --only spectators
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench import crowds, loading, measures
from tests.bench.load import RICH, RULES
from tests.bench.measures import Size
from tests.bench.servers import Server, running
from tests.databases import Kind, migrated

Row = tuple[str, str, str]

LIMITS: dict[Kind, float] = {"sqlite": 7.5, "postgres": 6}  # echoes of a durable move


def _start(stack: ExitStack, kind: Kind) -> Server:
    """Start a server with a database of its own."""
    return stack.enter_context(running("ours", _database(stack, kind)))


def _database(stack: ExitStack, kind: Kind) -> str:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    return stack.enter_context(stack.enter_context(migrated(kind, folder))())


def of_moves(size: Size, rounds: int) -> Iterator[Row]:
    """Yield a durable move on both databases beside an echo, in turn."""
    with ExitStack() as stack:
        bare = stack.enter_context(running("echo"))
        servers = {kind: _start(stack, kind) for kind in LIMITS}
        echoes, played = [], {kind: list[measures.Played]() for kind in LIMITS}
        for _ in range(rounds):
            echoes.append(asyncio.run(measures.echo(bare, size)))
            for kind, server in servers.items():
                played[kind].append(asyncio.run(measures.play(server, size)))
    unit = statistics.median(echoes)
    yield "one echo, the unit", f"{unit:.1f} us of CPU", ""
    for kind, limit in LIMITS.items():
        cost, database, rate, p99, used, own = (
            statistics.median(getattr(found, name) for found in played[kind])
            for name in ("cpu", "database", "rate", "p99", "server", "generator")
        )
        value = f"{cost / unit:.1f} echoes ({cost:.0f} us)"
        yield f"CPU of a durable move, {kind}", value, f"at most {limit:g}"
        if database:
            yield f"database CPU per move, {kind}", f"{database:.0f} us", ""
        value = f"{rate:.0f}; cores: server {used:.2f}, generator {own:.2f}"
        yield f"durable moves a second, {kind}", value, ""
        yield f"p99 at {size.pace:.0f} moves/s, {kind}", f"{p99:.1f} ms", ""


def of_games(size: Size, rounds: int) -> Iterator[Row]:
    """Yield a move of the game with the most legal moves beside one of the game with the fewest."""
    for kind in LIMITS:
        with ExitStack() as stack:
            server = _start(stack, kind)
            light, rich = (
                [asyncio.run(measures.play(server, size, rules)) for _ in range(rounds)]
                for rules in (RULES, RICH)
            )
        one, other = (statistics.median(played.cpu for played in found) for found in (light, rich))
        value = f"{other:.0f} us: {other / one:.1f} x that of {RULES.title} ({one:.0f} us)"
        yield f"CPU of a move of {RICH.title}, {kind}", value, "at most 2 x"
    for rules, found in ((RULES, light[0]), (RICH, rich[0])):
        value = f"{found.bytes_turn:.0f} to the seat to move, {found.bytes_waiting:.0f} to the other"
        yield f"bytes of a step of {rules.title}", value, ""


def of_spectators(size: Size, _: int) -> Iterator[Row]:
    with ExitStack() as stack:
        unit = asyncio.run(measures.echo(stack.enter_context(running("echo")), size))
        server = _start(stack, "sqlite")
        alone, *watched = asyncio.run(crowds.spectators(server, (0, *size.spectators), size))
    yield "CPU of a move at ten a second, no spectators", f"{alone:.0f} us", ""
    for count, cost in zip(size.spectators, watched, strict=True):
        frame = (cost - alone) / count / unit
        yield f"the same, {count} spectators", f"{cost:.0f} us: {frame:.2f} echoes a frame", "at most 0.4"


def of_lobby(size: Size, _: int) -> Iterator[Row]:
    with ExitStack() as stack:
        alone, visited = asyncio.run(crowds.lobby(_start(stack, "postgres"), size))
    value = f"{visited * 100:.1f} % of a core; without them {alone * 100:.1f} %"
    yield f"one move a second and {size.lobby} visitors of the lobby", value, ""
    with ExitStack() as stack:
        server = _start(stack, "postgres")
        for label, count, path, limit in (
            ("no visitors of the lobby", 0, "/ws/lobby", ""),
            (f"{size.crowd} visitors, whole lists", size.crowd, "/ws/lobby", ""),
            (f"{size.crowd} visitors, differences", size.crowd, "/ws/lobby?diff=1", "1 kB/s; 0.3 of a core"),
        ):
            found = asyncio.run(crowds.busy_lobby(server, count, path, size))
            each = f"{found.bytes / 1000:.2f} kB/s each; " if count else ""
            value = f"{each}{found.cores:.2f} of a core"
            yield f"{found.begun:.1f} games begun a second, {label}", value, limit


def of_loading(size: Size, rounds: int) -> Iterator[Row]:
    """Yield the seconds until pages are ready in a browser on a slow link, first with the bundled client."""
    rate, round_trip = size.link
    for bundled in (True, False):
        client = "bundled" if bundled else "as written"
        for page, seconds in loading.loading(loading.Link(rate, round_trip), rounds, bundled=bundled).items():
            limit = f"at most {loading.LIMITS[page]:g} s" if bundled else ""
            yield f"{page}, {rate // 1000} kbit/s, {round_trip} ms, {client}", f"{seconds:.1f} s", limit


PARTS: dict[str, Callable[[Size, int], Iterator[Row]]] = {
    "moves": of_moves,
    "games": of_games,
    "spectators": of_spectators,
    "lobby": of_lobby,
    "loading": of_loading,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--only", action="append", choices=[*PARTS])
    options = parser.parse_args()
    size = Size(seconds=options.seconds)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| measurement | value | limit |\n|---|---|---|")
    for name in options.only or PARTS:
        for row in PARTS[name](size, options.rounds):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
