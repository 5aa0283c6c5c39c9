"""Analysis of Three Musketeers, a solved game: bots, exact values, puzzles."""

from __future__ import annotations

from typing import Any

from engine.analysis import Analyst
from engine.game import Game
from engine.three_musketeers.rules import CARDINAL, GAME, MOVES, NEIGHBOURS, State, musketeers


def remark(game: Game[Any], state: State, move: str) -> str | None:
    """Return why a bot may have made this move: the first word that applies, or None.

    A man's step:
    - no_step_left: it was the only legal move
    - all_in_line: every capture aligns the musketeers
    - one_capture: the musketeers have only one capture
    - draws_near, keeps_away: the man became adjacent to a musketeer, or stopped being adjacent

    A musketeer's capture:
    - no_capture_left: the musketeers have no further capture
    - leaves_line: two musketeers were aligned, and no two are now
    - few_captures: at most two men are adjacent to a musketeer
    """
    after = game.apply(state, move)
    if state.turn == CARDINAL:
        return _remark_on_step(game, state, after, move)
    return _remark_on_capture(state, after)


def _remark_on_step(game: Game[Any], state: State, after: State, move: str) -> str | None:
    if len(game.legal(state)) == 1:
        return "no_step_left"
    captures = game.legal(after)
    ends = [game.outcome(game.apply(after, capture)) for capture in captures]
    if ends and all(end is not None and end.winner == CARDINAL for end in ends):
        return "all_in_line"
    if len(captures) == 1:
        return "one_capture"
    near, far = (_beside_musketeer(state, square) for square in reversed(MOVES[move]))
    if near == far:
        return None
    return "draws_near" if near else "keeps_away"


def _remark_on_capture(state: State, after: State) -> str | None:
    targets = {b for a in musketeers(after) for b in NEIGHBOURS[a] if after.board[b] == "o"}
    if not targets:
        return "no_capture_left"
    if _two_in_line(state) and not _two_in_line(after):
        return "leaves_line"
    return "few_captures" if len(targets) <= 2 else None


def _beside_musketeer(state: State, square: int) -> bool:
    return any(state.board[other] == "M" for other in NEIGHBOURS[square])


def _two_in_line(state: State) -> bool:
    where = musketeers(state)
    return len({square % 5 for square in where}) < 3 or len({square // 5 for square in where}) < 3


def _supports(game: Game[Any]) -> bool:
    return (game.id, game.version) == (GAME.id, GAME.version)


ANALYST = Analyst(
    family=GAME.family,
    searches=f"{__name__}.searches",
    judging=f"{__name__}.judging",
    tables=f"{__name__}.make_tables",
    makers=f"{__name__}.makers",
    levels=7,
    abilities=frozenset({"evaluate", "puzzle"}),
    missed=True,
    solved=True,
    remark=remark,
    supports=_supports,
)
