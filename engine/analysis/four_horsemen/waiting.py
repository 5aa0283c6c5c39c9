"""A player of Four Horsemen who waits: tops that stand can always be used later, and the more of them stand,
the fewer each horseman takes. It knows what the player sees: of the deck only whether there is a card.
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
from engine.four_horsemen.position import STACKS

FULL = STACKS - 1  # so many may stand without danger: with one more a horseman must be defeated at once


def advise(table: Table) -> Move | None:
    """Defeats a horseman when all who stand can be defeated, or FULL stacks stand. A hand is played as soon
    as it can be, but as the sixth stack only if it then defeats one. None: there is no move."""
    counts, targets = table.counts, table.targets
    plan = best_plan(counts, targets)
    if plan and (len(plan) == len(targets) or len(counts) >= FULL):
        return _first(plan)
    if len(counts) == STACKS:
        return None
    able = playable(table)
    top = max(able, key=lambda count: _worth(with_count(counts, count), targets), default=None)
    if top and (len(counts) < FULL or not table.deck or best_plan(with_count(counts, top), targets)):
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
    """How good these tops are: how many horsemen they can defeat, and with how few; then the same of each of
    the 13 counts that one more may have, a horseman for ten tops."""
    plan = best_plan(counts, targets)
    if len(counts) == STACKS:
        return len(plan), -tops_in(plan), 0
    further = [best_plan(with_count(counts, count), targets) for count in range(1, 14)]
    return len(plan), -tops_in(plan), sum(10 * len(more) - tops_in(more) for more in further)
