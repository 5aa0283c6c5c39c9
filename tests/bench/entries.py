"""The table `entries` at size on PostgreSQL, with and without partitions by a hash of the game.

    python -m tests.bench.entries --rows 100000000 --partitions 16

Fills two databases, one plain and one partitioned, with games of GAME_ENTRIES entries that are played AT_ONCE
games at a time; prints the rate of the inserts, sizes, the time to read a log and to vacuum after deleting
games, and the time of a durable move at a fixed rate, both databases in turn. 100 million rows take about 14
GB for each of the two and an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import asyncpg

from tests.bench.load import new_games, new_load
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
alter table entries add constraint entries_pkey primary key (game_id, ply);
alter table entries add constraint entries_game_id_fkey foreign key (game_id) references games"""
# $1, $2: first and last number of a game. The ids are as long and as random as those of the server.
GAMES = """insert into games select made.* from games old, generate_series($1::int, $2::int) number,
 jsonb_populate_record(old, jsonb_build_object('id',
 substr(translate(encode(decode(md5(number::text), 'hex'), 'base64'), '+/', 'ab'), 1, 8))) made
 where old.id = $3 returning id"""
ENTRIES = """insert into entries (game_id, ply, seat, act, text, at, spent)
 select id, ply, ply % 2, 'move', 'a1-b1', 1790000000000 + ply * 10000, 5000
 from generate_series(0, $2::int - 1) ply, unnest($1::text[]) id order by ply"""
SIZES = """select sum(pg_table_size(leaf))::float, sum(pg_indexes_size(leaf))::float from
 (select relid leaf from pg_partition_tree('entries') where isleaf union select 'entries'::regclass) leaves
"""
LOG = "select ply, seat, act, text, at, spent from entries where game_id = $1 order by ply"


async def fill(url: str, game: str, rows: int) -> tuple[float, float]:
    """Insert games like `game` and their entries; return rows a second in the first and the last tenth."""
    connection = await asyncpg.connect(url)
    await connection.execute("set session_replication_role = replica")  # no checks of foreign keys
    batches, seconds = max(10, rows // (AT_ONCE * GAME_ENTRIES)), list[float]()
    for batch in range(batches):
        made = await connection.fetch(GAMES, batch * AT_ONCE, (batch + 1) * AT_ONCE - 1, game)
        begun = time.perf_counter()
        await connection.execute(ENTRIES, [row["id"] for row in made], GAME_ENTRIES)
        seconds.append(time.perf_counter() - begun)
    await connection.execute("vacuum analyze entries")
    await connection.close()
    tenth = batches // 10
    each = AT_ONCE * GAME_ENTRIES * tenth
    return each / sum(seconds[:tenth]), each / sum(seconds[-tenth:])


async def read_logs(url: str) -> list[float]:
    """Return the seconds of reading the logs of random games, most of which no cache has."""
    connection = await asyncpg.connect(url)
    ids = [row["id"] for row in await connection.fetch("select id from games tablesample bernoulli (1)")]
    seconds = []
    for game in random.Random(1).sample(ids, min(LOGS, len(ids))):
        begun = time.perf_counter()
        await connection.fetch(LOG, game)
        seconds.append(time.perf_counter() - begun)
    await connection.close()
    return seconds


async def vacuum(url: str) -> float:
    """Delete the entries of one game in DELETED_SHARE; return the seconds of the vacuum."""
    connection = await asyncpg.connect(url)
    share = 100 / DELETED_SHARE
    await connection.execute(
        f"delete from entries using (select id from games tablesample bernoulli ({share})) old"
        " where game_id = old.id"
    )
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
        (game,) = await new_games(servers[name], 1)
        first, last = await fill(url, game, rows)
        connection = await asyncpg.connect(url)
        table, index = (await connection.fetch(SIZES))[0]
        await connection.close()
        print(f"{name}: {first:,.0f} rows a second inserted in the first tenth, {last:,.0f} in the last")
        print(f"{name}: table {table / 1e9:.2f} GB, index {index / 1e9:.2f} GB", flush=True)
    for name, url in urls.items():
        print(f"{name}: a log read in {in_ms(await read_logs(url))}", flush=True)
    for name, found in (await move_times(servers)).items():
        print(f"{name}: a durable move in {in_ms(found)}", flush=True)
    for name, url in urls.items():
        print(f"{name}: vacuum in {await vacuum(url):.1f} s", flush=True)


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
