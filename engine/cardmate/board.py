"""Cardmate's board representation, move tables and state.

A square is an index, a0 first. A piece is a number: 0 an empty square, 1 to 56 Forehand's cards, suit by suit
from One to Ace, 57 to 112 Rearhand's in the same order. A board is 100 pieces as bytes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.cardmate.occurrences import Occurrences
from engine.game import Seat
from engine.grid import ORTHOGONAL, Grid

FOREHAND, REARHAND = 0, 1
GRID = Grid(10, 10, first=0)
NAMES, INDEX = GRID.names, GRID.index
PALACES = tuple((INDEX["e" + rank], INDEX["f" + rank]) for rank in "90")  # by the seat that attacks it

RANKS, SUITS = "123456789XJQKA", "CDHS"  # from low to high; the suits are equal
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
NAME = ("", *CARDS, *CARDS)  # card by piece
PIECE = tuple({card: piece for piece, card in enumerate(CARDS, first)} for first in (1, 57))  # by seat, card
SIDE = (range(1, 57), range(57, 113))  # pieces by seat
KINGS = tuple(bytes(PIECE[seat]["K" + suit] for suit in SUITS) for seat in (FOREHAND, REARHAND))
ONES = bytes(PIECE[seat]["1" + suit] for seat in (FOREHAND, REARHAND) for suit in SUITS)
ACE = {one: one + 13 for one in ONES}  # promotion by One

# Verdict on a move, by the pieces on its two squares: quiet move, optional capture, compulsory capture,
# capture that the suits forbid, own piece. Below BARRED the move is possible.
QUIET, FREE, MUST, BARRED, OWN = range(5)


def _verdict(piece: int, there: int) -> int:
    if there == 0:
        return QUIET
    if (piece > 56) == (there > 56):
        return OWN
    card, other = NAME[piece], NAME[there]
    if card[1] != other[1]:
        return FREE
    return MUST if RANKS.index(other[0]) < RANKS.index(card[0]) else BARRED


VERDICTS = (b"", *(bytes(_verdict(piece, there) for there in range(113)) for piece in range(1, 113)))

Steps = tuple[tuple[int, int], ...]  # (file, rank), from Forehand's side
Lines = tuple[tuple[bytes, ...], ...]  # by square: lines of squares

DIAGONAL: Steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ROYAL: Steps = ORTHOGONAL + DIAGONAL
KNIGHT: Steps = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
FORWARD: Steps = ((0, 1),)
FORWARD_DIAGONAL: Steps = ((-1, 1), (1, 1))
SIDEWAYS: Steps = ((-1, 0), (1, 0))
BACKWARD_DIAGONAL: Steps = ((-1, -1), (1, -1))

REACH: dict[str, tuple[tuple[Steps, int], ...]] = {  # steps and maximum distance, by rank
    "1": ((FORWARD, 1),),
    "2": ((FORWARD_DIAGONAL, 1),),
    "3": ((FORWARD_DIAGONAL + FORWARD, 1),),
    "4": ((FORWARD_DIAGONAL + SIDEWAYS, 1),),
    "5": ((FORWARD_DIAGONAL + SIDEWAYS + FORWARD, 1),),
    "6": ((FORWARD_DIAGONAL + SIDEWAYS + BACKWARD_DIAGONAL, 1),),
    "7": ((FORWARD_DIAGONAL + SIDEWAYS + BACKWARD_DIAGONAL + FORWARD, 1),),
    "8": ((KNIGHT, 1),),
    "9": ((DIAGONAL, 9),),
    "X": ((ORTHOGONAL, 9),),
    "J": ((KNIGHT, 1), (ROYAL, 2)),
    "Q": ((ROYAL, 9),),
    "K": ((ROYAL, 1),),
    "A": ((ROYAL, 9), (KNIGHT, 1)),
}
RETREATING = "123456789"  # ranks that may also step straight back, without capturing

_SQUARES: dict[bytes, bytes] = {}  # interned lines


def _line(squares: tuple[int, ...]) -> bytes:
    line = bytes(squares)
    return _SQUARES.setdefault(line, line)


@cache
def _direction(east: int, north: int, far: int) -> tuple[bytes, ...]:
    """Return, by square, the squares up to `far` away in one direction, nearest first."""
    return tuple(_line(ray[:far]) for (ray,) in GRID.rays(((east, north),)))


def _reach_table(rank: str, seat: Seat) -> Lines:
    """Return, by square, the non-empty lines of squares in each direction of the card."""
    forwards = -1 if seat else 1
    ways = [(*step, far) for steps, far in REACH[rank] for step in steps]
    directions = [_direction(east, forwards * north, far) for east, north, far in ways]
    return tuple(tuple(filter(None, lines)) for lines in zip(*directions, strict=True))


def _retreats(rank: str, seat: Seat) -> tuple[bytes, ...]:
    """Return, by square, the square straight back, if any."""
    return _direction(0, 1 if seat else -1, 1 if rank in RETREATING else 0)


_SIDES = [(rank, seat) for seat in (FOREHAND, REARHAND) for _ in SUITS for rank in RANKS]
_REACHED = {side: _reach_table(*side) for side in set(_SIDES)}
_RETREATS = {side: _retreats(*side) for side in set(_SIDES)}
LINES = ((), *(_REACHED[side] for side in _SIDES))  # by piece and square: the squares of each ray
BACKWARDS = ((), *(_RETREATS[side] for side in _SIDES))  # by piece and square


class State(NamedTuple):
    """A position with its history.

    - `turn`: the seat to move.
    - `idle`: plies since the last capture or promotion (version 1: or move of a One).
    - `occurrences`: earlier positions since the last capture or promotion; None: none.
    - `taken`: the cards that each seat lost, in order of capture."""

    board: bytes
    turn: Seat
    idle: int = 0
    occurrences: Occurrences | None = None
    taken: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def kings(board: bytes, seat: Seat) -> int:
    """Return the number of Kings of the seat."""
    return len(board) - len(board.translate(None, KINGS[seat]))
