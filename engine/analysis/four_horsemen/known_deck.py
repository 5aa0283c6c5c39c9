"""Exhaustive solver of Four Horsemen with a known deck: an upper bound for the win rate of any player.

Depth-first search of all moves, the waiting player's move first. The verdict is `winnable` with a line,
`lost` after exhaustion, otherwise `unknown`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from engine.analysis.four_horsemen.model import Move, Table, after, moves
from engine.analysis.four_horsemen.waiting import advise

Line = tuple[Move, ...]


class Verdict(NamedTuple):
    """Result. `line`: winning moves; `tables`: number of different tables searched."""

    verdict: Literal["winnable", "lost", "unknown"]
    line: Line
    tables: int


def solve(table: Table, limit: int = 1_000_000) -> Verdict:
    """Search up to `limit` different tables."""
    met = set[Hashable]()
    waiting: list[tuple[Table, Path]] = [(table, None)]
    while waiting:
        table, path = waiting.pop()
        if not table.targets:
            return Verdict("winnable", _line(path), len(met))
        if (key := _key(table)) in met:
            continue
        if len(met) == limit:
            return Verdict("unknown", (), limit)
        met.add(key)
        first = advise(table)
        rest: list[Move] = [move for move in moves(table) if move != first]
        waiting += [(after(table, move), (move, path)) for move in rest]
        if first is not None:
            waiting.append((after(table, first), (first, path)))
    return Verdict("lost", (), len(met))


Path = tuple[Move, "Path"] | None  # the newest move, and those before


def _line(path: Path) -> Line:
    line = list[Move]()
    while path is not None:
        move, path = path
        line.append(move)
    return tuple(reversed(line))


def _key(table: Table) -> Hashable:
    """Return the transposition key; the deck is a suffix of one order, so its length identifies it."""
    return (
        *(table.targets, table.counts, table.reserve),
        *(frozenset(table.hand), len(table.deck), table.taken),
    )
