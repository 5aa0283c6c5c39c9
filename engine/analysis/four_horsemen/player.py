"""Quick player of Four Horsemen, on positions of values and suits; a game takes a tenth of a millisecond.

It waits: it collects tops, since the more of them stand, the fewer a horseman needs.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.analysis.four_horsemen.plans import NEVER, SAFE_STACKS, UNITS, Beat, Plans, Targets, Tops
from engine.four_horsemen.position import MAX_STACKS

Card = tuple[int, int]  # suit, 0 to 3, and value, 1 to 13
Move = Literal["draw", "reserve"] | int | Beat  # value of the top to play; horseman to defeat
SUITS = 4
WIN = 1000  # what a won game scores; each card left is 1 more, and in a lost game each horseman left is -1


class Position(NamedTuple):
    """A position without the order of the deck, which is an argument: a list, its next card last.

    - `targets`: horsemen that stand; `stacks`: how many tops there are.
    - `taken`: the reserve was taken this turn.
    - `left`: number of cards in the deck."""

    targets: Targets
    tops: Tops
    stacks: int
    hand: tuple[Card, ...]
    reserve: Card | None
    taken: bool
    left: int


def after(position: Position, move: Move, deck: list[Card]) -> Position:
    """Return the position after a legal move."""
    targets, tops, stacks, hand, reserve, taken, left = position
    if isinstance(move, Beat):
        return position._replace(
            targets=targets ^ move.target, tops=tops - move.used, stacks=stacks - move.size
        )
    if move == "draw":
        return position._replace(hand=(*hand, deck[left - 1]), left=left - 1)
    if move == "reserve":
        if reserve is None:
            raise ValueError("there is no reserve")
        return position._replace(hand=(*hand, reserve), reserve=None, taken=True)
    reserve, left = _new_reserve(reserve, left, deck) if taken else (reserve, left)
    return Position(targets, tops + UNITS[move], stacks + 1, (), reserve, False, left)


def playable(hand: tuple[Card, ...]) -> list[int]:
    """Return the distinct values of cards that can be the top of the hand, ascending."""
    suits = [suit for suit, _ in hand]
    return sorted({value for suit, value in hand if suits.count(suit) > 1})


def play_on(plans: Plans, position: Position, deck: list[Card], safe_stacks: int = SAFE_STACKS) -> int:
    """Play a game to its end and return its score.

    The player defeats horsemen once all that stand can be defeated, or from `safe_stacks` stacks on."""
    targets, tops, stacks, hand, reserve, taken, left = position
    while True:
        if plans.fewest(tops)[targets] != NEVER:
            return WIN + left
        if stacks >= safe_stacks and plans.worths(tops)[targets]:
            beat = plans.best_beat(tops, targets)
            targets, tops, stacks = targets ^ beat.target, tops - beat.used, stacks - beat.size
            continue
        if stacks == MAX_STACKS:
            return -targets.bit_count()
        top, reserve, left = _next_top(
            plans, Position(targets, tops, stacks, hand, reserve, taken, left), deck
        )
        if not top:  # the deck is empty
            return plans.defeats(tops, targets) - targets.bit_count()
        tops, stacks, hand, taken = tops + UNITS[top], stacks + 1, (), False


def _next_top(plans: Plans, position: Position, deck: list[Card]) -> tuple[int, Card | None, int]:
    """Draw until a hand can be played, as the sixth stack only if that defeats a horseman. Return the top, 0
    if the deck is empty, the reserve, and the number of cards left.

    The reserve is taken where it makes a pair."""
    targets, tops, stacks, hand, reserve, taken, left = position
    values, able = [0] * SUITS, list[int]()
    for suit, value in hand:
        if values[suit]:
            able += value, values[suit]
        values[suit] = value
    while True:
        if able:
            top = able[0]
            if len(able) > 1:
                top = max(able, key=lambda top: plans.ranks(tops + UNITS[top])[targets])
            if stacks < SAFE_STACKS or not left or plans.worths(tops + UNITS[top])[targets]:
                return top, *(_new_reserve(reserve, left, deck) if taken else (reserve, left))
        elif reserve and not taken and values[reserve[0]]:
            able = [values[reserve[0]], reserve[1]]
            reserve, taken = None, True
            continue
        if not left:
            return 0, reserve, left
        left -= 1
        suit, value = deck[left]
        if values[suit]:
            able += value, values[suit]
        values[suit] = value


def _new_reserve(reserve: Card | None, left: int, deck: list[Card]) -> tuple[Card | None, int]:
    return (deck[left - 1], left - 1) if left else (reserve, left)
