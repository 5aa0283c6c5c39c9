"""Cardmate (Ivan A Derzhanski, 2000): two players, 52 cards as chess pieces, and captures that suits decide.

The published page survives without its list of capture rules; they are read from its text and from the two
games published with it (see `static/games/cardmate/games.json`). Any card may capture a card of another
suit; a lower card of its own suit it must capture, before everything else; a higher one it cannot. Taking
both enemy Kings wins, and so does holding the enemy palace; what holds it is a ruling, and an option of the
game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from engine.cardmate.board import (
    ACE,
    BARRED,
    INDEX,
    KINGS,
    MUST,
    NAME,
    OWN,
    PALACES,
    QUIET,
    RAYS,
    RETREAT,
    SIDE,
    VERDICTS,
    State,
    kings,
)
from engine.cardmate.past import Past
from engine.game import Outcome, Seat

Reason = Literal["kings", "palace", "no_move", "repetition", "no_progress"]
Rule = Literal["not_a_move", "higher_suitmate", "must_capture_own_suit"]

IDLE = 200  # plies in a row without a capture and without a promotion: drawn


class Palace(NamedTuple):
    """What conquers the enemy palace: how many of its two squares to hold, with Kings or with any card."""

    kings_only: bool
    squares: int


BOTH_KINGS, ONE_KING, ANY_TWO = Palace(True, 2), Palace(True, 1), Palace(False, 2)


def turn(state: State) -> Seat:
    return state.turn


class Reached(NamedTuple):
    """The moves to all squares that the seat to move reaches, in the order of the squares. `must`: captures
    of a lower suitmate; `barred`: of a higher one, which only the suits forbid; `free`: all others."""

    free: tuple[str, ...]
    must: tuple[str, ...]
    barred: tuple[str, ...]


def reached(state: State) -> Reached:
    """What the seat to move reaches, computed once for all that asks about a position."""
    return _reached(state.board, state.turn)


@lru_cache(maxsize=512)  # positions: what asks about one comes before many others do
def _reached(board: bytes, seat: Seat) -> Reached:
    free: list[str] = []
    must: list[str] = []
    barred: list[str] = []
    own = SIDE[seat]
    for square, piece in enumerate(board):
        if piece not in own:
            continue
        verdicts = VERDICTS[piece]
        for ray in RAYS[piece][square]:
            for to, moves in ray:
                verdict = verdicts[board[to]]
                if verdict == QUIET:
                    free += moves
                    continue
                if verdict != OWN:
                    (must if verdict == MUST else barred if verdict == BARRED else free).extend(moves)
                break
        for to, moves in RETREAT[piece][square]:
            if not board[to]:
                free += moves
    return Reached(tuple(free), tuple(must), tuple(barred))


def legal(state: State) -> tuple[str, ...]:
    free, must, _ = reached(state)
    return must or free


def compulsory(state: State) -> bool:
    """Whether the seat to move has to make a capture within a suit."""
    return bool(reached(state).must)


def can_move(state: State) -> bool:
    """Whether the seat to move has a move: to the first square of a ray, where it has any on this ray."""
    board, own = state.board, SIDE[state.turn]
    for square, piece in enumerate(board):
        if piece in own:
            verdicts = VERDICTS[piece]
            for ray in RAYS[piece][square]:
                if verdicts[board[ray[0][0]]] < BARRED:
                    return True
            for to, _ in RETREAT[piece][square]:
                if not board[to]:
                    return True
    return False


def apply(state: State, move: str) -> State:
    _, end = ends_of(move)
    board, seat = state.board, state.turn
    first, second = state.taken
    captured = board[end]
    if captured and seat == 0:
        second = (*second, NAME[captured])
    elif captured:
        first = (*first, NAME[captured])
    after = board_after(board, move)
    if captured or move.endswith("A"):
        return State(after, 1 - seat, 0, None, (first, second))
    past = (state.past or Past()).after(board, seat)
    return State(after, 1 - seat, state.idle + 1, past, (first, second))


def ends_of(move: str) -> tuple[int, int]:
    return INDEX[move[:2]], INDEX[move[3:5]]


def board_after(board: bytes, move: str) -> bytes:
    start, end = ends_of(move)
    after = bytearray(board)
    after[end] = ACE[board[start]] if move.endswith("A") else board[start]
    after[start] = 0
    return bytes(after)


def outcome(state: State, palace: Palace = BOTH_KINGS) -> Outcome | None:
    """Conquest is judged for the side not on turn only. A side without a King has lost; where a position
    text leaves Kings to neither, it is the side on turn, whose last King can only have been taken last."""
    board, seat = state.board, state.turn
    for loser in (seat, 1 - seat):
        if not kings(board, loser):
            return _end(1 - loser, "kings")
    if conquers(board, 1 - seat, palace):
        return _end(1 - seat, "palace")
    if not can_move(state):
        return _end(None, "no_move")
    if state.past is not None and state.past.times(board, seat) >= 2:
        return _end(None, "repetition")
    return _end(None, "no_progress") if state.idle >= IDLE else None


def _end(winner: Seat | None, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


def palace_squares(board: bytes, seat: Seat, palace: Palace) -> list[int]:
    """The squares of the enemy palace on which the seat has a card that counts."""
    counting = KINGS[seat] if palace.kings_only else SIDE[seat]
    return [square for square in PALACES[seat] if board[square] in counting]


def conquers(board: bytes, seat: Seat, palace: Palace) -> bool:
    return len(palace_squares(board, seat, palace)) >= palace.squares


def key(state: State) -> tuple[bytes, Seat]:
    """What the play goes on from, without the earlier positions and the counts."""
    return state.board, state.turn


def why(state: State, text: str) -> Rule | None:
    free, must, barred = reached(state)
    if text in must:
        return None
    if text in free:
        return "must_capture_own_suit" if must else None
    return "higher_suitmate" if text in barred else "not_a_move"
