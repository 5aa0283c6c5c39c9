"""Cooperative replay: long work on the event loop in slices, between which other callbacks run.

A thread would be worse: it holds the GIL for 5 ms at a time, and uvloop acquires the GIL for every callback,
so that a busy server drops to 200 callbacks per second while a thread replays a log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import TypeVar

from app.domain.game_info import GameInfo
from engine import Entry, Match

T = TypeVar("T")

SLICE_SECONDS = 0.004  # of work per iteration of the event loop, for all replays together
MAX_ENTRIES_UNSLICED = 500

_running: set[int] = set()  # ids of running generators


async def in_slices(work: Generator[object, None, T]) -> T:
    """Run a generator with short steps in slices; return its result."""
    _running.add(id(work))
    try:
        while True:
            until = perf_counter() + SLICE_SECONDS / len(_running)
            while perf_counter() < until:
                next(work)
            await asyncio.sleep(0)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        _running.discard(id(work))


async def replay(info: GameInfo, log: Sequence[Entry]) -> Match:
    """Return the match after a trusted log, like `GameInfo.match`."""
    return await extend(info.match(), log)


async def extend(match: Match, entries: Sequence[Entry]) -> Match:
    """Return the match after more entries of a trusted log; after many, its `notation` is computed too."""
    if len(entries) <= MAX_ENTRIES_UNSLICED:
        for entry in entries:
            match = match.after(entry)
        return match
    return await in_slices(_extend(match, entries))


def _extend(match: Match, entries: Iterable[Entry]) -> Generator[None, None, Match]:
    for entry in entries:
        match = match.after(entry)
        yield
    for seat in (None, *range(len(match.game.seats))):
        yield from match.make_notation(seat)
    return match
