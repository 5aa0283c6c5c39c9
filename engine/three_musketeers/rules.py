"""Rules of Three Musketeers (Haar Hoolim, in Sid Sackson's "A Gamut of Games", 1969).

Three musketeers, who must capture with every move, against the Cardinal's 22 men, who step to empty squares
and win as soon as the musketeers stand on one row or column. All steps are orthogonal, one square.
Ruling: if the Cardinal has no legal move, the musketeers win (`blocked`).
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Literal, NamedTuple, TypedDict

from engine.game import Game, IllegalMove, MalformedMove, Outcome, Seat
from engine.grid import ORTHOGONAL, Grid
from engine.rng import Rng

Reason = Literal["aligned", "no_enemy_adjacent", "blocked"]
Rule = Literal[
    "not_a_move", "empty_square", "not_your_piece", "one_step", "must_capture", "must_step_to_empty"
]

MUSKETEERS, CARDINAL = 0, 1
Triple = tuple[int, int, int]  # squares of the musketeers, ascending
GRID = Grid(5, 5)
NAMES, INDEX = GRID.names, GRID.index
NEIGHBOURS = GRID.steps(ORTHOGONAL)
MOVES = {f"{NAMES[a]} {NAMES[b]}": (a, b) for a in range(25) for b in NEIGHBOURS[a]}
MOVE_TEXT = {ends: text for text, ends in MOVES.items()}
EMPTIES = re.compile(r"\.+")
RANK_TEXT = {  # text of a rank by its five squares: a run of empty squares is its length
    squares: EMPTIES.sub(lambda run: str(len(run[0])), squares)
    for squares in map("".join, product("Mo.", repeat=5))
}


SYMMETRIES = GRID.symmetries()


class State(NamedTuple):
    """A position. `board`: 25 of "M" musketeer, "o" man, "." empty, a1 first; `turn`: the seat to move."""

    board: str
    turn: Seat


START = State("Mooooooooo" + "ooMoo" + "ooooooooo" + "M", MUSKETEERS)


def setup(_: Rng) -> State:
    """Return the initial position."""
    return START


def turn(state: State) -> Seat:
    """Return the seat to move."""
    return state.turn


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves."""
    board = state.board
    mine, there = ("M", "o") if state.turn == MUSKETEERS else ("o", ".")
    return tuple(
        [
            MOVE_TEXT[a, b]
            for a, piece in enumerate(board)
            if piece == mine
            for b in NEIGHBOURS[a]
            if board[b] == there
        ]
    )


def apply(state: State, move: str) -> State:
    """Return the state after a legal move."""
    start, end = MOVES[move]
    board = list(state.board)
    board[end], board[start] = board[start], "."
    return State("".join(board), 1 - state.turn)


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or None."""
    where = musketeers(state)
    if _aligned(where):
        return _end(CARDINAL, "aligned")
    if _can_move(state):
        return None
    return _end(MUSKETEERS, "no_enemy_adjacent" if state.turn == MUSKETEERS else "blocked")


def _end(winner: Seat, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


@cache  # at most 6,900 triples
def _aligned(where: Triple) -> bool:
    """Return whether three squares are on one row or column."""
    first, second, third = where
    return first % 5 == second % 5 == third % 5 or first // 5 == second // 5 == third // 5


def _can_move(state: State) -> bool:
    """Return whether there is a legal move."""
    board = state.board
    mine, there = ("M", "o") if state.turn == MUSKETEERS else ("o", ".")
    for a, piece in enumerate(board):
        if piece == mine:
            for b in NEIGHBOURS[a]:
                if board[b] == there:
                    return True
    return False


@cache  # at most 2,300 triples
def _fullest_lines(where: Triple) -> tuple[tuple[int, int], tuple[str, int]]:
    """Return the row and the column with most musketeers (the lowest on ties), each with the count."""
    rows, columns = [square // 5 for square in where], [square % 5 for square in where]
    row, column = (max(sorted(line), key=line.count) for line in (rows, columns))
    return (row + 1, rows.count(row)), ("abcde"[column], columns.count(column))


@cache
def _aligning(where: Triple) -> tuple[int, ...]:
    """Return the squares, ascending, to which a musketeer's step would align all three."""
    squares: set[int] = set()
    for mover in range(3):
        first, second = where[:mover] + where[mover + 1 :]
        squares.update(target for target in NEIGHBOURS[where[mover]] if _aligned((first, second, target)))
    return tuple(sorted(squares))


