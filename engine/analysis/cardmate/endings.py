"""Piece-square tables for Cardmate endings.

Kings are drawn to the enemy palace, other cards to the enemy Kings. The table depends on the Kings' squares
and the material at the root of the search, so that a card's value still depends only on its own square and
the score stays incremental. Evaluations of successive plies then have different roots: they differ by 54
points on average over 75 plies (56 without these tables), and one in ten by more than 145 (173 without). The
ideas come from chess programs: tapered evaluation (the fewer enemy cards, the more a King's march counts) and
mop-up evaluation (a last King is worse off the centre and with enemies near it).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import add

from engine.analysis.cardmate.evaluation import CARD_VALUES, centre_distance, piece_square_table
from engine.analysis.cardmate.tables import KING, RANK, SQUARES
from engine.cardmate.board import ACE, PALACES
from engine.cardmate.rules import Palace
from engine.game import Seat

MAX_ENDING_CARDS = 20  # positions with more cards are not endings
# All in centipawns:
MARCH_PER_STEP = 24  # a King's step towards the enemy palace, if the enemy has only Kings
NO_MARCH_STRENGTH = 2_400  # value of the enemy's other cards at which a King's step is worth nothing
HUNT_PER_STEP = 5  # a card's step towards the nearest enemy King
EDGE_PER_STEP = 10  # each step of a side's last King away from the four centre squares


def ending_table(squares: Sequence[int], palace: Palace) -> list[list[int]] | None:
    """Return the piece-square table for searches from this board (pieces by square); None: not an ending."""
    if sum(map(bool, squares)) > MAX_ENDING_CARDS:
        return None
    table = list(piece_square_table(palace))
    for seat in (0, 1):
        pieces = [piece for piece in squares if piece and (piece > 56) == seat]
        kings, others = _gains(squares, seat, palace)
        for piece in pieces + [ACE[piece] for piece in pieces if RANK[piece] == 1]:
            if RANK[piece] > 1:
                table[piece] = list(map(add, table[piece], kings if KING[piece] else others))
    return table


def _gains(squares: Sequence[int], seat: Seat, palace: Palace) -> tuple[list[int], list[int]]:
    """Return, by square, the bonus of the seat's Kings and of its other cards except Ones, from Forehand's
    side."""
    price = 1 if seat else -1
    kings: tuple[list[int], list[int]] = ([], [])
    strength = 0
    for square, piece in enumerate(squares):
        if KING[piece]:
            kings[piece > 56].append(square)
        elif piece and (piece > 56) != seat:
            strength += CARD_VALUES[RANK[piece]]
    hunting = _distance_penalty(kings[1 - seat], price * HUNT_PER_STEP)
    marching = hunting
    if len(kings[seat]) >= palace.squares or not palace.kings_only:
        marching = _distance_penalty(
            PALACES[seat],
            price * (MARCH_PER_STEP * max(0, NO_MARCH_STRENGTH - strength) // NO_MARCH_STRENGTH),
        )
    if len(kings[seat]) == 1:
        marching = [
            gain + price * EDGE_PER_STEP * centre_distance(square) for square, gain in enumerate(marching)
        ]
    return marching, hunting


def _distance_penalty(goals: Sequence[int], price: int) -> list[int]:
    """Return, by square, `price` times the King's steps to the nearest goal."""
    if not goals:
        return [0] * len(SQUARES)
    return [price * min(steps) for steps in zip(*map(_steps_to, goals), strict=True)]


@cache
def _steps_to(goal: int) -> tuple[int, ...]:
    """Return, by square, the King's steps to the goal on an empty board."""
    return tuple(max(abs(square % 10 - goal % 10), abs(square // 10 - goal // 10)) for square in SQUARES)
