"""`make profile`: the cost of a durable move by stage, in calls of Python functions and microseconds.

Calls hardly depend on the load of the machine: they show the effect of a change on the path of a move. A
move is one of 40 games in turn, its two frames included, and its share of the ends of games.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import httpx

from engine import Game
from tests.bench.load import MIN_SCRIPT_MOVES, RICH, RULES, Load, new_load
from tests.bench.servers import Server, running
from tests.databases import Kind, migrated
from tests.serving import PATIENCE

AT_ONCE = 40  # games played at the same time
Table = dict[str, tuple[float, float]]  # calls and microseconds a move, by stage
WHOLE, PLAIN = "all stages", "the process, without the profiler"


async def profile(server: Server, rules: Game[Any], moves: int, at_once: int = AT_ONCE) -> Table:
    """Measure the cost of a move of this game on a server with a profiler, by this many moves."""
    load = await new_load(server, at_once + 2 * moves // MIN_SCRIPT_MOVES, rules)
    load.start_games(at_once)
    await _made(load, moves // 4)
    used, before = server.cpu(), load.moves
    await _made(load, moves // 2)
    plain = (server.cpu() - used) / (load.moves - before)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        await http.post("/profile")
        before = load.moves
        await _made(load, moves)
        moves = load.moves - before
        found = (await http.get("/profile")).json()
    load.close()
    stages = {stage: (calls / moves, used / moves * 1e6) for stage, (calls, used) in found["stages"].items()}
    whole = sum(calls for calls, _ in stages.values())
    return stages | {WHOLE: (whole, found["seconds"] / moves * 1e6), PLAIN: (0, plain * 1e6)}


async def _made(load: Load, moves: int) -> None:
    """Wait until this many more moves have been made."""
    goal = load.moves + moves
    async with asyncio.timeout(10 * PATIENCE):
        while load.moves < goal:  # noqa: ASYNC110 (no event per move)
            await asyncio.sleep(0.01)


def tables(moves: int, only: str) -> Iterator[tuple[str, Table]]:
    """Yield the tables of the lightest and richest game on both databases with their titles; `only`: tables
    with this text in the title."""
    for kind, rules in product(get_args(Kind), (RULES, RICH)):
        if only in (title := f"{rules.title}, {kind}"):
            with (
                tempfile.TemporaryDirectory() as folder,
                migrated(kind, Path(folder)) as make,
                make() as url,
                running("profiled", url) as server,
            ):
                yield title, asyncio.run(profile(server, rules, moves))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make profile")
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--only", default="", help="part of a title, such as sqlite")
    options = parser.parse_args()
    found = dict(tables(options.moves, options.only))
    print("Calls of Python functions a move, and microseconds of CPU under the profiler\n")
    print(f"| stage | {' | '.join(found)} |\n|---|{'---|' * len(found)}")
    for stage in next(iter(found.values())):
        cells = (f"{calls:.1f} · {used:.0f} us" for calls, used in (table[stage] for table in found.values()))
        print(f"| {stage} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
