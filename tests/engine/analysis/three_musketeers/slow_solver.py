"""A plain solver by the rules alone, for positions with few men, to check the tables."""

from __future__ import annotations

from functools import lru_cache

from engine.three_musketeers.rules import GAME, State

Result = tuple[int, int]  # the winner, and in how many plies


@lru_cache(maxsize=1_000_000)
def solve(state: State) -> Result:
    """Return the winner and the plies: the winner hurries, the loser resists."""
    end = GAME.outcome(state)
    if end is not None:
        assert end.winner is not None
        return end.winner, 0
    after = [solve(GAME.apply(state, move)) for move in GAME.legal(state)]
    winner = state.turn if any(won == state.turn for won, _ in after) else 1 - state.turn
    plies = [plies for won, plies in after if won == winner]
    return winner, 1 + (min(plies) if winner == state.turn else max(plies))


def state_of(squares: list[int], turn: int) -> State:
    """Return the musketeers on the first three of these squares, men on the others."""
    board = ["."] * 25
    for place, square in enumerate(squares):
        board[square] = "M" if place < 3 else "o"
    return State("".join(board), turn)
