"""Long work on the event loop in slices, between which the loop runs everything else.

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

SLICE = 0.004  # seconds of work between two turns of the loop, for all that is worked on at once
LONG = 500  # entries that are replayed without a turn of the loop

_working: set[int] = set()  # what is being worked on just now


async def in_slices(work: Generator[object, None, T]) -> T:
    """What a generator returns whose steps are short; the loop turns between slices of them."""
    _working.add(id(work))
    try:
        while True:
            until = perf_counter() + SLICE / len(_working)
            while perf_counter() < until:
                next(work)
            await asyncio.sleep(0)
    except StopIteration as end:
        answer: T = end.value
        return answer
    finally:
        _working.discard(id(work))


async def replay(info: GameInfo, log: Sequence[Entry]) -> Match:
    """The match after our own log, as `Facts.match` makes it."""
    return await extend(info.match(), log)


async def extend(match: Match, entries: Sequence[Entry]) -> Match:
    """The match after more entries of our own log; after many, what `Match.told` answers is made as well."""
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
        yield from match.telling(seat)
    return match
