"""The worth of cards on their squares when few are left, and a game is won by going to the right place.

With its Kings a side goes to the enemy palace, with its other cards to the enemy Kings. A search takes the
Kings' squares, and what is left, from the position that it begins with, so that the worth of a card still
depends on its own square alone, and the board goes on adding up. Views of neighbouring plies, which are
compared, then differ by these squares, too: by 54 points on average of 75 plies, as without these worths
(56), but seldom by much (one of ten by more than 145, without them 173). The ideas are those of chess
programs: tapered evaluation (the fewer enemy cards, the more a King's march counts) and mop-up evaluation (a
last King is worse off the middle, and with enemies near it).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import add

from engine.analysis.cardmate.evaluation import WORTH, middle, worths
from engine.analysis.cardmate.tables import KING, RANK, SQUARES
from engine.cardmate.board import ACE, PALACES
from engine.cardmate.rules import Palace
from engine.game import Seat

FEW = 20  # cards: with so many, or fewer, it is an ending
MARCH = 24  # a King's step towards the enemy palace, where the enemy has nothing but Kings
STRONG = 2_400  # what the enemy's other cards are worth where a King's step there is worth nothing
HUNT = 5  # a card's step towards the nearest enemy King
EDGE = 10  # for each step of a side's last King away from the four middle squares


def ending_worths(squares: Sequence[int], palace: Palace) -> list[list[int]] | None:
    """By piece and square, as `worths` gives them, for a search that begins with this board (pieces by
    square); None where it is no ending."""
    if sum(map(bool, squares)) > FEW:
        return None
    table = list(worths(palace))
    for seat in (0, 1):
        pieces = [piece for piece in squares if piece and (piece > 56) == seat]
        kings, others = _gains(squares, seat, palace)
        for piece in pieces + [ACE[piece] for piece in pieces if RANK[piece] == 1]:
            if RANK[piece] > 1:
                table[piece] = list(map(add, table[piece], kings if KING[piece] else others))
    return table


def _gains(squares: Sequence[int], seat: Seat, palace: Palace) -> tuple[list[int], list[int]]:
    """By square, what is added to the worth of the seat's Kings, and of its other cards, as Forehand sees it.
    Not to its Ones', which are to promote."""
    price = 1 if seat else -1
    kings: tuple[list[int], list[int]] = ([], [])
    strength = 0
    for square, piece in enumerate(squares):
        if KING[piece]:
            kings[piece > 56].append(square)
        elif piece and (piece > 56) != seat:
            strength += WORTH[RANK[piece]]
    hunting = _far_from(kings[1 - seat], price * HUNT)
    marching = hunting
    if len(kings[seat]) >= palace.squares or not palace.kings_only:
        marching = _far_from(PALACES[seat], price * (MARCH * max(0, STRONG - strength) // STRONG))
    if len(kings[seat]) == 1:
        marching = [gain + price * EDGE * middle(square) for square, gain in enumerate(marching)]
    return marching, hunting


def _far_from(goals: Sequence[int], price: int) -> list[int]:
    """By square: the price of a King's steps from there to the nearest goal."""
    if not goals:
        return [0] * len(SQUARES)
    return [price * min(steps) for steps in zip(*map(_steps_to, goals), strict=True)]


@cache
def _steps_to(goal: int) -> tuple[int, ...]:
    """By square: the King's steps from there to the goal, on an empty board."""
    return tuple(max(abs(square % 10 - goal % 10), abs(square // 10 - goal // 10)) for square in SQUARES)
