"""Waiting player of Four Horsemen: it collects tops, since with more tops each horseman needs fewer of them.

It uses only open information: of the deck only whether it is empty.
"""

from __future__ import annotations

from functools import lru_cache

from engine.analysis.four_horsemen.model import (
    Beat,
    Counts,
    Move,
    Table,
    best_plan,
    can_take_reserve,
    playable,
    tops_in,
    with_count,
)
from engine.four_horsemen.position import MAX_STACKS

SAFE_STACKS = MAX_STACKS - 1  # with one more, a horseman must be defeated at once


def advise(table: Table) -> Move | None:
    """Return the waiting player's move; None: there is none.

    It defeats a horseman if all remaining ones can be defeated, or at SAFE_STACKS stacks. It plays a hand as
    soon as possible, but as the sixth stack only if that defeats a horseman."""
    counts, targets = table.counts, table.targets
    plan = best_plan(counts, targets)
    if plan and (len(plan) == len(targets) or len(counts) >= SAFE_STACKS):
        return _first(plan)
    if len(counts) == MAX_STACKS:
        return None
    able = playable(table)
    top = max(able, key=lambda count: _worth(with_count(counts, count), targets), default=None)
    if top and (len(counts) < SAFE_STACKS or not table.deck or best_plan(with_count(counts, top), targets)):
        return top
    if not able and can_take_reserve(table) and playable(table._replace(hand=(*table.hand, table.reserve))):
        return "reserve"
    if table.deck:
        return "draw"
    return top or (_first(plan) if plan else None)


def _first(plan: tuple[Beat, ...]) -> Beat:
    return min(plan, key=lambda beat: len(beat.used))


@lru_cache(maxsize=1 << 18)
def _worth(counts: Counts, targets: Counts) -> tuple[int, int, int]:
    """Return the quality of these tops: horsemen they defeat, minus the tops used, and the same summed over
    the 13 values of one further top, a horseman counting ten tops."""
    plan = best_plan(counts, targets)
    if len(counts) == MAX_STACKS:
        return len(plan), -tops_in(plan), 0
    further = [best_plan(with_count(counts, count), targets) for count in range(1, 14)]
    return len(plan), -tops_in(plan), sum(10 * len(more) - tops_in(more) for more in further)
