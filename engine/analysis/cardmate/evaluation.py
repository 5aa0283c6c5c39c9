"""The worth of cards on their squares, in hundredths of a pawn. What a card is worth where it stands is added
up; the board keeps the sum as moves are made, so that looking at a position costs nothing.
Where few cards are left, `endings` adds to it."""

from __future__ import annotations

from functools import cache

from engine.analysis.cardmate.tables import PIECES, RANK, SQUARES
from engine.cardmate.rules import Palace

# By rank from One to Ace, what the card is worth on a square of the middle; a King: while there are two.
WORTH = (0, 100, 110, 130, 150, 175, 200, 230, 290, 370, 540, 560, 950, 800, 1200)
CENTRE = (0, 1, 3, 3, 3, 3, 3, 3, 7, 5, 1, 6, 3, 0, 3)  # less for each step away from the four middle squares
ADVANCE = (0, 6, 4, 4, 3, 3, 2, 2, 1, 0, 1, 1, 0, -8, 0)  # more for each rank forwards
NEAR_PROMOTION = (0, 0, 0, 8, 25)  # a One, by its own rank, before it crosses
CROSSED = -25  # a One that stayed one
HOLDS_PALACE = 40  # a card on a square of the enemy palace, where any two conquer
KING_STEP = 6  # a King's step towards the enemy palace, where one conquers


def middle(square: int) -> int:
    """Steps from the four middle squares, 0 to 4."""
    return max(abs(2 * (square % 10) - 9), abs(2 * (square // 10) - 9)) // 2


def _worth(piece: int, square: int, palace: Palace) -> int:
    """Of a card of Forehand's."""
    rank, ahead = RANK[piece], square // 10
    worth = WORTH[rank] + ADVANCE[rank] * (ahead - 4) - CENTRE[rank] * middle(square)
    if rank == 1:
        worth += NEAR_PROMOTION[ahead] if ahead < 5 else CROSSED
    if palace.squares == 1 and rank == 13:
        worth += KING_STEP * ahead
    if not palace.kings_only and square in (94, 95):
        worth += HOLDS_PALACE
    return worth


@cache
def worths(palace: Palace) -> list[list[int]]:
    """By piece and square, as Forehand sees it: Rearhand's cards count below zero; no piece is worth 0. Not
    to be changed: searches share it."""
    table = [[0] * 100]
    for piece in PIECES:
        if piece <= 56:
            table.append([_worth(piece, square, palace) for square in SQUARES])
        else:
            table.append([-_worth(piece - 56, 99 - square, palace) for square in SQUARES])
    return table
