"""Explanations of moves of Cardmate's bot: one word, from the position after the move.

A word is a key of `static/games/cardmate/en.json`, as `cardmate.remark.<word>`. The first match wins: the end
of the game and large gains, then what the opponent is forced to do, then what the move itself does.
"""

from __future__ import annotations

from typing import Literal

from engine.cardmate.board import KINGS, NAME, State
from engine.cardmate.rules import apply, ends_of, legal, reached
from engine.game import Game

Word = Literal[
    "takes_last_king",
    "takes_king",
    "conquers",
    "draws_queen_out",
    "draws_king_out",
    "forces_capture",
    "promotes",
    "only_move",
    "takes",
    "threatens_king",
]
REMARK_BY_RANK: dict[str, Word] = {
    "Q": "draws_queen_out",
    "K": "draws_king_out",
}  # by the rank of all cards with a compulsory capture


def remark(game: Game[State], state: State, move: str) -> Word | None:
    """Return the reason of a legal move, or None."""
    after = apply(state, move)
    _, end = ends_of(move)
    taken = state.board[end]
    ended = game.outcome(after)
    if ended and ended.winner == state.turn:
        return "conquers" if ended.reason == "palace" else "takes_last_king"
    if taken in KINGS[1 - state.turn]:
        return "takes_king"
    if ended:
        return None
    if word := _compulsion(after):
        return word
    if move.endswith("A"):
        return "promotes"
    if len(legal(state)) == 1:
        return "only_move"
    if taken:
        return "takes"
    return "threatens_king" if _threatens_king(after, end) else None


def _compulsion(state: State) -> Word | None:
    """Return the remark on compulsory captures of the side to move: by a Queen, a King, or others."""
    bound = {NAME[state.board[ends_of(move)[0]]][0] for move in reached(state).must}
    if not bound:
        return None
    return REMARK_BY_RANK.get("".join(bound), "forces_capture")


def _threatens_king(state: State, square: int) -> bool:
    """Return whether the card on the square attacks a King."""
    moved = state._replace(turn=1 - state.turn)
    kings = KINGS[state.turn]
    found = reached(moved)
    ends = map(ends_of, (*found.free, *found.must))
    return any(start == square and state.board[end] in kings for start, end in ends)
