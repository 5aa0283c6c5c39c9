"""Initial positions of Cardmate: the published setup and three random ones."""

from __future__ import annotations

from engine.cardmate.board import CARDS, FOREHAND, KINGS, NAME, PIECE, RANKS, REARHAND, SUITS, State
from engine.cardmate.notation import position
from engine.cardmate.rules import must_capture
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
PLACES = tuple(  # by seat: the initial squares of its cards other than Kings
    tuple(
        square
        for square, piece in enumerate(START.board)
        if piece and (piece > 56) == bool(seat) and piece not in KINGS[seat]
    )
    for seat in (FOREHAND, REARHAND)
)
DEALT_CARDS = tuple(card for card in CARDS if card[0] not in "KA")


def published_setup(_: Rng) -> State:
    """Return the published initial position."""
    return START


def shuffled_setup(rng: Rng) -> State:
    """Return the setup with the suits of every rank except Kings shuffled over its four squares."""
    board, _ = _shuffled_board(rng)
    return State(board, FOREHAND)


def _shuffled_board(rng: Rng) -> tuple[bytes, Rng]:
    board = bytearray(START.board)
    for rank in RANKS[:-2]:
        suits, rng = rng.shuffled(SUITS)
        places = [square for square, piece in enumerate(START.board) if NAME[piece][:1] == rank]
        for square, suit in zip(places, suits, strict=True):
            board[square] = PIECE[board[square] > 56][rank + suit]
    return bytes(board), rng


def places_setup(rng: Rng) -> State:
    """Return a setup with shuffled suits, then each side's cards except Kings shuffled over its squares.

    Redraws, with the same generator, if Forehand has a compulsory capture."""
    while True:
        shuffled, rng = _shuffled_board(rng)
        board = bytearray(shuffled)
        for places in PLACES:
            pieces, rng = rng.shuffled(shuffled[square] for square in places)
            for square, piece in zip(places, pieces, strict=True):
                board[square] = piece
        if not must_capture(state := State(bytes(board), FOREHAND)):
            return state


def dealt_setup(rng: Rng) -> State:
    """Return a setup with the 48 cards from One to Queen dealt over all squares, 24 to each side; Kings stay.

    Redraws, with the same generator, if Forehand has a compulsory capture."""
    while True:
        board = bytearray(START.board)
        cards, rng = rng.shuffled(DEALT_CARDS)
        hands = cards[: len(PLACES[FOREHAND])], cards[len(PLACES[FOREHAND]) :]
        for seat in (FOREHAND, REARHAND):
            for square, card in zip(PLACES[seat], hands[seat], strict=True):
                board[square] = PIECE[seat][card]
        if not must_capture(state := State(bytes(board), FOREHAND)):
            return state