def musketeers(state: State) -> Triple:
    """Return the squares of the three musketeers, ascending."""
    first = state.board.index("M")
    second = state.board.index("M", first + 1)
    return first, second, state.board.index("M", second + 1)


class Aligned(TypedDict):
    """The row and the column with most musketeers (the lowest on ties), each with the count."""

    row: list[int]
    column: list[str | int]


class ThreeMusketeersView(TypedDict):
    """JSON of a position. `fatal`: targets of musketeers' moves that would align all three, a1 first; [] on
    the Cardinal's turn and after the end."""

    position: str
    aligned: Aligned
    fatal: list[str]


def view(state: State, _: Seat | None) -> ThreeMusketeersView:
    """Return the view of a position."""
    where = musketeers(state)
    row, column = _fullest_lines(where)
    fatal: list[str] = []
    if state.turn == MUSKETEERS and not _aligned(where):
        fatal = [NAMES[square] for square in _aligning(where) if state.board[square] == "o"]
    return {
        "position": show(state),
        "aligned": {"row": [*row], "column": [*column]},
        "fatal": fatal,
    }


def show(state: State) -> str:
    """Return the position text."""
    board = state.board
    upper = RANK_TEXT[board[20:]], RANK_TEXT[board[15:20]]
    lower = RANK_TEXT[board[10:15]], RANK_TEXT[board[5:10]], RANK_TEXT[board[:5]]
    return "/".join(upper + lower) + (" m" if state.turn == MUSKETEERS else " c")


def canonical(state: State) -> State:
    """Return the lexicographically first of the eight rotations and reflections."""
    board = state.board
    return State(min(["".join([board[square] for square in order]) for order in SYMMETRIES]), state.turn)


def picture(text: str) -> str:
    """Return a diagram with `M`, `o` and `.`, and the side to move."""
    board, _, side = text.partition(" ")
    rows = [re.sub("[1-5]", lambda run: "." * int(run[0]), rank) for rank in board.split("/")]
    return f"{GRID.drawn(rows)}\n{side}"


def position(text: str) -> State:
    """Parse a position text. ValueError names place and reason."""
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
    pieces, digit_before = list[str](), False
    for place, letter in enumerate(text, 1):
        if letter in ("M", "o"):
            digit_before = False
            pieces.append(letter)
        elif letter in ("1", "2", "3", "4", "5") and not digit_before:
            digit_before = True
            pieces.append("." * int(letter))
        else:
            raise ValueError(
                f"rank {number}, place {place}: {letter!r} is not M, o or the count of a run of empties"
            )
    squares = "".join(pieces)
    if len(squares) != 5:
        raise ValueError(f"rank {number} has {len(squares)} squares, not 5")
    return squares


def read(state: State, typed: str) -> str:
    """Parse a typed move: two squares, optionally separated by spaces, -, : or x."""
    letters = "".join(letter for letter in typed.lower() if letter not in " -:x\t")
    move = f"{letters[:2]} {letters[2:]}"
    if move not in MOVES:
        raise MalformedMove(f"{typed[:80]!r} is not two neighbouring squares, like c3 c4")
    rule = why(state, move)
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None.

    - not_a_move: not two squares such as `c3 c4`
    - empty_square, not_your_piece: no piece of the seat to move on the first square
    - one_step: the squares are not adjacent
    - must_capture: a musketeer moves only onto a man
    - must_step_to_empty: a man moves only to an empty square
    """
    if text in legal(state):
        return None
    ends = text.split(" ")
    if len(ends) != 2 or not all(end in INDEX for end in ends):
        return "not_a_move"
    piece, mine = state.board[INDEX[ends[0]]], "M" if state.turn == MUSKETEERS else "o"
    if piece != mine:
        return "empty_square" if piece == "." else "not_your_piece"
    if text not in MOVES:
        return "one_step"
    return "must_capture" if state.turn == MUSKETEERS else "must_step_to_empty"


GAME: Game[State] = Game(
    id="three_musketeers",
    version=1,
    family="three_musketeers",
    title="Three Musketeers",
    seats=("musketeers", "cardinal"),
    uneven=True,
    presets=((60, 1), (180, 2), (600, 5)),
    setup=setup,
    turn=turn,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    read=read,
    why=why,
    canonical=canonical,
    picture=picture,
)
