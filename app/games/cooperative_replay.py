"""Cooperative replay: long work on the event loop in slices, between which other callbacks run.

A thread would be worse: it holds the GIL for 5 ms at a time, and uvloop acquires the GIL for every callback,
so that a busy server drops to 200 callbacks per second while a thread replays a log.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import TypeVar

from app.core.errors import Refusal
from app.model.game_info import GameInfo
from engine import Entry, Match

T = TypeVar("T")

# Of work per iteration of the event loop, for all replays together: a few moves, since a move that is played
# meanwhile takes about five iterations. Replays take a fifth longer than in one piece.
SLICE_SECONDS = 0.0003
MAX_ENTRIES_UNSLICED = 500
MAX_REPLAYS = 32  # running and waiting
MAX_WAITING_EACH = 4  # per person

_running: set[int] = set()  # ids of running generators


class Replays:
    """Replays that clients ask for, whose length they choose: one of each person at a time, in slices."""

    def __init__(self) -> None:
        self._asked = Counter[str]()  # running and waiting, by person
        self._turns: dict[str, asyncio.Lock] = {}

    async def run(self, work: Generator[None, None, T], person: str) -> T:
        """Return the result of a replay in short steps. Refusal `too_many`: too many of this person are
        waiting; `busy`: too many altogether; and those of the replay."""
        if self._asked[person] > MAX_WAITING_EACH:
            raise Refusal("too_many", retry=5, message="Too many of your replays are waiting. Try again.")
        if self._asked.total() >= MAX_REPLAYS:
            raise Refusal("busy", retry=5, message="Too many replays are waiting. Try again.")
        self._asked[person] += 1
        try:
            async with self._turns.setdefault(person, asyncio.Lock()):
                return await in_slices(work)
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person], self._turns[person]


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
