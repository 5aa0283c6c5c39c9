"""A player of Four Horsemen who waits for nothing: which horseman to defeat, and what to do while none can be
defeated. The hints are compared with it.

All is decided by what lies open: horsemen, tops, hand and reserve, and whether the deck is empty. Sums are
exact; what will be drawn is unknown, so that the rest is a rule that looks one stack ahead.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from engine.analysis import Cancelled, Limits
from engine.cards import NUMBER
from engine.four_horsemen import expressions
from engine.four_horsemen.position import STACKS, State, numbers, tops, worth
from engine.four_horsemen.rules import HORSEMEN

FEW = 4  # stacks whose values are listed at once; more are searched only if no fewer make a sum


class Beat(NamedTuple):
    """A horseman, 0 to 3, whom these tops defeat, all of them together."""

    horseman: int
    used: frozenset[str]


class Seen(NamedTuple):
    """What the player's decision rests on. `deck`: whether there is a card to draw."""

    horsemen: tuple[str, ...]
    counts: dict[str, int]
    reserve: str
    hand: tuple[str, ...]
    deck: bool
    taken: bool


def look(state: State) -> Seen:
    return Seen(state.horsemen, numbers(state), state.reserve, state.hand, bool(state.deck), state.taken)


def beats(seen: Seen, limits: Limits) -> list[Beat]:
    """Who can be defeated with which tops, none of which can be left out: all ways with up to FEW stacks, or,
    where there is none, those with the fewest. Raises Cancelled."""
    found: list[Beat] = []
    for size in range(2, len(seen.counts) + 1):
        if size > FEW and found:
            break
        for used in combinations(seen.counts, size):
            if limits.cancelled():
                raise Cancelled
            some = {top: seen.counts[top] for top in used}
            for number, pair in enumerate(seen.horsemen):
                fewer = any(beat.horseman == number and beat.used < set(used) for beat in found)
                if pair and not fewer and expressions.find(some, worth(pair)):
                    found.append(Beat(number, frozenset(used)))
    return found


def best_beat(found: list[Beat]) -> Beat | None:
    """The first of a plan that defeats as many horsemen as these stacks can, with as few stacks as that
    takes."""
    plan = max(_plans(found), key=lambda plan: (len(plan), -sum(len(beat.used) for beat in plan)))
    return plan[0] if plan else None


def _plans(found: list[Beat]) -> list[tuple[Beat, ...]]:
    """All choices of beats that can be made one after the other, each with its smaller ones first."""
    plans: list[tuple[Beat, ...]] = [()]
    for beat in sorted(found, key=lambda beat: len(beat.used)):
        plans += [
            (*plan, beat)
            for plan in plans
            if all(beat.horseman != other.horseman and not beat.used & other.used for other in plan)
        ]
    return plans


def sum_of(seen: Seen, beat: Beat) -> str:
    """The move that defeats this horseman with all of these tops."""
    some = {top: count for top, count in seen.counts.items() if top in beat.used}
    found = expressions.find(some, worth(seen.horsemen[beat.horseman]))
    if found is None:
        raise AssertionError("these tops do not make the horseman's value")
    return f"beat {HORSEMEN[beat.horseman]} {found}"


def advise(seen: Seen) -> str | None:
    """A move while no horseman is to be defeated; None where there is none.

    A hand is played as soon as it can be, since cards left in the deck count, but as the sixth stack only
    where its top defeats a horseman at once: otherwise the game would be lost. The top is one that does so,
    or else leaves as many next tops as possible that would. The reserve is taken where it makes a pair, or
    gives a top that defeats a horseman and the hand has none."""
    last = len(seen.counts) == STACKS - 1
    able = tops(seen.hand)
    top = best_top(seen, able)
    if top and (defeats(seen, top) or not (last and seen.deck)):
        return f"play {top}"
    if seen.reserve and not seen.taken:
        more = tops((*seen.hand, seen.reserve))
        if more and (not able or any(defeats(seen, card) for card in more)):
            return "reserve"
    if seen.deck:
        return "draw"
    return f"play {top}" if top else None


def best_top(seen: Seen, able: list[str]) -> str:
    """The best top among these, the first of equal ones; "" if there are none."""
    return max(able, key=lambda top: _prospects(seen, NUMBER[top[0]]), default="")


def _prospects(seen: Seen, count: int) -> tuple[bool, int]:
    """Whether a horseman can be defeated with a top that counts so much, and how many of the 13 counts of one
    more top would do it then."""
    stand = [*seen.counts.values(), count]
    if len(stand) >= STACKS:
        return _reaches(seen, stand), 0
    return _reaches(seen, stand), sum(_reaches(seen, [*stand, further]) for further in range(1, 14))


def defeats(seen: Seen, top: str) -> bool:
    """Whether a horseman can be defeated once this card is the top of a stack."""
    return _reaches(seen, [*seen.counts.values(), NUMBER[top[0]]])


def _reaches(seen: Seen, counts: list[int]) -> bool:
    targets = tuple(sorted([worth(pair) for pair in seen.horsemen if pair]))
    return len(counts) > 1 and expressions.reachable(tuple(sorted(counts)), targets)
