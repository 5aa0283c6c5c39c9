"""State of Cardinal's Guards, runs on the board, and scoring.

A cell is a number: 0 to 24 the squares a1 to e5 (rank by rank), 25 to 44 the places of the perimeter,
clockwise from a5n. The centre is the tunnel and always empty.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from engine.game import Outcome
from engine.grid import ORTHOGONAL, Grid

SUITS = "SMCA"  # suns, moons, crowns, arms; every list by suit has this order
PAWNS = "smca"  # musketeers on the board, by suit
DIRECTIONS = "nesw"  # in the order of ORTHOGONAL
GRID = Grid(5, 5)
PERIMETER_START = 25  # first cell of the perimeter
CENTRE = GRID.index["c3"]
SQUARES = tuple(square for square in range(25) if square != CENTRE)  # the squares with a tile
CORNERS = tuple(GRID.index[name] for name in ("a1", "e1", "a5", "e5"))
EDGE = frozenset(square for square in SQUARES if square % 5 in (0, 4) or square // 5 in (0, 4))
PLACES = (
    *(f"{file}5n" for file in "abcde"),
    *(f"e{rank}e" for rank in "54321"),
    *(f"{file}1s" for file in "edcba"),
    *(f"a{rank}w" for rank in "12345"),
)
CELLS = GRID.names + PLACES
INDEX = {name: cell for cell, name in enumerate(CELLS)}
TILES = tuple(suit + rank for suit in SUITS for rank in "012345")
ALL_SEARCHED = 6  # next rank of a musketeer who has searched rank 5
NO_CELL = -1  # a run that nothing stopped
PERFECT_SCORE = 56  # 20 chambers, 24 guards, 4 musketeers at 3

Reason = Literal["escaped", "perfect", "lost_musketeer"]


class State(NamedTuple):
    """A position. A musketeer missing from the board has escaped if his rank is 6, otherwise he is lost.

    - `tiles`: by square, a1 first, "--" the centre.
    - `board`: the 45 cells: "SMCA" a guard, "smca" a musketeer, "." empty.
    - `ranks`: the rank that each musketeer searches next, 6 after the last.
    - `supply`: suits of the player's coins, in the order of SUITS.
    - `defeated`: number of guards defeated."""

    tiles: tuple[str, ...]
    board: str
    ranks: tuple[int, ...]
    supply: str
    defeated: int


def escaped_suits(state: State) -> str:
    """Return the suits of the escaped musketeers."""
    return "".join(
        [
            suit
            for suit, pawn, rank in zip(SUITS, PAWNS, state.ranks, strict=True)
            if rank == ALL_SEARCHED and pawn not in state.board
        ]
    )


def count_searched(state: State) -> int:
    """Return the number of chambers searched, 0 to 20."""
    return sum(state.ranks) - len(SUITS)


def score(state: State) -> tuple[int, ...]:
    """Return chambers searched plus guards defeated plus three per escaped musketeer."""
    return (count_searched(state) + state.defeated + 3 * len(escaped_suits(state)),)


def outcome(state: State) -> Outcome | None:
    """Return the outcome: a loss as soon as a musketeer is lost, a win when all have escaped."""
    out = [pawn not in state.board for pawn in PAWNS]
    if True not in out:
        return None
    if any(gone and rank != ALL_SEARCHED for gone, rank in zip(out, state.ranks, strict=True)):
        return _end(None, "lost_musketeer")
    if False in out:
        return None
    return _end(0, "perfect" if score(state) == (PERFECT_SCORE,) else "escaped")


def _end(winner: int | None, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


def key(state: State) -> Hashable:
    """Return the transposition key: the suits of castle guards do not matter."""
    inside = "".join(["g" if cell.isupper() else cell for cell in state.board[:PERIMETER_START]])
    return state._replace(board=inside + state.board[PERIMETER_START:])


def _run_cells(square: int, way: int, ray: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells of a run on an empty board: up to the centre, or to the place beyond the edge."""
    if CENTRE in ray:
        return ray[: ray.index(CENTRE) + 1]
    return (*ray, INDEX[CELLS[ray[-1] if ray else square] + DIRECTIONS[way]])


RUN_CELLS = tuple(
    tuple(_run_cells(square, way, ray) for way, ray in enumerate(rays))
    for square, rays in enumerate(GRID.rays(ORTHOGONAL))
)


def run(board: str, start: int, ahead: tuple[int, ...]) -> tuple[int, int]:
    """Return the end of a run (a square, the centre, or an open place of the perimeter) and the cell that
    stopped it, or NO_CELL."""
    end = start
    for cell in ahead:
        if board[cell] != ".":
            return end, cell
        end = cell
    return end, NO_CELL


def is_own_guard(board: str, met: int, suit: str) -> bool:
    """Return whether a perimeter guard of the runner's own suit stopped the run."""
    return met >= PERIMETER_START and board[met] == suit


def without(board: str, cell: int) -> str:
    """Return the board with an empty `cell`."""
    return board[:cell] + "." + board[cell + 1 :]


def castle_guards(board: str) -> list[int]:
    """Return the squares of the castle guards."""
    return [square for square in SQUARES if board[square].isupper()]


def searches(state: State, seat: int, end: int) -> bool:
    """Return whether this musketeer searches a chamber at the end of a run (`end`: a square or place)."""
    return end < PERIMETER_START and state.tiles[end] == f"{SUITS[seat]}{state.ranks[seat]}"
