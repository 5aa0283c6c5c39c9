"""Node of each game on a distributed PostgreSQL: Citus assigns ranges of the hash of its id.

The writer uses it to batch moves per node, so that one node commits a batch and a failed node does not delay
games of others. A shard moved since costs time, not moves: two nodes then commit its batch.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import is_distributed, read_connection

UINT32_RANGE = 2**32


@dataclass(frozen=True, slots=True)
class Nodes:
    """Hash ranges and their nodes; without ranges there is one node.

    - `starts`: first hash of each range, ascending; `owners`: its node, from 0.
    - `count`: number of nodes."""

    starts: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    count: int = 1

    def of(self, game: str) -> int:
        """Return the node of a game, from 0."""
        return self.owners[bisect_right(self.starts, text_hash(game)) - 1] if self.starts else 0


ONE_NODE = Nodes()


async def read_nodes(engine: AsyncEngine) -> Nodes:
    """Return the nodes that have games. TryAgain: the database does not answer."""
    if engine.dialect.name == "sqlite":
        return ONE_NODE
    async with read_connection(engine) as connection:
        if not is_distributed(connection):
            return ONE_NODE
        rows = (await connection.execute(_RANGES)).all()
    groups = sorted({row.groupid for row in rows})
    owners = tuple(groups.index(row.groupid) for row in rows)
    return Nodes(tuple(int(row.shardminvalue) for row in rows), owners, len(groups))


_RANGES = text(
    """select shardminvalue, groupid from pg_dist_shard join pg_dist_placement using (shardid)
 where logicalrelid = to_regclass('games') order by shardminvalue::int"""
)


def text_hash(value: str) -> int:
    """Return PostgreSQL's `hashtext`: Bob Jenkins' lookup3 of the bytes, as a signed 32-bit integer."""
    data = value.encode()
    a = b = c = (0x9E3779B9 + len(data) + 3923095) % UINT32_RANGE
    at = 0
    while len(data) - at >= 12:
        a, b, c = (
            (one + int.from_bytes(data[at + 4 * n : at + 4 * n + 4], "little")) % UINT32_RANGE
            for n, one in enumerate((a, b, c))
        )
        for shift in (4, 16):
            a, c = (a - c) % UINT32_RANGE ^ _rotated(c, shift), (c + b) % UINT32_RANGE
            second, third = (6, 8) if shift == 4 else (19, 4)
            b, a = (b - a) % UINT32_RANGE ^ _rotated(a, second), (a + c) % UINT32_RANGE
            c, b = (c - b) % UINT32_RANGE ^ _rotated(b, third), (b + a) % UINT32_RANGE
        at += 12
    a = (a + int.from_bytes(data[at : at + 4], "little")) % UINT32_RANGE
    b = (b + int.from_bytes(data[at + 4 : at + 8], "little")) % UINT32_RANGE
    c = (
        c + (int.from_bytes(data[at + 8 :], "little") << 8)
    ) % UINT32_RANGE  # its lowest byte is reserved for the length
    for shifts in ((14, 11, 25), (16, 4, 14)):
        c = ((c ^ b) - _rotated(b, shifts[0])) % UINT32_RANGE
        a = ((a ^ c) - _rotated(c, shifts[1])) % UINT32_RANGE
        b = ((b ^ a) - _rotated(a, shifts[2])) % UINT32_RANGE
    c = ((c ^ b) - _rotated(b, 24)) % UINT32_RANGE
    return c - UINT32_RANGE if c >= UINT32_RANGE // 2 else c


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) % UINT32_RANGE
