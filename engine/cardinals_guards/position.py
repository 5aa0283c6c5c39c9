"""The castle of Cardinal's Guards: its cells, what stands on them, where a run ends, and what it counts.

A cell is a number: 0 to 24 the squares a1 to e5 (rank by rank), 25 to 44 the places of the perimeter,
clockwise from a5n. Nothing ever stands on the centre, which is the tunnel.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from engine.game import Outcome
from engine.grid import ORTHOGONAL, Grid

SUITS = "SMCA"  # suns, moons, crowns, arms: the order of every list of suits
PAWNS = "smca"  # their musketeers, as they stand on the board
WAYS = "nesw"  # the order of ORTHOGONAL
GRID = Grid(5, 5)
OUTSIDE = 25  # the first of the places
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
DONE = 6  # the rank that a musketeer needs who has searched rank 5
NO_CELL = -1  # met at the end of a run that nothing stopped
PERFECT = 56  # 20 chambers, 24 guards, 4 musketeers at 3

Reason = Literal["escaped", "perfect", "lost_musketeer"]


class State(NamedTuple):
    """`tiles`: of every square, a1 first, "--" the centre. `board`: what stands on the 45 cells: "SMCA" a
    guard, "smca" a musketeer, "." nothing. `ranks`: what each musketeer searches next, 6 when all is
    searched. `supply`: the suits of the player's coins, in the order of SUITS. `defeated`: guards.

    A musketeer who is not on the board has escaped if the rank is 6, and is lost if not."""

    tiles: tuple[str, ...]
    board: str
    ranks: tuple[int, ...]
    supply: str
    defeated: int


def escaped_suits(state: State) -> str:
    """The suits of the musketeers who have escaped."""
    return "".join(
        [
            suit
            for suit, pawn, rank in zip(SUITS, PAWNS, state.ranks, strict=True)
            if rank == DONE and pawn not in state.board
        ]
    )


def count_searched(state: State) -> int:
    """Chambers searched, 0 to 20."""
    return sum(state.ranks) - len(SUITS)


def score(state: State) -> tuple[int, ...]:
    """Chambers searched, guards defeated, and three for each musketeer who has escaped."""
    return (count_searched(state) + state.defeated + 3 * len(escaped_suits(state)),)


def outcome(state: State) -> Outcome | None:
    out = [pawn not in state.board for pawn in PAWNS]
    if True not in out:
        return None
    if any(gone and rank != DONE for gone, rank in zip(out, state.ranks, strict=True)):
        return _end(None, "lost_musketeer")
    if False in out:
        return None
    return _end(0, "perfect" if score(state) == (PERFECT,) else "escaped")


def _end(winner: int | None, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


def key(state: State) -> Hashable:
    """What the play goes on from: once a guard stands in the castle, his suit means nothing any more."""
    inside = "".join(["g" if cell.isupper() else cell for cell in state.board[:OUTSIDE]])
    return state._replace(board=inside + state.board[OUTSIDE:])


def _ahead(square: int, way: int, ray: tuple[int, ...]) -> tuple[int, ...]:
    """The cells ahead as far as one can run: to the centre, or past the edge onto the place outside."""
    if CENTRE in ray:
        return ray[: ray.index(CENTRE) + 1]
    return (*ray, INDEX[CELLS[ray[-1] if ray else square] + WAYS[way]])


AHEAD = tuple(
    tuple(_ahead(square, way, ray) for way, ray in enumerate(rays))
    for square, rays in enumerate(GRID.rays(ORTHOGONAL))
)


def run(board: str, start: int, ahead: tuple[int, ...]) -> tuple[int, int]:
    """Where a run ends (a square, the centre, or the open place through which it leaves), and the cell that
    stopped it."""
    end = start
    for cell in ahead:
        if board[cell] != ".":
            return end, cell
        end = cell
    return end, NO_CELL


def is_own_guard(board: str, met: int, suit: str) -> bool:
    """Whether a perimeter guard of the runner's own suit stopped the run."""
    return met >= OUTSIDE and board[met] == suit


def without(board: str, cell: int) -> str:
    return board[:cell] + "." + board[cell + 1 :]


def castle_guards(board: str) -> list[int]:
    """The squares of the castle guards; an upper-case letter is a guard."""
    return [square for square in SQUARES if board[square].isupper()]


def searches(state: State, seat: int, end: int) -> bool:
    """Whether this musketeer searches the chamber on which the run ends (`end` may be a place outside)."""
    return end < OUTSIDE and state.tiles[end] == f"{SUITS[seat]}{state.ranks[seat]}"
