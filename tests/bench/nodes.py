"""A distributed database under load: moves through two processes while a worker is killed and restarted.

    RICHELIEU_TEST_CITUS_URL=postgresql://postgres@host/postgres python -m tests.bench.nodes \
        --port 7701 --kill 'COMMAND' --start 'COMMAND'

`--port`: of the worker, as the coordinator knows it. One command kills it without a shutdown; the other one
starts it and waits until it answers. Exit code 1: a log lacks an acknowledged move, or `verify` has found
something.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import resource
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.schema import entries
from app.settings import Settings
from tests.app.redis_server import running_redis
from tests.bench.load import MIN_SCRIPT_MOVES, BenchGame, Load, new_load
from tests.bench.machine import describe
from tests.bench.servers import running
from tests.distributed.cluster import distributed_database
from tests.serving import ROOT, environment

GAMES = 40  # at once, at each process
LOAD_SECONDS = 5.0  # before the worker is killed
DOWN_SECONDS = 5.0  # until it is restarted
SAMPLE_SECONDS = 0.02  # between two samples of the number of moves
STUCK_SECONDS = 120.0  # without a move, then the run fails

_move = re.compile(rb'"move":"([^"]*)"').search


class Watch:
    """Moves received by the clients, in games on one node and on all others, by time."""

    def __init__(self, mine: Sequence[BenchGame], others: Sequence[BenchGame]) -> None:
        self._parts = mine, others
        self.times: list[float] = []
        self.counts: tuple[list[int], list[int]] = ([], [])  # by part

    @property
    def moves(self) -> int:
        return sum(game.ply for part in self._parts for game in part)

    async def run(self) -> None:
        """Sample until cancelled."""
        while True:
            self.times.append(time.perf_counter())
            for counts, part in zip(self.counts, self._parts, strict=True):
                counts.append(sum(game.ply for game in part))
            await asyncio.sleep(SAMPLE_SECONDS)

    def made(self, part: int, since: float, until: float) -> int:
        """Return the moves of a part (0: on the node, 1: on the others) between two times."""
        samples = zip(self.times, self.counts[part], strict=True)
        known = [count for at, count in samples if since <= at <= until]
        return known[-1] - known[0] if known else 0

    def first_after(self, part: int, since: float) -> float | None:
        """Return the seconds from a time to the first move of a part after it; None: there was none."""
        samples = zip(self.times, self.counts[part], strict=True)
        later = [(at, count) for at, count in samples if at >= since]
        return next((at - since for at, count in later if count > later[0][1]), None)


async def _shell(words: str) -> None:
    process = await asyncio.create_subprocess_shell(words)
    assert await process.wait() == 0, words


async def _wait_for(watch: Watch, moves: int) -> None:
    """Wait until this many moves are received. TimeoutError: none came for STUCK_SECONDS seconds."""
    known, since = watch.moves, time.perf_counter()
    while watch.moves < moves:
        await asyncio.sleep(SAMPLE_SECONDS)
        if watch.moves > known:
            known, since = watch.moves, time.perf_counter()
        elif time.perf_counter() - since > STUCK_SECONDS:
            raise TimeoutError(f"no move for {STUCK_SECONDS} s after {known}")


_IS_ON_PORT = text(
    "select get_shard_id_for_distribution_column('games', cast(:game as text)) in"
    " (select shardid from pg_dist_placement join pg_dist_node using (groupid) where nodeport = :port)"
)


async def _games_on_port(engine: AsyncEngine, games: Sequence[BenchGame], port: int) -> list[BenchGame]:
    """Return the games whose rows are on the worker at a port."""
    async with engine.connect() as connection:
        return [g for g in games if await connection.scalar(_IS_ON_PORT, {"game": g.id, "port": port})]


async def _lost(engine: AsyncEngine, games: Sequence[BenchGame]) -> list[str]:
    """Describe the games whose log lacks moves that their players were told of."""
    query = select(entries.c.text).order_by(entries.c.ply)
    found = []
    async with engine.connect() as connection:
        for game in games:
            if not game.ply:
                continue
            logged = (await connection.scalars(query.where(entries.c.game_id == game.id))).all()
            told = [(_move(frame) or [b"", b""])[1].decode() for frame in game.script.frames[: game.ply]]
            if list(logged[: game.ply]) != told:
                found.append(f"game {game.id}: told {game.ply}, logged {len(logged)}")
    return found


async def outage(options: argparse.Namespace) -> int:
    """Play through two processes while the worker is down; return the exit code."""
    with ExitStack() as stack:
        url = stack.enter_context(distributed_database())
        redis = stack.enter_context(running_redis()).new_url()
        servers = [stack.enter_context(running("ours", url, redis_url=redis)) for _ in range(2)]
        count = options.moves // (2 * MIN_SCRIPT_MOVES) + GAMES
        loads: list[Load] = [await new_load(server, count) for server in servers]
        engine = create_engine(Settings(database_url=url).url)
        games = [game for load in loads for game in load.games]
        mine = await _games_on_port(engine, games, options.port)
        watch = Watch(mine, [game for game in games if game not in mine])
        watching = asyncio.create_task(watch.run())
        start = time.perf_counter()
        for load in loads:
            load.start_games(GAMES)
        await asyncio.sleep(LOAD_SECONDS)
        down = time.perf_counter()
        await _shell(options.kill)
        await asyncio.sleep(DOWN_SECONDS)
        starting = time.perf_counter()
        await _shell(options.start)
        up = time.perf_counter()
        await _wait_for(watch, options.moves)
        end = time.perf_counter()
        watching.cancel()
        acknowledged = watch.moves
        await asyncio.sleep(1)  # for moves under way
        for load in loads:
            load.full_speed = False
        lost = await _lost(engine, games)
        await engine.dispose()
        for load in loads:
            load.close()
        print(f"{acknowledged} acknowledged moves in {end - start:.1f} s through two processes")
        print(
            f"before: {watch.made(0, start, down) / (down - start):.0f} moves a second on the node,"
            f" {watch.made(1, start, down) / (down - start):.0f} on the others"
        )
        print(
            f"down for {up - down:.1f} s, of which it took {up - starting:.1f} s to start;"
            f" meanwhile {watch.made(0, down, up)} moves on the node, {watch.made(1, down, up)} on the others"
        )
        print(
            f"the next move on the node {watch.first_after(0, up)} s after it answers,"
            f" on the others {watch.first_after(1, down)} s after the kill"
        )
        print(
            f"{sum(load.delayed for load in loads)} answers try_again or internal;"
            f" refused: {[load.refused for load in loads if load.refused] or 'none'}"
        )
        print(f"{len(lost)} games lack an acknowledged move", *lost, sep="\n")
        words = [sys.executable, "-m", "app", "verify"]  # without a timeout
        variables = environment(database_url=url)
        verifying = await asyncio.create_subprocess_exec(*words, cwd=ROOT, env=variables)
        return 1 if lost or await verifying.wait() else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.nodes", description=__doc__)
    parser.add_argument("--moves", type=int, default=50_000)
    parser.add_argument("--port", type=int, required=True, help="of the worker that is killed")
    parser.add_argument("--kill", required=True, help="a command")
    parser.add_argument("--start", required=True, help="a command")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # this process has all the clients
    print(describe())
    return asyncio.run(outage(options))


if __name__ == "__main__":
    raise SystemExit(main())
