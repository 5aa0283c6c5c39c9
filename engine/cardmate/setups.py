"""The positions that Cardmate starts from: the published one, and the one with suits shuffled."""

from __future__ import annotations

from engine.cardmate.board import FOREHAND, NAME, PIECE, RANKS, SUITS, State
from engine.cardmate.notation import position
from engine.rng import Rng

START = position(
    "-XD.-8C.-9S.-QC.-KS.-KD.-QS.-9D.-8S.-XH/"
    "-7H.1.-6C.-JH.-5C.-5S.-JC.-6H.1.-7D/"
    "-4D.-2C.-3H.-1S.2.-4S.-3D.-2H.-1C/"
    "10/10/10/10/"
    "+1D.+2S.+3C.+4H.2.+1H.+3S.+2D.+4C/"
    "+7C.1.+6S.+JD.+5H.+5D.+JS.+6D.1.+7S/"
    "+XS.+8H.+9C.+QH.+KC.+KH.+QD.+9H.+8D.+XC F"
)


def published_setup(_: Rng) -> State:
    return START


def shuffled_setup(rng: Rng) -> State:
    """The setup with the suits of every rank but the Kings' dealt at random over its four places."""
    board = bytearray(START.board)
    for rank in RANKS[:-2]:
        suits, rng = rng.shuffled(SUITS)
        places = [square for square, piece in enumerate(START.board) if NAME[piece][:1] == rank]
        for square, suit in zip(places, suits, strict=True):
            board[square] = PIECE[board[square] > 56][rank + suit]
    return State(bytes(board), FOREHAND)
