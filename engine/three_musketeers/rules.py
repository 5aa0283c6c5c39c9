"""Three Musketeers (Haar Hoolim, in Sid Sackson's "A Gamut of Games", 1969).

Three musketeers, who must capture with every move, against the Cardinal's 22 men, who step to empty
squares and win as soon as the musketeers stand on one row or one column. Both step orthogonally, by one.
Ruling: when the Cardinal's side has no move on its turn, the musketeers win (`blocked`).
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
Triple = tuple[int, int, int]  # the squares of the musketeers
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


SYMMETRIES = GRID.symmetries()


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
    """Whether these three squares are on one row or column."""
    first, second, third = where
    return first % 5 == second % 5 == third % 5 or first // 5 == second // 5 == third // 5


def _can_move(state: State) -> bool:
    """Whether there is a legal move."""
    board = state.board
    mine, there = ("M", "o") if state.turn == MUSKETEERS else ("o", ".")
    for a, piece in enumerate(board):
        if piece == mine:
            for b in BESIDE[a]:
                if board[b] == there:
                    return True
    return False


@cache  # at most 2,300, as below
def _most(where: Triple) -> tuple[tuple[int, int], tuple[str, int]]:
    """The row and the column with most of three musketeers (the lowest of equals), with how many."""
    rows, columns = [square // 5 for square in where], [square % 5 for square in where]
    row, column = (max(sorted(line), key=line.count) for line in (rows, columns))
    return (row + 1, rows.count(row)), ("abcde"[column], columns.count(column))


@cache
def _aligning(where: Triple) -> tuple[int, ...]:
    """The squares, in ascending order, onto which a step of one of three musketeers would align them."""
    squares: set[int] = set()
    for mover in range(3):
        first, second = where[:mover] + where[mover + 1 :]
        squares.update(target for target in BESIDE[where[mover]] if _aligned((first, second, target)))
    return tuple(sorted(squares))


def musketeers(state: State) -> Triple:
    """Where the three musketeers stand, in ascending order."""
    first = state.board.index("M")
    second = state.board.index("M", first + 1)
    return first, second, state.board.index("M", second + 1)


class Aligned(TypedDict):
    """The row and the column with most musketeers (the lowest of equals), each with how many stand there."""

    row: list[int]
    column: list[str | int]


class ThreeMusketeersView(TypedDict):
    """`fatal`: the targets of musketeers' moves that would align all three, a1 first; [] on the Cardinal's
    turn and when the game is over."""

    position: str
    aligned: Aligned
    fatal: list[str]


def view(state: State, _: Seat | None) -> ThreeMusketeersView:
    where = musketeers(state)
    row, column = _most(where)
    fatal: list[str] = []
    if state.turn == MUSKETEERS and not _aligned(where):
        fatal = [NAMES[square] for square in _aligning(where) if state.board[square] == "o"]
    return {
        "position": show(state),
        "aligned": {"row": [*row], "column": [*column]},
        "fatal": fatal,
    }


def show(state: State) -> str:
    board = state.board
    upper = RANKS[board[20:]], RANKS[board[15:20]]
    lower = RANKS[board[10:15]], RANKS[board[5:10]], RANKS[board[:5]]
    return "/".join(upper + lower) + (" m" if state.turn == MUSKETEERS else " c")


def canonical(state: State) -> State:
    """The first, by its text, of the eight boards that rotations and reflections make of this one."""
    board = state.board
    return State(min(["".join([board[square] for square in order]) for order in SYMMETRIES]), state.turn)


def picture(text: str) -> str:
    """The board with `M`, `o` and `.`, and the side to move."""
    board, _, side = text.partition(" ")
    rows = [re.sub("[1-5]", lambda run: "." * int(run[0]), rank) for rank in board.split("/")]
    return f"{GRID.drawn(rows)}\n{side}"


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


def read(state: State, typed: str) -> str:
    """Two squares, with spaces, -, : or x between them or nothing."""
    letters = "".join(letter for letter in typed.lower() if letter not in " -:x\t")
    move = f"{letters[:2]} {letters[2:]}"
    if move not in MOVES:
        raise MalformedMove(f"{typed[:80]!r} is not two neighbouring squares, like c3 c4")
    rule = why(state, move)
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def why(state: State, text: str) -> Rule | None:
    """The rule that forbids a text as a move; None where it is permitted.

    - not_a_move: not two squares such as `c3 c4`
    - empty_square, not_your_piece: no piece of the seat to move stands on the first
    - one_step: the squares are not neighbours
    - must_capture: a musketeer steps onto a man only
    - must_step_to_empty: a man steps to an empty square only
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
