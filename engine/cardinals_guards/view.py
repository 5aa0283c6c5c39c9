"""View of Cardinal's Guards: the position and the effect of every run."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.cardinals_guards.notation import show
from engine.cardinals_guards.position import (
    ALL_SEARCHED,
    CELLS,
    CENTRE,
    CORNERS,
    DIRECTIONS,
    EDGE,
    NO_CELL,
    PAWNS,
    PERIMETER_START,
    RUN_CELLS,
    SQUARES,
    SUITS,
    State,
    castle_guards,
    count_searched,
    escaped_suits,
    is_own_guard,
    outcome,
    run,
    searches,
    without,
)
from engine.game import Seat


class RunView(TypedDict):
    """Effect of a run.

    - `stop`: a square, "out" or "tunnel".
    - `meets`: the cell of the obstacle that stops the run, or None.
    - `loses`: the musketeer leaves before he has searched all his chambers.
    - `corners`, only for a run into the tunnel: the runs out of it, by the square of the removed guard ("-":
      none), corner and direction."""

    stop: str
    meets: str | None
    effect: Literal["defeat", "choice"] | None
    searches: bool
    loses: bool
    corners: NotRequired[dict[str, Exits]]


Runs = dict[str, RunView]  # by direction
Exits = dict[str, Runs]  # by corner


class CardinalsGuardsView(TypedDict):
    """JSON of a position.

    - `runs`: legal runs by suit and direction.
    - `next`: the rank that each musketeer searches next, 6 after the last.
    - `stuck`: no legal move, and not over."""

    position: str
    runs: dict[str, Runs]
    next: list[int]
    defeated: int
    searched: int
    escaped: list[str]
    stuck: bool


def view(state: State, _: Seat | None) -> CardinalsGuardsView:
    """Return the view of a position."""
    runs = {
        suit: _runs(state, seat, state.board.index(PAWNS[seat]))
        for seat, suit in enumerate(SUITS)
        if PAWNS[seat] in state.board
    }
    return {
        "position": show(state),
        "runs": runs,
        "next": list(state.ranks),
        "defeated": state.defeated,
        "searched": count_searched(state),
        "escaped": list(escaped_suits(state)),
        "stuck": not any(runs.values()) and not _can_put(state) and outcome(state) is None,
    }


def _can_put(state: State) -> bool:
    """Return whether a guard can be put on some tile."""
    return state.supply != "" and any(state.board[square] == "." for square in SQUARES)


def _runs(state: State, seat: int, start: int) -> Runs:
    """Return the legal runs of a musketeer by direction."""
    runs: Runs = {}
    for way, ahead in zip(DIRECTIONS, RUN_CELLS[start], strict=True):
        end, met = run(state.board, start, ahead)
        if end != start:
            runs[way] = _run_view(state, seat, end, met)
        if end == CENTRE:
            runs[way]["corners"] = _corners(state, seat, without(state.board, start))
    return runs


def _run_view(state: State, seat: int, end: int, met: int) -> RunView:
    effect: Literal["defeat", "choice"] | None
    effect = (
        "choice"
        if is_own_guard(state.board, met, SUITS[seat])
        else "defeat"
        if met >= PERIMETER_START
        else None
    )
    return {
        "stop": "tunnel" if end == CENTRE else CELLS[end] if end < PERIMETER_START else "out",
        "meets": None if met == NO_CELL else CELLS[met],
        "effect": effect,
        "searches": searches(state, seat, end),
        "loses": end >= PERIMETER_START and state.ranks[seat] != ALL_SEARCHED,
    }


def _corners(state: State, seat: int, board: str) -> dict[str, Exits]:
    """Return the runs from the corners: under "-" without removal, then, for each castle guard on an edge
    square, the runs that its removal changes. `board`: without the runner."""
    plain = _from_corners(state, seat, board)
    corners: dict[str, Exits] = {"-": plain}
    for guard in castle_guards(board):
        if guard not in EDGE:
            continue
        differing: Exits = {}
        corners[CELLS[guard]] = differing
        for corner, runs in _from_corners(state, seat, without(board, guard)).items():
            before = plain.get(corner, {})
            changed = {way: run for way, run in runs.items() if run != before.get(way)}
            if changed:
                differing[corner] = changed
    return corners


def _from_corners(state: State, seat: int, board: str) -> Exits:
    return {
        CELLS[corner]: {
            way: _run_view(state, seat, *run(board, corner, ahead))
            for way, ahead in zip(DIRECTIONS, RUN_CELLS[corner], strict=True)
        }
        for corner in CORNERS
        if board[corner] == "."
    }
