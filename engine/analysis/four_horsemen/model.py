"""Four Horsemen by what decides it: the values of the horsemen, and what the tops count. A game of it takes
half a millisecond where its plans are known, and some 30 by the rules, which know every card and every sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.cards import NUMBER
from engine.four_horsemen.expressions import LISTED, Value, find, halves, partners, values
from engine.four_horsemen.position import STACKS, State, numbers, tops, worth
from engine.four_horsemen.rules import HORSEMEN

Counts = tuple[int, ...]  # 1 to 13, ascending


class Table(NamedTuple):
    """`targets`: the values of the horsemen who stand, ascending; `counts`: of the tops; `deck`: the next
    card first; `taken`: the reserve was taken this turn."""

    targets: Counts
    counts: Counts
    reserve: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    taken: bool


class Beat(NamedTuple):
    """A horseman's value, and what the tops count that make it, none of which can be left out."""

    target: int
    used: Counts


def table_of(state: State) -> Table:
    targets = tuple(sorted(worth(pair) for pair in state.horsemen if pair))
    counts = tuple(sorted(NUMBER[stack[0][0]] for stack in state.stacks))
    return Table(targets, counts, state.reserve, state.hand, state.deck, state.taken)


Move = str | int | Beat  # "draw" or "reserve"; what the top of the played hand counts; who is defeated


def moves(table: Table) -> list[Move]:
    """All that may be done; those that differ only in cards that make no difference, once."""
    if len(table.counts) == STACKS:
        return [*beats(table.counts, table.targets)]
    found: list[Move] = [*beats(table.counts, table.targets), *playable(table)]
    if can_take_reserve(table):
        found.append("reserve")
    if table.deck:
        found.append("draw")
    return found


def after(table: Table, move: Move) -> Table:
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
    """The move in the words of the rules. StopIteration: it is not possible there."""
    if isinstance(move, str):
        return move
    if isinstance(move, int):
        return "play " + next(card for card in tops(state.hand) if NUMBER[card[0]] == move)
    return f"beat {horseman(state, move)} {find(tops_of(state, move), move.target)}"


def horseman(state: State, beat: Beat) -> str:
    """The horseman who is defeated, `h1` to `h4`. StopIteration: nobody of this value stands."""
    return HORSEMEN[next(at for at, pair in enumerate(state.horsemen) if pair and worth(pair) == beat.target)]


def tops_of(state: State, beat: Beat) -> dict[str, int]:
    """The tops that defeat a horseman, with what they count. StopIteration: they do not stand there."""
    left, used = numbers(state), dict[str, int]()
    for count in beat.used:
        top = next(top for top in left if left[top] == count)
        used[top] = left.pop(top)
    return used


def with_count(counts: Counts, count: int) -> Counts:
    return tuple(sorted((*counts, count)))


def without(counts: Counts, used: Counts) -> Counts:
    """The counts but for those that are used, each as often as it is."""
    left = list(counts)
    for count in used:
        left.remove(count)
    return tuple(left)


def playable(table: Table) -> list[int]:
    """What the cards count that can be the top of the hand, each once."""
    return sorted({NUMBER[card[0]] for card in tops(table.hand)})


def can_take_reserve(table: Table) -> bool:
    """Whether the reserve may be taken, while fewer stacks than STACKS stand."""
    if not table.reserve or table.taken:
        return False
    return bool(table.deck or tops((*table.hand, table.reserve)))


_values = lru_cache(maxsize=None)(values)  # of 2,379 choices of one to four counts


@lru_cache(maxsize=1 << 20)
def makes(counts: Counts, target: int) -> bool:
    """Whether all of these counts together make the target; of five or six the answer may leave out what
    fewer of them make."""
    return _makes(counts, {(target, 1)})


def _makes(counts: Counts, wanted: set[Value]) -> bool:
    if len(counts) <= LISTED:
        return not wanted.isdisjoint(_values(counts))
    return any(_makes(rest, partners(wanted, _values(part))) for part, rest in set(halves(counts)))


def ways(counts: Counts, target: int) -> Iterator[Counts]:
    """The choices of two or more of the counts that make the target and of which none can be left out, those
    of fewer first."""
    found: list[Counts] = []
    for size in range(2, len(counts) + 1):
        for used in dict.fromkeys(combinations(counts, size)):
            if makes(used, target) and not any(_contains(used, fewer) for fewer in found):
                found.append(used)
                yield used


def _contains(counts: Counts, fewer: Counts) -> bool:
    """Whether these counts hold all of those, each as often."""
    rest = iter(counts)
    return all(count in rest for count in fewer)


@lru_cache(maxsize=1 << 18)
def beats(counts: Counts, targets: Counts) -> tuple[Beat, ...]:
    """Who can be defeated with which counts, each way once."""
    return tuple(Beat(target, used) for target in dict.fromkeys(targets) for used in ways(counts, target))


@lru_cache(maxsize=1 << 18)
def best_plan(counts: Counts, targets: Counts) -> tuple[Beat, ...]:
    """Who can be defeated one after the other: as many as these tops can, with as few as that takes."""
    plans: list[tuple[Beat, ...]] = [()]
    for beat in beats(counts, targets):
        rest = best_plan(without(counts, beat.used), without(targets, (beat.target,)))
        plans.append((beat, *rest))
    return max(plans, key=lambda plan: (len(plan), -tops_in(plan)))


def tops_in(plan: tuple[Beat, ...]) -> int:
    """How many tops a plan uses."""
    return sum(len(beat.used) for beat in plan)
