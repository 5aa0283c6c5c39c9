"""The positions that Cardmate starts from: the published one, and three that leave more to chance."""

from __future__ import annotations

from engine.cardmate.board import CARDS, FOREHAND, KINGS, NAME, PIECE, RANKS, REARHAND, SUITS, State
from engine.cardmate.notation import position
from engine.cardmate.rules import compulsory
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
PLACES = tuple(  # by seat: the squares of its other cards than Kings
    tuple(
        square
        for square, piece in enumerate(START.board)
        if piece and (piece > 56) == bool(seat) and piece not in KINGS[seat]
    )
    for seat in (FOREHAND, REARHAND)
)
DEALT_CARDS = tuple(card for card in CARDS if card[0] not in "KA")


def published_setup(_: Rng) -> State:
    return START


def shuffled_setup(rng: Rng) -> State:
    """The setup with the suits of every rank but the Kings' dealt at random over its four places."""
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
    """Suits shuffled, and then each side's cards but the Kings laid at random on its places. A deal in which
    Forehand has to capture at once is drawn again, from the numbers that follow."""
    while True:
        shuffled, rng = _shuffled_board(rng)
        board = bytearray(shuffled)
        for places in PLACES:
            pieces, rng = rng.shuffled(shuffled[square] for square in places)
            for square, piece in zip(places, pieces, strict=True):
                board[square] = piece
        if not compulsory(state := State(bytes(board), FOREHAND)):
            return state


def dealt_setup(rng: Rng) -> State:
    """The 48 cards from One to Queen dealt at random over all places, 24 to each side; the Kings stay. Drawn
    again where Forehand has to capture at once, from the numbers that follow."""
    while True:
        board = bytearray(START.board)
        cards, rng = rng.shuffled(DEALT_CARDS)
        hands = cards[: len(PLACES[FOREHAND])], cards[len(PLACES[FOREHAND]) :]
        for seat in (FOREHAND, REARHAND):
            for square, card in zip(PLACES[seat], hands[seat], strict=True):
                board[square] = PIECE[seat][card]
        if not compulsory(state := State(bytes(board), FOREHAND)):
            return state
