"""Cardmate's board: the cards, the squares they reach, and its states. All tables are made once, here.

A square is an index, a0 first. A piece is a number: 0 is an empty square, 1 to 56 Forehand's cards, suit by
suit and from the One to the Ace, 57 to 112 the same cards as Rearhand's. A board is 100 of them as bytes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.cardmate.past import Past
from engine.game import Seat
from engine.grid import ORTHOGONAL, Grid

FOREHAND, REARHAND = 0, 1
GRID = Grid(10, 10, first=0)
NAMES, INDEX = GRID.names, GRID.index
PALACES = tuple((INDEX["e" + rank], INDEX["f" + rank]) for rank in "90")  # by the seat that attacks it

RANKS, SUITS = "123456789XJQKA", "CDHS"  # from low to high; the suits are equal
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
NAME = ("", *CARDS, *CARDS)  # of a piece
PIECE = tuple({card: piece for piece, card in enumerate(CARDS, first)} for first in (1, 57))  # by seat, card
SIDE = (range(1, 57), range(57, 113))  # the pieces of each seat
KINGS = tuple(bytes(PIECE[seat]["K" + suit] for suit in SUITS) for seat in (FOREHAND, REARHAND))
ONES = bytes(PIECE[seat]["1" + suit] for seat in (FOREHAND, REARHAND) for suit in SUITS)
ACE = {one: one + 13 for one in ONES}  # what a One is promoted to

# What a card may do on a square that it reaches, by the piece that stands there: below BARRED it may move.
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

Steps = tuple[tuple[int, int], ...]  # (file, rank), forwards as Forehand sees it
Lines = tuple[tuple[bytes, ...], ...]  # by square: lines of squares

DIAGONAL: Steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ROYAL: Steps = ORTHOGONAL + DIAGONAL
KNIGHT: Steps = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
AHEAD: Steps = ((0, 1),)
ASLANT: Steps = ((-1, 1), (1, 1))  # diagonally forwards
ASIDE: Steps = ((-1, 0), (1, 0))
ASTERN: Steps = ((-1, -1), (1, -1))  # diagonally back

REACH: dict[str, tuple[tuple[Steps, int], ...]] = {  # directions, and how many squares far
    "1": ((AHEAD, 1),),
    "2": ((ASLANT, 1),),
    "3": ((ASLANT + AHEAD, 1),),
    "4": ((ASLANT + ASIDE, 1),),
    "5": ((ASLANT + ASIDE + AHEAD, 1),),
    "6": ((ASLANT + ASIDE + ASTERN, 1),),
    "7": ((ASLANT + ASIDE + ASTERN + AHEAD, 1),),
    "8": ((KNIGHT, 1),),
    "9": ((DIAGONAL, 9),),
    "X": ((ORTHOGONAL, 9),),
    "J": ((KNIGHT, 1), (ROYAL, 2)),
    "Q": ((ROYAL, 9),),
    "K": ((ROYAL, 1),),
    "A": ((ROYAL, 9), (KNIGHT, 1)),
}
RETREATING = "123456789"  # they may also step straight back, without capturing

_SQUARES: dict[bytes, bytes] = {}  # equal lines are one


def _line(squares: tuple[int, ...]) -> bytes:
    line = bytes(squares)
    return _SQUARES.setdefault(line, line)


@cache
def _direction(east: int, north: int, far: int) -> tuple[bytes, ...]:
    """By square: those up to `far` away in one direction, nearest first."""
    return tuple(_line(ray[:far]) for (ray,) in GRID.rays(((east, north),)))


def _reach_table(rank: str, seat: Seat) -> Lines:
    """By square: those in each direction of the card, where there are any."""
    forwards = -1 if seat else 1
    ways = [(*step, far) for steps, far in REACH[rank] for step in steps]
    directions = [_direction(east, forwards * north, far) for east, north, far in ways]
    return tuple(tuple(filter(None, lines)) for lines in zip(*directions, strict=True))


def _retreats(rank: str, seat: Seat) -> tuple[bytes, ...]:
    """By square: the one straight back, if there is one."""
    return _direction(0, 1 if seat else -1, 1 if rank in RETREATING else 0)


_SIDES = [(rank, seat) for seat in (FOREHAND, REARHAND) for _ in SUITS for rank in RANKS]
_REACHED = {side: _reach_table(*side) for side in set(_SIDES)}
_RETREATS = {side: _retreats(*side) for side in set(_SIDES)}
LINES = ((), *(_REACHED[side] for side in _SIDES))  # by piece and square: those of each ray in order
BACKWARDS = ((), *(_RETREATS[side] for side in _SIDES))  # by piece and square: the one straight back, or none


class State(NamedTuple):
    """`turn`: the seat to move; `idle`: plies since the last capture or promotion (version 1: or move of a
    One); `past`: the positions since the last capture or promotion, without this one, None for none; `taken`:
    the cards that each seat lost, in that order."""

    board: bytes
    turn: Seat
    idle: int = 0
    past: Past | None = None
    taken: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def kings(board: bytes, seat: Seat) -> int:
    """How many Kings the seat has."""
    return len(board) - len(board.translate(None, KINGS[seat]))
