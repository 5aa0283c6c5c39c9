"""Greedy reference player of Four Horsemen, which defeats a horseman as soon as possible.

It uses only open information: horsemen, tops, hand, reserve, and whether the deck is empty. Expressions are
exact; draws are unknown, so other moves follow a heuristic that looks one stack ahead.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from engine.analysis import Cancelled, Limits
from engine.cards import NUMBER
from engine.four_horsemen import expressions
from engine.four_horsemen.position import MAX_STACKS, State, numbers, tops, worth
from engine.four_horsemen.rules import HORSEMEN

MAX_ENUMERATED_STACKS = 4  # larger sets of stacks are searched only if no smaller one defeats a horseman


class Beat(NamedTuple):
    """A horseman, 0 to 3, and the tops that defeat him together."""

    horseman: int
    used: frozenset[str]


class Seen(NamedTuple):
    """Information that the player uses. `counts`: values of the tops; `deck`: whether a card can be drawn."""

    horsemen: tuple[str, ...]
    counts: dict[str, int]
    reserve: str
    hand: tuple[str, ...]
    deck: bool
    taken: bool


def look(state: State) -> Seen:
    """Return the open information of a state."""
    return Seen(state.horsemen, numbers(state), state.reserve, state.hand, bool(state.deck), state.taken)


def beats(seen: Seen, limits: Limits) -> list[Beat]:
    """Return the minimal ways to defeat a horseman: all with up to MAX_ENUMERATED_STACKS stacks or, if there
    are none, those with the fewest. Raises Cancelled."""
    found: list[Beat] = []
    for size in range(2, len(seen.counts) + 1):
        if size > MAX_ENUMERATED_STACKS and found:
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
    """Return the first beat of the plan that defeats most horsemen with the fewest stacks."""
    plan = max(_plans(found), key=lambda plan: (len(plan), -sum(len(beat.used) for beat in plan)))
    return plan[0] if plan else None


def _plans(found: list[Beat]) -> list[tuple[Beat, ...]]:
    """Return all compatible sequences of beats, smaller beats first."""
    plans: list[tuple[Beat, ...]] = [()]
    for beat in sorted(found, key=lambda beat: len(beat.used)):
        plans += [
            (*plan, beat)
            for plan in plans
            if all(beat.horseman != other.horseman and not beat.used & other.used for other in plan)
        ]
    return plans


def sum_of(seen: Seen, beat: Beat) -> str:
    """Return the move that defeats this horseman with all of these tops."""
    some = {top: count for top, count in seen.counts.items() if top in beat.used}
    found = expressions.find(some, worth(seen.horsemen[beat.horseman]))
    if found is None:
        raise AssertionError("these tops do not make the horseman's value")
    return f"beat {HORSEMEN[beat.horseman]} {found}"


def advise(seen: Seen) -> str | None:
    """Return a move while no horseman can be defeated; None: there is none.

    A hand is played as soon as possible, since cards left in the deck score, but as the sixth stack only if
    its top defeats a horseman at once: otherwise the game is lost. The top is one that defeats a horseman, or
    leaves most values of a further top that would. The reserve is taken if it makes a pair, or gives a top
    that defeats a horseman and the hand has none."""
    last = len(seen.counts) == MAX_STACKS - 1
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
    """Return the best of these tops, the first on ties; "" if there are none."""
    return max(able, key=lambda top: _prospects(seen, NUMBER[top[0]]), default="")


def _prospects(seen: Seen, count: int) -> tuple[bool, int]:
    """Return whether a top with value `count` defeats a horseman, and how many of the 13 values of one
    further top would."""
    stand = [*seen.counts.values(), count]
    if len(stand) >= MAX_STACKS:
        return _reaches(seen, stand), 0
    return _reaches(seen, stand), sum(_reaches(seen, [*stand, further]) for further in range(1, 14))


def defeats(seen: Seen, top: str) -> bool:
    """Return whether a horseman can be defeated with this card as a top."""
    return _reaches(seen, [*seen.counts.values(), NUMBER[top[0]]])


def _reaches(seen: Seen, counts: list[int]) -> bool:
    targets = tuple(sorted([worth(pair) for pair in seen.horsemen if pair]))
    return len(counts) > 1 and expressions.reachable(tuple(sorted(counts)), targets)
