"""What a player of Cardinal's Guards sees: the position, and what every run would do."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from engine.cardinals_guards.notation import show
from engine.cardinals_guards.position import (
    AHEAD,
    CELLS,
    CENTRE,
    CORNERS,
    DONE,
    EDGE,
    NO_CELL,
    OUTSIDE,
    PAWNS,
    SQUARES,
    SUITS,
    WAYS,
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
    """What a run would do. `stop`: a square, "out" or "tunnel"; `meets`: the cell of what stops the run, or
    None; `loses`: the musketeer leaves too early; `corners`, of a run into the tunnel only: the runs out of
    it, by the square of the guard that is removed ("-": none), the corner and the way."""

    stop: str
    meets: str | None
    effect: Literal["defeat", "choice"] | None
    searches: bool
    loses: bool
    corners: NotRequired[dict[str, Exits]]


Runs = dict[str, RunView]  # by way
Exits = dict[str, Runs]  # by corner


class CardinalsGuardsView(TypedDict):
    """`runs`: by suit and way, the legal ones only; `next`: the rank that each musketeer needs, 6 when all
    are searched; `stuck`: no legal move, and not over."""

    position: str
    runs: dict[str, Runs]
    next: list[int]
    defeated: int
    searched: int
    escaped: list[str]
    stuck: bool


def view(state: State, _: Seat | None) -> CardinalsGuardsView:
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
    """Whether a guard of the supply can be put on some tile."""
    return state.supply != "" and any(state.board[square] == "." for square in SQUARES)


def _runs(state: State, seat: int, start: int) -> Runs:
    """The runs of a musketeer that are legal, by way; one into the tunnel has `corners`, too."""
    runs: Runs = {}
    for way, ahead in zip(WAYS, AHEAD[start], strict=True):
        end, met = run(state.board, start, ahead)
        if end != start:
            runs[way] = _run_view(state, seat, end, met)
        if end == CENTRE:
            runs[way]["corners"] = _corners(state, seat, without(state.board, start))
    return runs


def _run_view(state: State, seat: int, end: int, met: int) -> RunView:
    effect: Literal["defeat", "choice"] | None
    effect = "choice" if is_own_guard(state.board, met, SUITS[seat]) else "defeat" if met >= OUTSIDE else None
    return {
        "stop": "tunnel" if end == CENTRE else CELLS[end] if end < OUTSIDE else "out",
        "meets": None if met == NO_CELL else CELLS[met],
        "effect": effect,
        "searches": searches(state, seat, end),
        "loses": end >= OUTSIDE and state.ranks[seat] != DONE,
    }


def _corners(state: State, seat: int, board: str) -> dict[str, Exits]:
    """The runs from the corners: under "-" with no guard removed, then under each castle guard on an edge
    square those that differ when it is removed. On `board` the runner stands no more."""
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
            for way, ahead in zip(WAYS, AHEAD[corner], strict=True)
        }
        for corner in CORNERS
        if board[corner] == "."
    }
