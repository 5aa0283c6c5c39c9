"""Rules of Cardmate (Ivan A Derzhanski, 2000): two players, 52 cards as chess pieces, suits decide captures.

The published page survives without its list of capture rules; they are inferred from its text and the two
games published with it (`static/games/cardmate/games.json`). A card may capture any card of another suit,
must capture a lower card of its own suit, and cannot capture a higher one. Capturing both enemy Kings wins,
and so does holding the enemy palace; what holds it is a ruling and an option of the game.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.cardmate.board import (
    ACE,
    BACKWARDS,
    BARRED,
    INDEX,
    KINGS,
    LINES,
    NAME,
    PALACES,
    SIDE,
    VERDICTS,
    State,
    kings,
)
from engine.cardmate.occurrences import Occurrences
from engine.cardmate.reach import Reached, follow, reached_by, squares_of
from engine.game import Outcome, Seat

Reason = Literal["kings", "palace", "no_move", "repetition", "no_progress"]
Rule = Literal["not_a_move", "higher_suitmate", "must_capture_own_suit"]

MAX_IDLE_PLIES = 200  # without a capture or promotion; then the game is drawn


class Palace(NamedTuple):
    """Condition to conquer the enemy palace: how many of its two squares to hold, with Kings or any cards."""

    kings_only: bool
    squares: int


BOTH_KINGS, ONE_KING, ANY_TWO = Palace(True, 2), Palace(True, 1), Palace(False, 2)


def turn(state: State) -> Seat:
    """Return the seat to move."""
    return state.turn


def reached(state: State) -> Reached:
    """Return the moves of the seat to move, including forbidden captures; cached."""
    return reached_by(state.board, state.turn)


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves: the compulsory captures if there are any."""
    found = reached(state)
    return found.must or found.free


def must_capture(state: State) -> bool:
    """Return whether the seat to move has a compulsory capture."""
    return bool(reached(state).must)


def can_move(state: State) -> bool:
    """Return whether the seat to move has a legal move. The first square of each ray decides."""
    board = state.board
    for square in squares_of(board, state.turn):
        piece = board[square]
        verdicts = VERDICTS[piece]
        if any(verdicts[board[ray[0]]] < BARRED for ray in LINES[piece][square]):
            return True
        if any(not board[to] for to in BACKWARDS[piece][square]):
            return True
    return False


def apply(state: State, move: str) -> State:
    """Return the state after a legal move."""
    start, end = ends_of(move)
    board, seat = state.board, state.turn
    first, second = state.taken
    captured = board[end]
    if captured and seat == 0:
        second = (*second, NAME[captured])
    elif captured:
        first = (*first, NAME[captured])
    after = board_after(board, move)
    follow(board, after, start, end)
    if captured or move.endswith("A"):
        return State(after, 1 - seat, 0, None, (first, second))
    occurrences = (state.occurrences or Occurrences()).after(board, seat)
    return State(after, 1 - seat, state.idle + 1, occurrences, (first, second))


def ends_of(move: str) -> tuple[int, int]:
    """Return the start and end square of a move."""
    return INDEX[move[:2]], INDEX[move[3:5]]


def board_after(board: bytes, move: str) -> bytes:
    """Return the board after a move."""
    start, end = ends_of(move)
    after = bytearray(board)
    after[end] = ACE[board[start]] if move.endswith("A") else board[start]
    after[start] = 0
    return bytes(after)


def outcome(state: State, palace: Palace = BOTH_KINGS) -> Outcome | None:
    """Return the outcome, or None. Only the side not to move can have conquered the palace.

    A side without Kings has lost. If a position text has no Kings at all, the side to move has lost: its last
    King was captured by the last move."""
    board, seat = state.board, state.turn
    for loser in (seat, 1 - seat):
        if not kings(board, loser):
            return _end(1 - loser, "kings")
    if conquers(board, 1 - seat, palace):
        return _end(1 - seat, "palace")
    if not can_move(state):
        return _end(None, "no_move")
    if state.occurrences is not None and state.occurrences.times(board, seat) >= 2:
        return _end(None, "repetition")
    return _end(None, "no_progress") if state.idle >= MAX_IDLE_PLIES else None


def _end(winner: Seat | None, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


def palace_squares(board: bytes, seat: Seat, palace: Palace) -> list[int]:
    """Return the enemy palace squares that the seat holds."""
    counting = KINGS[seat] if palace.kings_only else SIDE[seat]
    return [square for square in PALACES[seat] if board[square] in counting]


def conquers(board: bytes, seat: Seat, palace: Palace) -> bool:
    """Return whether the seat holds the enemy palace."""
    return len(palace_squares(board, seat, palace)) >= palace.squares


def key(state: State) -> tuple[bytes, Seat]:
    """Return the transposition key: board and turn, without history and counters."""
    return state.board, state.turn


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None."""
    found = reached(state)
    if text in found.must:
        return None
    if text in found.free:
        return "must_capture_own_suit" if found.must else None
    return "higher_suitmate" if text in found.barred else "not_a_move"
