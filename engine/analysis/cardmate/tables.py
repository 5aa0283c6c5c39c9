"""Precomputed move tables and Zobrist keys of Cardmate's search board.

Squares and pieces are the numbers of `engine.cardmate.board`. A set of squares is a bitboard (an integer). A
move is an integer: start << 7 | end, plus PROMOTES if a One becomes an Ace.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import TypeVar

from engine.cardmate.board import BACKWARDS, GRID, INDEX, LINES, NAME, NAMES, ONES, PALACES, RANKS, ROYAL

T = TypeVar("T")
Moves = tuple[int, ...]

SQUARES, PIECES = range(100), range(1, 113)
END_MASK = 127  # end square of a move
PROMOTES = 1 << 14
BIT = tuple(1 << square for square in SQUARES)
PALACE_SETS = tuple(BIT[first] | BIT[second] for first, second in PALACES)  # by the seat that attacks it
RANK = bytes(RANKS.index(NAME[piece][0]) + 1 if piece else 0 for piece in range(113))  # 1 to 14; 0: empty
SUIT = bytes((piece - 1) % 56 // 14 if piece else 0 for piece in range(113))  # 0 to 3
KING = bytes(NAME[piece].startswith("K") for piece in range(113))


def code_of(text: str) -> int:
    """Return the integer of a move's text."""
    return INDEX[text[:2]] << 7 | INDEX[text[3:5]] | (PROMOTES if text.endswith("A") else 0)


def text_of(move: int, piece: int) -> str:
    """Return the text of a move made by `piece`."""
    start, end = move >> 7 & END_MASK, move & END_MASK
    crosses = CROSSES[piece][start] and REACH[piece][start] >> end & 1
    last = " A" if move & PROMOTES else " 1" if crosses else ""
    return f"{NAMES[start]} {NAMES[end]}{last}"


def _by_piece(make: Callable[[int, int], T]) -> list[list[T]]:
    """Return `make(piece, square)` for each piece and square; cards of one rank and seat share it."""
    firsts = (*range(1, 15), *range(57, 71))
    made = {(RANK[piece], piece > 56): [make(piece, square) for square in SQUARES] for piece in firsts}
    return [[], *(made[RANK[piece], piece > 56] for piece in PIECES)]


def _codes(square: int, line: bytes) -> Moves:
    return tuple(square << 7 | to for to in line)


def _leaps(piece: int, square: int) -> Moves:
    leaps = tuple(code for line in LINES[piece][square] if len(line) == 1 for code in _codes(square, line))
    if _crosses(piece, square):
        leaps = tuple(code | choice for code in leaps for choice in (PROMOTES, 0))
    return leaps + _codes(square, BACKWARDS[piece][square])


def _slides(piece: int, square: int) -> tuple[Moves, ...]:
    return tuple(_codes(square, line) for line in LINES[piece][square] if len(line) > 1)


def _reach(piece: int, square: int) -> int:
    return reduce(or_, (BIT[to] for line in LINES[piece][square] for to in line), 0)


def _crosses(piece: int, square: int) -> bool:
    return piece in ONES and square // 10 == (5 if piece > 56 else 4)


LEAPS = _by_piece(_leaps)  # by piece and square: moves that cannot be blocked, and the retreat
SLIDES = _by_piece(_slides)  # the other moves, ray by ray, nearest first
REACH = _by_piece(_reach)  # bitboard of captures on an empty board
CROSSES = _by_piece(_crosses)  # whether its forward move has a choice of promotion


def _between() -> list[list[int]]:
    table = [[0] * 100 for _ in SQUARES]
    for square, rays in enumerate(GRID.rays(ROYAL)):
        for ray in rays:
            passed = 0
            for to in ray:
                table[square][to] = passed
                passed |= 1 << to
    return table


BETWEEN = _between()  # by two squares: bitboard of the squares between them on a line, or 0


def _key(piece: int, square: int) -> int:
    digest = blake2b(bytes((piece, square)), digest_size=8, person=b"richelieu hash").digest()
    return int.from_bytes(digest, "big") >> 4  # 60 bits: two digits of a Python int


# Keys of Zobrist hashing: by piece (0 for none) and square, and for Rearhand to move.
KEYS = [[_key(piece, square) if piece else 0 for square in SQUARES] for piece in range(113)]
TURN_KEY = _key(0, 127)
