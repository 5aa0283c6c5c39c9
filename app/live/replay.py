"""Cooperative replay: long work on the event loop in slices, between which the loop runs everything else.

A thread would be worse: it keeps the GIL for 5 ms at a time, and uvloop takes the GIL anew for every
callback, so that while a thread replays a log a busy server comes to 200 callbacks a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import TypeVar

from app.domain.game_info import GameInfo
from engine import Entry, Match

T = TypeVar("T")

SLICE = 0.004  # seconds of work between two turns of the loop, of all running tasks together
LONG = 500  # entries that are replayed in one go

_running: set[int] = set()  # the generators in progress


async def in_slices(work: Generator[object, None, T]) -> T:
    """Runs a generator whose steps are short; yields to the loop between slices. Returns what it returns."""
    _running.add(id(work))
    try:
        while True:
            until = perf_counter() + SLICE / len(_running)
            while perf_counter() < until:
                next(work)
            await asyncio.sleep(0)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        _running.discard(id(work))


async def replay(info: GameInfo, log: Sequence[Entry]) -> Match:
    """The match after our own log, as `GameInfo.match` makes it."""
    return await extend(info.match(), log)


async def extend(match: Match, entries: Sequence[Entry]) -> Match:
    """The match after more entries of our own log; after many its `notation` is made as well."""
    if len(entries) <= LONG:
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
