"""Three Musketeers against a second, deliberately simple generator, and an example of every end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, Game, IllegalMove, MalformedMove, Outcome, Rng, perft
from engine.three_musketeers.rules import State
from tests.rows import each_row

GAME: Game[State] = GAMES["three_musketeers"]
FIGURES = ((1, 8), (2, 16), (3, 132), (4, 736), (5, 5540), (6, 38740))  # perft from the start, by plies

Board = dict[tuple[int, int], str]  # (file, rank), each 1 to 5 -> "M" or "o"; an empty square is missing


def symmetric(state: State, rng: Rng) -> State:
    """Return the board turned and mirrored, square by square of the text."""
    ranks = [state.board[at : at + 5] for at in range(0, 25, 5)]
    turns, _ = rng.below(8)
    for _quarter in range(turns % 4):
        ranks = ["".join(column) for column in zip(*ranks[::-1], strict=True)]
    return State("".join(ranks[:: -1 if turns > 3 else 1]), state.turn)


def plain_moves(board: Board, side: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    moves = []
    for (file, rank), piece in board.items():
        for there in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            on_board = 1 <= there[0] <= 5 and 1 <= there[1] <= 5
            if piece == side and on_board and board.get(there) == ("o" if side == "M" else None):
                moves.append(((file, rank), there))
    return moves


def plain_aligned(board: Board) -> bool:
    files = {file for (file, _), piece in board.items() if piece == "M"}
    ranks = {rank for (_, rank), piece in board.items() if piece == "M"}
    return len(files) == 1 or len(ranks) == 1


@each_row("depth, figure", FIGURES)
def test_perft_from_the_start_has_the_known_figures(depth: int, figure: int) -> None:
    assert perft(GAME, GAME.start(0), depth) == figure


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, str]:
    """Any board with three musketeers, and the side to move."""
    squares = draw(st.permutations([(file, rank) for file in range(1, 6) for rank in range(1, 6)]))
    men = draw(st.integers(0, 22))
    board = dict.fromkeys(squares[:3], "M") | dict.fromkeys(squares[3 : 3 + men], "o")
    return board, draw(st.sampled_from("Mo"))


def text(board: Board, side: str) -> str:
    """Return the position text: every run of empty squares is its count."""
    ranks = ["".join(board.get((file, rank), ".") for file in range(1, 6)) for rank in range(5, 0, -1)]
    runs = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(ranks))
    return f"{runs} {'m' if side == 'M' else 'c'}"


def named(square: tuple[int, int]) -> str:
    return f"{'abcde'[square[0] - 1]}{square[1]}"


@settings(deadline=None, max_examples=100)
@given(position=positions())
def test_texts_moves_and_ends_of_any_position_agree_with_the_plain_rules(position: tuple[Board, str]) -> None:
    board, side = position
    state = GAME.position(text(board, side))
    assert GAME.show(state) == text(board, side)
    moves = {f"{named(start)} {named(end)}": (start, end) for start, end in plain_moves(board, side)}
    assert set(GAME.legal(state)) == moves.keys()
    for move, (start, end) in moves.items():
        after = {square: piece for square, piece in board.items() if square != start} | {end: side}
        assert GAME.show(GAME.apply(state, move)) == text(after, "o" if side == "M" else "M")
    if plain_aligned(board):
        expected = Outcome(1, "aligned")
    elif not moves:
        expected = Outcome(0, "no_enemy_adjacent" if side == "M" else "blocked")
    else:
        assert GAME.outcome(state) is None
        return
    assert GAME.outcome(state) == expected


@settings(deadline=None)
@given(position=positions())
def test_the_meter_counts_the_fullest_row_and_column(position: tuple[Board, str]) -> None:
    board = position[0]
    files = [file for (file, _), piece in board.items() if piece == "M"]
    ranks = [rank for (_, rank), piece in board.items() if piece == "M"]
    (rank, in_row), (file, in_column) = GAME.view(GAME.position(text(*position)), None)["aligned"].values()
    assert in_row == ranks.count(rank) == max(map(ranks.count, ranks))
    assert rank == min(other for other in ranks if ranks.count(other) == in_row)
    number = "abcde".index(file) + 1
    assert in_column == files.count(number) == max(map(files.count, files))
    assert number == min(other for other in files if files.count(other) == in_column)


@settings(deadline=None, max_examples=100)
@given(position=positions())
def test_fatal_are_the_squares_where_a_capture_aligns_the_musketeers(position: tuple[Board, str]) -> None:
    board, side = position
    fatal = {
        end
        for start, end in plain_moves(board, "M")
        if plain_aligned({square: piece for square, piece in board.items() if square != start} | {end: "M"})
    }
    if side == "o" or plain_aligned(board):
        fatal = set()
    expected = [named(end) for end in sorted(fatal, key=by_rank)]
    assert GAME.view(GAME.position(text(board, side)), None)["fatal"] == expected


def by_rank(square: tuple[int, int]) -> tuple[int, int]:
    return square[1], square[0]


@each_row(
    "position, says",
    [
        ("", "after the board comes ' m' or ' c' (who is to move), not ''"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo", "after the board comes"),
        ("ooooM/ooooo/ooMoo/ooooo m", "a position has 5 ranks, not 4"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo/5 m", "a position has 5 ranks, not 6"),
        ("ooooM/oooo/ooMoo/ooooo/Moooo m", "rank 4 has 4 squares, not 5"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo1 m", "rank 1 has 6 squares, not 5"),
        ("oooxM/ooooo/ooMoo/ooooo/Moooo m", "rank 5, place 4: 'x'"),
        ("ooooM/ooooo/ooMoo/oo11o/Moooo m", "rank 2, place 4: '1'"),
        ("ooooM/ooooo/ooMoo/ooo0oo/Moooo m", "rank 2, place 4: '0'"),
        ("ooooM/ooooo/ooMoo/6/Moooo m", "rank 2, place 1: '6'"),
        ("ooooM/ooooo/ooooo/ooooo/Moooo m", "a position has 3 musketeers, not 2"),
        ("ooooM/ooooo/ooMMo/ooooo/Moooo m", "a position has 3 musketeers, not 4"),
    ],
)
def test_a_bad_position_is_refused_with_place_and_reason(position: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        GAME.position(position)


@each_row(
    "position, move, rule",
    [
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3", "not_a_move"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3 f3", "not_a_move"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3  c4", "not_a_move"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "b3 b4", "not_your_piece"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3 c5", "one_step"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3 d4", "one_step"),
        ("ooooM/ooooo/ooMoo/ooooo/Moooo m", "c3 c3", "one_step"),
        ("oooM1/ooooo/ooMoo/ooooo/Moooo m", "e5 e4", "empty_square"),
        ("oooM1/ooooo/ooMoo/ooooo/Moooo m", "d5 e5", "must_capture"),
        ("oooM1/ooooo/ooMoo/ooooo/Moooo c", "d5 e5", "not_your_piece"),
        ("oooM1/ooooo/ooMoo/ooooo/Moooo c", "e4 d4", "must_step_to_empty"),
        ("oooM1/ooooo/ooMoo/ooooo/Moooo c", "e4 e5", None),
    ],
)
def test_the_rule_that_forbids_a_move_has_a_name(position: str, move: str, rule: str | None) -> None:
    state = GAME.position(position)
    assert GAME.permits(state, move) == (rule is None)
    assert GAME.why(state, move) == rule


@each_row("typed", ["c3 c4", "C3 C4", "c3c4", "c3-c4", "c3xc4", " c3 : c4 "])
def test_a_move_is_read_however_it_is_typed(typed: str) -> None:
    assert GAME.read(GAME.start(0), typed) == "c3 c4"


def test_a_move_that_is_typed_well_and_forbidden_is_refused_by_its_rule() -> None:
    with pytest.raises(IllegalMove, match=re.escape("b3 b4 is not possible: not_your_piece")) as refused:
        GAME.read(GAME.start(0), "b3-b4")
    assert refused.value.rule == "not_your_piece"


@each_row("typed", ["castle", "c3 c5", "", "c3 c4 c5", "é3 c4", "c3" * 300])
def test_what_is_no_move_whatever_the_position_is_malformed_and_not_echoed_at_length(typed: str) -> None:
    with pytest.raises(MalformedMove, match="is not two neighbouring squares, like c3 c4") as refused:
        GAME.read(GAME.start(0), typed)
    assert str(refused.value).startswith(repr(typed[:80]))
    assert len(str(refused.value)) < 140


def test_a_picture_is_a_diagram_with_the_side_to_move() -> None:
    assert GAME.picture("o3M/1o3/oo2M/M1ooo/1o2o c").splitlines() == [
        "5  o . . . M",
        "4  . o . . .",
        "3  o o . . M",
        "2  M . o o o",
        "1  . o . . o",
        "   a b c d e",
        "c",
    ]
