"""Static evaluation of Cardmate: piece-square tables in centipawns.

The board updates the sum incrementally. `endings` adjusts the tables for endings.
"""

from __future__ import annotations

from functools import cache

from engine.analysis.cardmate.tables import PIECES, RANK, SQUARES
from engine.cardmate.rules import Palace

# By rank from One to Ace: value on a centre square (of a King: while there are two), loss per step away from
# the four centre squares, gain per rank forwards.
CARD_VALUES = (0, 100, 110, 130, 150, 175, 200, 230, 290, 370, 540, 560, 950, 800, 1200)
CENTRE = (0, 1, 3, 3, 3, 3, 3, 3, 7, 5, 1, 6, 3, 0, 3)
ADVANCE = (0, 6, 4, 4, 3, 3, 2, 2, 1, 0, 1, 1, 0, -8, 0)
NEAR_PROMOTION = (0, 0, 0, 8, 25)  # a One, by board rank, before it crosses to the enemy half
UNPROMOTED = -25  # a One that crossed without promotion
HOLDS_PALACE = 40  # a card on an enemy palace square, if any two cards conquer
KING_STEP = 6  # a King's step towards the enemy palace, if one King conquers


def centre_distance(square: int) -> int:
    """Return the steps from the four centre squares, 0 to 4."""
    return max(abs(2 * (square % 10) - 9), abs(2 * (square // 10) - 9)) // 2


def _value(piece: int, square: int, palace: Palace) -> int:
    """Return the value of a card of Forehand's on a square."""
    rank, ahead = RANK[piece], square // 10
    value = CARD_VALUES[rank] + ADVANCE[rank] * (ahead - 4) - CENTRE[rank] * centre_distance(square)
    if rank == 1:
        value += NEAR_PROMOTION[ahead] if ahead < 5 else UNPROMOTED
    if palace.squares == 1 and rank == 13:
        value += KING_STEP * ahead
    if not palace.kings_only and square in (94, 95):
        value += HOLDS_PALACE
    return value


@cache
def piece_square_table(palace: Palace) -> list[list[int]]:
    """Return the piece-square table from Forehand's side: Rearhand's values are negative, no piece is 0. It
    is shared: do not modify it."""
    table = [[0] * 100]
    for piece in PIECES:
        if piece <= 56:
            table.append([_value(piece, square, palace) for square in SQUARES])
        else:
            table.append([-_value(piece - 56, 99 - square, palace) for square in SQUARES])
    return table
