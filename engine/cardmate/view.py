"""What both players and spectators of Cardmate see: nothing is hidden."""

from __future__ import annotations

from engine.cardmate.board import BARRED, MUST, NAMES, State, kings
from engine.cardmate.notation import show
from engine.cardmate.rules import BOTH_KINGS, Palace, palace_squares, reaches
from engine.game import Seat, View


def view(state: State, _: Seat | None, palace: Palace = BOTH_KINGS) -> View:
    must: dict[str, None] = {}
    barred: dict[str, list[str]] = {}
    for start, end, verdict, _moves in reaches(state):
        if verdict == MUST:
            must[NAMES[start]] = None
        elif verdict == BARRED:
            barred.setdefault(NAMES[start], []).append(NAMES[end])
    return {
        "position": show(state),
        "must": list(must),
        "barred": barred,
        "kings": [kings(state.board, seat) for seat in (0, 1)],
        "taken": [list(cards) for cards in state.taken],
        "palace": [
            [NAMES[square] for square in palace_squares(state.board, seat, palace)] for seat in (0, 1)
        ],
    }
