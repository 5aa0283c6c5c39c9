"""The table `entries` at size on PostgreSQL, with and without partitions by a hash of the game.

    python -m tests.bench.entries --rows 100000000 --partitions 16

Fills two databases, one plain and one partitioned, with entries of games of GAME_ENTRIES that are played
AT_ONCE games at a time: all but the last hundredth before the index is made. Prints the rate of the last
inserts, sizes, the time to read a log, to vacuum after deleting games, and of a durable move at a fixed rate,
both databases in turn. 100 million rows take 12 GB for each of the two and about half an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import asyncpg

from tests.bench.load import new_load
from tests.bench.machine import describe
from tests.bench.servers import Server, running
from tests.databases import migrated

GAME_ENTRIES = 40
AT_ONCE = 5000  # games whose entries are inserted in turn, by one statement
DELETED_SHARE = 100  # one game in so many is deleted before the vacuum
LOGS = 2000  # read, one after the other
RATE, SECONDS, ROUNDS = 200, 20, 4  # moves a second, on each database in turn

PARTITION = """create table whole (like entries including defaults) partition by hash (game_id);
drop table entries;
alter table whole rename to entries;
alter table entries add constraint pk_entries primary key (game_id, ply);
alter table entries add constraint fk_entries_game_id_games foreign key (game_id) references games"""
# A game by its number: an id as long and as random as those of the server.
GAME = "substr(translate(encode(decode(md5(number::text), 'hex'), 'base64'), '+/', 'ab'), 1, 8)"
ENTRIES = f"""insert into entries (game_id, ply, seat, act, text, at, spent)
 select game, ply, ply % 2, 'move', 'a1-b1', 1790000000000 + ply * 10000, 5000
 from generate_series(0, {GAME_ENTRIES} - 1) ply,
 (select {GAME} game from generate_series($1::int, $2::int) number) games order by ply"""
SIZES = """select sum(pg_table_size(leaf))::float, sum(pg_indexes_size(leaf))::float from
 (select relid leaf from pg_partition_tree('entries') where isleaf union select 'entries'::regclass) leaves
"""
LOG = "select ply, seat, act, text, at, spent from entries where game_id = $1 order by ply"


async def fill(url: str, rows: int) -> float:
    """Insert entries; return rows a second in the last hundredth."""
    connection = await asyncpg.connect(url)
    await connection.execute("set session_replication_role = replica")  # the games need not exist
    await connection.execute("set maintenance_work_mem = '1GB'")
    await connection.execute("alter table entries drop constraint pk_entries")
    batches = max(100, rows // (AT_ONCE * GAME_ENTRIES))
    last = batches // 100
    await _insert(connection, range(batches - last))
    await connection.execute("alter table entries add constraint pk_entries primary key (game_id, ply)")
    await connection.execute("vacuum analyze entries")
    begun = time.perf_counter()
    await _insert(connection, range(batches - last, batches))
    seconds = time.perf_counter() - begun
    await connection.close()
    return last * AT_ONCE * GAME_ENTRIES / seconds


async def _insert(connection: asyncpg.Connection, batches: Iterable[int]) -> None:
    for batch in batches:
        await connection.execute(ENTRIES, batch * AT_ONCE, (batch + 1) * AT_ONCE - 1)


async def _ids(connection: asyncpg.Connection, games: Sequence[int]) -> list[str]:
    rows = await connection.fetch(f"select {GAME} id from unnest($1::int[]) number", games)
    return [row["id"] for row in rows]


async def read_logs(url: str, rows: int) -> list[float]:
    """Return the seconds of reading the logs of random games."""
    connection = await asyncpg.connect(url)
    seconds = []
    for game in await _ids(connection, random.Random(1).sample(range(rows // GAME_ENTRIES), LOGS)):
        begun = time.perf_counter()
        await connection.fetch(LOG, game)
        seconds.append(time.perf_counter() - begun)
    await connection.close()
    return seconds


async def vacuum(url: str, rows: int) -> float:
    """Delete the entries of one game in DELETED_SHARE; return the seconds of the vacuum."""
    connection = await asyncpg.connect(url)
    games = await _ids(connection, range(0, rows // GAME_ENTRIES, DELETED_SHARE))
    await connection.execute("delete from entries using unnest($1::text[]) old where game_id = old", games)
    begun = time.perf_counter()
    await connection.execute("vacuum entries")
    await connection.close()
    return time.perf_counter() - begun


async def move_times(servers: dict[str, Server]) -> dict[str, list[float]]:
    """Return the seconds of durable moves, both databases in turn."""
    times: dict[str, list[float]] = {name: [] for name in servers}
    for number in range(ROUNDS):
        for name in [*servers][:: 1 if number % 2 else -1]:
            load = await new_load(servers[name], 2 * RATE // 5)
            times[name] += await load.play_at_rate(RATE, RATE * SECONDS)
            load.close()
    return times


async def measure(urls: dict[str, str], servers: dict[str, Server], rows: int) -> None:
    for name, url in urls.items():
        rate = await fill(url, rows)
        connection = await asyncpg.connect(url)
        table, index = (await connection.fetch(SIZES))[0]
        await connection.close()
        print(f"{name}: {rate:,.0f} rows a second inserted at the end")
        print(f"{name}: table {table / 1e9:.2f} GB, index {index / 1e9:.2f} GB", flush=True)
    for name, url in urls.items():
        print(f"{name}: a log read in {in_ms(await read_logs(url, rows))}", flush=True)
    for name, found in (await move_times(servers)).items():
        print(f"{name}: a durable move in {in_ms(found)}", flush=True)
    for name, url in urls.items():
        print(f"{name}: vacuum in {await vacuum(url, rows):.1f} s", flush=True)


def in_ms(seconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100)
    mean = statistics.fmean(seconds) * 1000
    return f"{cuts[49] * 1000:.2f} ms (99th percentile {cuts[98] * 1000:.2f}, mean {mean:.2f})"


async def partition(url: str, count: int) -> None:
    """Replace the empty table by one with so many partitions."""
    connection = await asyncpg.connect(url)
    await connection.execute(PARTITION)
    for number in range(count):
        await connection.execute(
            f"create table entries_{number} partition of entries"
            f" for values with (modulus {count}, remainder {number})"
        )
    await connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.entries", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--partitions", type=int, default=16)
    options = parser.parse_args()
    print(describe())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        make = stack.enter_context(migrated("postgres", folder))
        urls = {name: stack.enter_context(make()) for name in ("plain", "partitioned")}
        asyncio.run(partition(urls["partitioned"], options.partitions))
        servers = {name: stack.enter_context(running("ours", url)) for name, url in urls.items()}
        asyncio.run(measure(urls, servers, options.rows))


if __name__ == "__main__":
    main()
