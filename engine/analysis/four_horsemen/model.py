"""Abstract model of Four Horsemen: values of the horsemen and tops instead of cards and expressions.

A game takes half a millisecond with cached plans, against some 30 by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.cards import NUMBER
from engine.four_horsemen.expressions import MAX_LISTED_NUMBERS, Value, find, halves, partners, values
from engine.four_horsemen.position import MAX_STACKS, State, numbers, tops, worth
from engine.four_horsemen.rules import HORSEMEN

Counts = tuple[int, ...]  # 1 to 13, ascending


class Table(NamedTuple):
    """A position.

    - `targets`: values of the undefeated horsemen, ascending; `counts`: values of the tops, ascending.
    - `deck`: next card first.
    - `taken`: the reserve was taken this turn."""

    targets: Counts
    counts: Counts
    reserve: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    taken: bool


class Beat(NamedTuple):
    """A horseman's value and a minimal set of top values that make it."""

    target: int
    used: Counts


def table_of(state: State) -> Table:
    """Return the abstract position of a state."""
    targets = tuple(sorted(worth(pair) for pair in state.horsemen if pair))
    counts = tuple(sorted(NUMBER[stack[0][0]] for stack in state.stacks))
    return Table(targets, counts, state.reserve, state.hand, state.deck, state.taken)


Move = str | int | Beat  # "draw" or "reserve"; value of the top to play; horseman to defeat


def moves(table: Table) -> list[Move]:
    """Return the legal moves, up to equivalent cards."""
    if len(table.counts) == MAX_STACKS:
        return [*beats(table.counts, table.targets)]
    found: list[Move] = [*beats(table.counts, table.targets), *playable(table)]
    if can_take_reserve(table):
        found.append("reserve")
    if table.deck:
        found.append("draw")
    return found


def after(table: Table, move: Move) -> Table:
    """Return the position after a move."""
    if move == "draw":
        return table._replace(hand=(*table.hand, table.deck[0]), deck=table.deck[1:])
    if move == "reserve":
        return table._replace(hand=(*table.hand, table.reserve), reserve="", taken=True)
    if isinstance(move, Beat):
        targets = without(table.targets, (move.target,))
        return table._replace(targets=targets, counts=without(table.counts, move.used))
    if isinstance(move, str):
        raise ValueError(f"no move: {move!r}")
    reserve, deck = table.reserve, table.deck
    if table.taken and deck:
        reserve, deck = deck[0], deck[1:]
    return Table(table.targets, with_count(table.counts, move), reserve, (), deck, False)


def spelled(state: State, move: Move) -> str:
    """Return the text of a move. StopIteration: it is not possible."""
    if isinstance(move, str):
        return move
    if isinstance(move, int):
        return "play " + next(card for card in tops(state.hand) if NUMBER[card[0]] == move)
    return f"beat {horseman(state, move)} {find(tops_of(state, move), move.target)}"


def horseman(state: State, beat: Beat) -> str:
    """Return the horseman to defeat, `h1` to `h4`. StopIteration: there is none with this value."""
    return HORSEMEN[next(at for at, pair in enumerate(state.horsemen) if pair and worth(pair) == beat.target)]


def tops_of(state: State, beat: Beat) -> dict[str, int]:
    """Return the tops that defeat a horseman, with their values. StopIteration: they do not exist."""
    left, used = numbers(state), dict[str, int]()
    for count in beat.used:
        top = next(top for top in left if left[top] == count)
        used[top] = left.pop(top)
    return used


def with_count(counts: Counts, count: int) -> Counts:
    return tuple(sorted((*counts, count)))


def without(counts: Counts, used: Counts) -> Counts:
    """Return the multiset difference of counts and used ones."""
    left = list(counts)
    for count in used:
        left.remove(count)
    return tuple(left)


def playable(table: Table) -> list[int]:
    """Return the distinct values of cards that can be the top of the hand."""
    return sorted({NUMBER[card[0]] for card in tops(table.hand)})


def can_take_reserve(table: Table) -> bool:
    """Return whether the reserve may be taken, if there are fewer than MAX_STACKS stacks."""
    if not table.reserve or table.taken:
        return False
    return bool(table.deck or tops((*table.hand, table.reserve)))


_values = lru_cache(maxsize=None)(values)  # 2,379 multisets of one to four counts


@lru_cache(maxsize=1 << 20)
def makes(counts: Counts, target: int) -> bool:
    """Return whether all these counts together make the target; with five or six counts, may miss targets
    that fewer of them make."""
    return _makes(counts, {(target, 1)})


def _makes(counts: Counts, wanted: set[Value]) -> bool:
    if len(counts) <= MAX_LISTED_NUMBERS:
        return not wanted.isdisjoint(_values(counts))
    return any(_makes(rest, partners(wanted, _values(part))) for part, rest in set(halves(counts)))


def ways(counts: Counts, target: int) -> Iterator[Counts]:
    """Yield the minimal multisets of two or more counts that make the target, smaller ones first."""
    found: list[Counts] = []
    for size in range(2, len(counts) + 1):
        for used in dict.fromkeys(combinations(counts, size)):
            if makes(used, target) and not any(_contains(used, fewer) for fewer in found):
                found.append(used)
                yield used


def _contains(counts: Counts, fewer: Counts) -> bool:
    """Return whether `fewer` is a sub-multiset of `counts`."""
    rest = iter(counts)
    return all(count in rest for count in fewer)


@lru_cache(maxsize=1 << 18)
def beats(counts: Counts, targets: Counts) -> tuple[Beat, ...]:
    """Return the ways to defeat a horseman."""
    return tuple(Beat(target, used) for target in dict.fromkeys(targets) for used in ways(counts, target))


@lru_cache(maxsize=1 << 18)
def best_plan(counts: Counts, targets: Counts) -> tuple[Beat, ...]:
    """Return the sequence of beats that defeats most horsemen, with the fewest tops."""
    plans: list[tuple[Beat, ...]] = [()]
    for beat in beats(counts, targets):
        rest = best_plan(without(counts, beat.used), without(targets, (beat.target,)))
        plans.append((beat, *rest))
    return max(plans, key=lambda plan: (len(plan), -tops_in(plan)))


def tops_in(plan: tuple[Beat, ...]) -> int:
    """Return the number of tops that a plan uses."""
    return sum(len(beat.used) for beat in plan)
