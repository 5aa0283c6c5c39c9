"""Three Musketeers, solved: opponents, exact values, puzzles."""

from __future__ import annotations

from typing import Any

from engine.analysis import Analyst
from engine.game import Game
from engine.three_musketeers.rules import BESIDE, CARDINAL, GAME, MOVES, State, musketeers


def remark(game: Game[Any], state: State, move: str) -> str | None:
    """Why a machine may have made this move: None, or the first that is so.

    Of a man's step:
    - no_step_left: the Cardinal's side could not move otherwise
    - all_in_line: whatever the musketeers capture, they stand in line
    - one_capture: the musketeers have one capture only
    - draws_near, keeps_away: the man stands beside a musketeer and did not before, or the other way round

    Of a musketeer's capture:
    - no_capture_left: the musketeers can capture nobody after it
    - leaves_line: two musketeers stood in line, and now no two do
    - few_captures: at most two men stand beside a musketeer after it
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
    targets = {b for a in musketeers(after) for b in BESIDE[a] if after.board[b] == "o"}
    if not targets:
        return "no_capture_left"
    if _two_in_line(state) and not _two_in_line(after):
        return "leaves_line"
    return "few_captures" if len(targets) <= 2 else None


def _beside_musketeer(state: State, square: int) -> bool:
    return any(state.board[other] == "M" for other in BESIDE[square])


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
    levels=7,
    abilities=frozenset({"evaluate", "puzzle"}),
    missed=True,
    remark=remark,
    supports=_supports,
)
