"""Which node of a distributed PostgreSQL has a game: by the hash of its id, which Citus cuts into ranges.

The server uses it to write the moves of each node in batches of their own, so that a batch is committed by
one node, and a node that is down delays no games of the others. A shard that was moved since costs time,
never a move: its batch is then committed by two nodes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import is_distributed, read_connection

WORD = 2**32


@dataclass(frozen=True, slots=True)
class Nodes:
    """`starts`: where the ranges of hashes begin, in order; `owners`: the node of each, from 0; `count`: of
    nodes. Without ranges there is one node."""

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
    """PostgreSQL's `hashtext`: Bob Jenkins' lookup3 of the bytes, as a signed number of 32 bits."""
    data = value.encode()
    a = b = c = (0x9E3779B9 + len(data) + 3923095) % WORD
    at = 0
    while len(data) - at >= 12:
        a, b, c = (
            (one + int.from_bytes(data[at + 4 * n : at + 4 * n + 4], "little")) % WORD
            for n, one in enumerate((a, b, c))
        )
        for shift in (4, 16):
            a, c = (a - c) % WORD ^ _rotated(c, shift), (c + b) % WORD
            second, third = (6, 8) if shift == 4 else (19, 4)
            b, a = (b - a) % WORD ^ _rotated(a, second), (a + c) % WORD
            c, b = (c - b) % WORD ^ _rotated(b, third), (b + a) % WORD
        at += 12
    a = (a + int.from_bytes(data[at : at + 4], "little")) % WORD
    b = (b + int.from_bytes(data[at + 4 : at + 8], "little")) % WORD
    c = (c + (int.from_bytes(data[at + 8 :], "little") << 8)) % WORD  # its lowest byte is for the length
    for shifts in ((14, 11, 25), (16, 4, 14)):
        c = ((c ^ b) - _rotated(b, shifts[0])) % WORD
        a = ((a ^ c) - _rotated(c, shifts[1])) % WORD
        b = ((b ^ a) - _rotated(a, shifts[2])) % WORD
    c = ((c ^ b) - _rotated(b, 24)) % WORD
    return c - WORD if c >= WORD // 2 else c


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) % WORD
