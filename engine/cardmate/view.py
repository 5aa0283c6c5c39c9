"""Cardmate's view, the same for players and spectators: nothing is hidden."""

from __future__ import annotations

from typing import TypedDict

from engine.cardmate.board import NAMES, State, kings
from engine.cardmate.notation import show
from engine.cardmate.rules import BOTH_KINGS, Palace, palace_squares, reached
from engine.game import Seat


class CardmateView(TypedDict):
    """JSON of a position.

    - `must`: squares of the cards with a compulsory capture, of the seat to move.
    - `barred`: by square, captures that only the suits forbid, of the seat to move.
    - `kings`: number of Kings by seat.
    - `taken`: the cards that each seat lost.
    - `palace`: by seat, the enemy palace squares that it holds."""

    position: str
    must: list[str]
    barred: dict[str, list[str]]
    kings: list[int]
    taken: list[list[str]]
    palace: list[list[str]]


def view(state: State, _seat: Seat | None, palace: Palace = BOTH_KINGS) -> CardmateView:
    """Return the view of a position."""
    found = reached(state)
    barred: dict[str, list[str]] = {}
    for move in found.barred:
        if not move.endswith(" 1"):  # whether a One would be promoted makes no difference
            barred.setdefault(move[:2], []).append(move[3:5])
    return {
        "position": show(state),
        "must": list(dict.fromkeys(move[:2] for move in found.must)),
        "barred": barred,
        "kings": [kings(state.board, seat) for seat in (0, 1)],
        "taken": [list(cards) for cards in state.taken],
        "palace": [
            [NAMES[square] for square in palace_squares(state.board, seat, palace)] for seat in (0, 1)
        ],
    }
