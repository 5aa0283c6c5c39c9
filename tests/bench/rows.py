"""Rows of the table: label, measured value and limit. Each part starts the servers that it needs."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from app.settings import Settings
from tests.bench import crowds, fairness, leaderboards, loading, measures, strangers
from tests.bench.growth import growth
from tests.bench.load import RICH, RULES
from tests.bench.measures import Size
from tests.bench.servers import Server, running
from tests.databases import Kind, migrated
from tests.serving import UNLIMITED

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


def of_strangers(size: Size, rounds: int) -> Iterator[Row]:
    """Yield moves beside a guest who posts long games as text within the write limits."""
    limits = {name: Settings.model_fields[name].default for name in ("limit_writes", "limit_address")}
    for kind in LIMITS:
        with ExitStack() as stack:
            server = stack.enter_context(running("ours", _database(stack, kind), **limits))
            found = [asyncio.run(strangers.strangers(server, size)) for _ in range(rounds)]
        alone, beside = (
            statistics.median(getattr(one, name) for one in found) for name in ("alone", "beside")
        )
        texts = sum(one.posted for one in found)
        value = f"{beside:.1f} ms: {beside / alone:.2f} x that without ({alone:.1f} ms); {texts} texts"
        yield f"p95 of a move beside texts of {found[0].moves} moves, {kind}", value, "at most 2 x"


def of_fairness(size: Size, _: int) -> Iterator[Row]:
    """Yield what others wait for beside a guest who asks for searches within the default limits."""
    limits = {name: Settings.model_fields[name].default for name in UNLIMITED}
    with ExitStack() as stack:
        server = stack.enter_context(running("ours", _database(stack, "sqlite"), **limits))
        waits = asyncio.run(fairness.fairness(server, size))
    for name, times, limit in (
        ("a weakest bot's reply", waits.replies, 2),
        ("a hint", waits.hints, 10),
    ):
        value = f"{statistics.median(times) * 1e3:.0f} ms, at most {max(times):.2f} s ({len(times)})"
        yield f"{name} beside a guest with {waits.granted} searches", value, f"at most {limit} s"


def of_leaderboard(size: Size, _: int) -> Iterator[Row]:
    """Yield a page of a very long leaderboard."""
    count = size.results
    with ExitStack() as stack:
        url = _database(stack, "postgres")
        token = asyncio.run(leaderboards.fill(url, count))
        server = stack.enter_context(running("ours", url))
        of = asdict(asyncio.run(leaderboards.pages(server, token, count, size.repeats)))
    for name in ("first", "middle", "own"):
        page = "first page with the player's own entry" if name == "own" else f"{name} page"
        yield f"leaderboard of {count} entries, {page}", f"{of[name]:.1f} ms", "at most 10 ms"
    yield "the same, the player's own entry, uncached", f"{of['own_uncached']:.0f} ms", ""
    yield "statistics of all players, uncached", f"{of['statistics']:.0f} ms", ""


def of_growth(size: Size, _: int) -> Iterator[Row]:
    """Yield the costs that must not grow with past games and visitors."""
    with ExitStack() as stack:
        grown = asyncio.run(growth(_start(stack, "postgres"), size))
    for name, more, less in (
        (f"a move after {size.entries} entries of its game", grown.late, grown.early),
        (f"a move beside {size.results} ended games", grown.past, grown.alone),
        (f"the same with {size.visitors} visitors of the lobby", grown.visited, grown.past),
    ):
        yield f"CPU of {name}", f"{more:.0f} us: {more / less:.2f} x that without", ""
    yield "bytes sent to a visitor of the lobby", f"{grown.visitor_bytes:.0f} a second", ""


def of_loading(size: Size, rounds: int) -> Iterator[Row]:
    """Yield the seconds until pages are ready in a browser on a slow link, first with the bundled client."""
    rate, round_trip = size.link
    for bundled in (True, False):
        client = "bundled" if bundled else "as written"
        for page, seconds in loading.loading(loading.Link(rate, round_trip), rounds, bundled=bundled).items():
            limit = f"at most {loading.LIMITS[page]:g} s" if bundled else ""
            yield f"{page}, {rate // 1000} kbit/s, {round_trip} ms, {client}", f"{seconds:.1f} s", limit
