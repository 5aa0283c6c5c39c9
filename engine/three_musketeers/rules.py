"""Three Musketeers (Haar Hoolim, in Sid Sackson's "A Gamut of Games", 1969).

Three musketeers, who must capture with every move, against the Cardinal's 22 men, who step to empty
squares and win as soon as the musketeers stand on one row or one column. Both step orthogonally, by one.
Ruling: when the Cardinal's side has no move on its turn, the musketeers win (`blocked`).
"""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

from engine.game import Game, Outcome, Seat, View
from engine.grid import ORTHOGONAL, Grid
from engine.rng import Rng

MUSKETEERS, CARDINAL = 0, 1
GRID = Grid(5, 5)
NAMES, INDEX = GRID.names, GRID.index
BESIDE = GRID.steps(ORTHOGONAL)
MOVES = {f"{NAMES[a]} {NAMES[b]}": (a, b) for a in range(25) for b in BESIDE[a]}
TEXT = {ends: text for text, ends in MOVES.items()}
EMPTIES = re.compile(r"\.+")
RANKS = {  # the text of a rank by its five squares: runs of empties as their count
    squares: EMPTIES.sub(lambda run: str(len(run[0])), squares)
    for squares in map("".join, product("Mo.", repeat=5))
}


class State(NamedTuple):
    """`board`: 25 of "M" musketeer, "o" man, "." empty, a1 first; `turn`: the seat to move."""

    board: str
    turn: Seat


START = State("Mooooooooo" + "ooMoo" + "ooooooooo" + "M", MUSKETEERS)


def setup(_: Rng) -> State:
    return START


def turn(state: State) -> Seat:
    return state.turn


def legal(state: State) -> tuple[str, ...]:
    board = state.board
    mine, there = ("M", "o") if state.turn == MUSKETEERS else ("o", ".")
    return tuple(
        [TEXT[a, b] for a, piece in enumerate(board) if piece == mine for b in BESIDE[a] if board[b] == there]
    )


def apply(state: State, move: str) -> State:
    start, end = MOVES[move]
    board = list(state.board)
    board[end], board[start] = board[start], "."
    return State("".join(board), 1 - state.turn)


def outcome(state: State) -> Outcome | None:
    first, second, third = musketeers(state)
    if first % 5 == second % 5 == third % 5 or first // 5 == second // 5 == third // 5:
        return Outcome(CARDINAL, "aligned")
    if _can_move(state, (first, second, third)):
        return None
    return Outcome(MUSKETEERS, "no_enemy_adjacent" if state.turn == MUSKETEERS else "blocked")


def _can_move(state: State, musketeers: tuple[int, ...]) -> bool:
    """Whether there is a legal move."""
    board = state.board
    if state.turn == MUSKETEERS:
        return any(board[b] == "o" for a in musketeers for b in BESIDE[a])
    return any(board[a] == "." and board[b] == "o" for a in range(25) for b in BESIDE[a])


def musketeers(state: State) -> tuple[int, int, int]:
    """Where the three musketeers stand, in ascending order."""
    first = state.board.index("M")
    second = state.board.index("M", first + 1)
    return first, second, state.board.index("M", second + 1)


def view(state: State, _: Seat | None) -> View:
    where = musketeers(state)
    rows, columns = [square // 5 for square in where], [square % 5 for square in where]
    row, column = (max(sorted(line), key=line.count) for line in (rows, columns))
    aligned = {"row": [row + 1, rows.count(row)], "column": ["abcde"[column], columns.count(column)]}
    return {"position": show(state), "aligned": aligned}


def show(state: State) -> str:
    board = state.board
    ranks = [RANKS[board[first : first + 5]] for first in (20, 15, 10, 5, 0)]
    return "/".join(ranks) + (" m" if state.turn == MUSKETEERS else " c")


def position(text: str) -> State:
    board, space, side = text.partition(" ")
    if not space or side not in ("m", "c"):
        raise ValueError(f"after the board comes ' m' or ' c' (who is to move), not {space + side!r}")
    ranks = board.split("/")
    if len(ranks) != 5:
        raise ValueError(f"a position has 5 ranks, not {len(ranks)}")
    read = [_rank(5 - number, rank) for number, rank in enumerate(ranks)]
    state = State("".join(reversed(read)), MUSKETEERS if side == "m" else CARDINAL)
    count = state.board.count("M")
    if count != 3:
        raise ValueError(f"a position has 3 musketeers, not {count}")
    return state


def _rank(number: int, text: str) -> str:
    squares, digit_before = "", False
    for place, letter in enumerate(text, 1):
        if letter in ("M", "o"):
            squares, digit_before = squares + letter, False
        elif letter in ("1", "2", "3", "4", "5") and not digit_before:
            squares, digit_before = squares + "." * int(letter), True
        else:
            raise ValueError(
                f"rank {number}, place {place}: {letter!r} is not M, o or the count of a run of empties"
            )
    if len(squares) != 5:
        raise ValueError(f"rank {number} has {len(squares)} squares, not 5")
    return squares


def tell(_: State, move: str, __: Seat | None) -> str:
    return move


def read(state: State, typed: str) -> str:
    letters = "".join(letter for letter in typed.lower() if letter not in " -:x\t")
    move = f"{letters[:2]} {letters[2:]}"
    if move not in MOVES:
        raise ValueError(f"{typed!r} is not two neighbouring squares, like c3 c4")
    if move not in legal(state):
        raise ValueError(f"{move} is not possible: {why(state, move)}")
    return move


def score(_: State) -> tuple[int, ...]:
    return ()


def why(state: State, text: str) -> str:
    """not_a_move, empty_square, not_your_piece, one_step, must_capture or must_step_to_empty."""
    ends = text.split(" ")
    if len(ends) != 2 or not all(end in INDEX for end in ends):
        return "not_a_move"
    piece, mine = state.board[INDEX[ends[0]]], "M" if state.turn == MUSKETEERS else "o"
    if piece != mine:
        return "empty_square" if piece == "." else "not_your_piece"
    if text not in MOVES:
        return "one_step"
    return "must_capture" if state.turn == MUSKETEERS else "must_step_to_empty"


def reveals(_: State, __: str) -> bool:
    return False


GAME: Game[State] = Game(
    id="three_musketeers",
    version=1,
    family="three_musketeers",
    title="Three Musketeers",
    seats=("musketeers", "cardinal"),
    dealt=False,
    hides=False,
    uneven=True,
    draws=False,
    setup=setup,
    turn=turn,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    read=read,
    score=score,
    why=why,
    reveals=reveals,
)
