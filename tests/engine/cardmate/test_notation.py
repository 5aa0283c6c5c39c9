"""Cardmate's texts: positions, moves and the author's notation, written, read and refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import AmbiguousMove, IllegalMove, MalformedMove
from engine.cardmate.board import State
from tests.engine.cardmate.boards import GAME, board, text
from tests.engine.games import states
from tests.rows import each_row

START = GAME.show(GAME.start(0))


@each_row(
    "position, reason",
    [
        ("", "after the board"),
        (START[:-1] + "f", "not 'f'"),
        (START + " 0", "plies since a capture .* 1 or more, not '0'"),
        (START + " " + "9" * 5000, "plies since"),
        (START.partition("/")[2], "10 ranks, not 9"),
        (START.replace("-8C", "-8Z"), "rank 9, place 2: '-8Z' is not"),
        (START.replace("-8C", ""), "rank 9, place 2: '' is not"),
        (START.replace("/10/", "/5.5/", 1), "rank 6, place 2: '5' is not"),
        (START.replace("/10/", "/9/", 1), "rank 6 has 9 squares, not 10"),
        (START.replace("-8C", "-8H"), "b9: 8H is already on b0"),
        (START.replace("-8C", "-AD"), "b9: AD is the promoted 1D, which is on a2"),
        (START.replace("-KS", "+KS"), "Forehand has 3 Kings"),
        (START.replace("+KC", "-KC"), "Rearhand has 3 Kings"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_place_and_reason(position: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.position(position)


@settings(max_examples=40)
@given(
    st.sampled_from(states(GAME)),
    st.text(max_size=8) | st.from_regex(r"[a-j1-9XJQKA ][CDHS0-9][:x ]?[a-j][0-9](=A)?[x+#]?"),
)
def test_typed_nonsense_is_refused(state: State, typed: str) -> None:
    """Whatever is read is a legal move, and is told as it was typed but for what is forgiven."""
    try:
        move = GAME.read(state, typed)
    except ValueError:
        return
    assert move in GAME.legal(state)
    forgiven = str.maketrans("", "", ":+×x#- \t\n\r\f\v")
    forms = [form.translate(forgiven).lower() for form in (move, GAME.tell(state, move, None))]
    assert "".join(typed.split()).lower().translate(forgiven) in [form.replace(" ", "") for form in forms]


TYPED = board({"d4": "+1D", "j4": "+XC"})
CAPTURE = board({"h4": "+4C", "i5": "-2D"})
QUEEN, TEN = (GAME.position(text({"e0": "+KC", "a9": "-KS", "f0": card}, "R")) for card in ("-QS", "-XS"))


@each_row(
    "state, typed, move",
    [
        *[
            (TYPED, *row)
            for row in [
                ("j4 j9", "j4 j9"),
                ("j4j9", "j4 j9"),
                ("J4-J9", "j4 j9"),
                ("XC:j9+", "j4 j9"),
                ("XCj9", "j4 j9"),
                ("1Dd5=A", "d4 d5 A"),
                ("1d d5 =a", "d4 d5 A"),
                ("d4d5a", "d4 d5 A"),
            ]
        ],
        *[(CAPTURE, typed, "h4 i5") for typed in ("4Cxi5", "4C x i5", "4c×i5", "4C:i5", "4Ci5")],
        *[(board({"a3": "+XC"}), typed, "a3 a5") for typed in ("10C a5", "10ca5", "XC a5", "xca5")],
        *[(QUEEN, typed, "f0 e0") for typed in ("QS:e0×", "QS:e0x", "qs:e0X", "QS:e0", "QSe0")],
        *[(TEN, typed, "f0 e0") for typed in ("xsxe0x", "10S x e0 x")],
    ],
)
def test_typed_moves_are_forgiven_case_spaces_and_marks(state: State, typed: str, move: str) -> None:
    """An x is a ten, a capture or the sign of the second King by its place."""
    assert GAME.read(state, typed) == move


@each_row(
    "typed, error, reason",
    [
        ("d4 d5", AmbiguousMove, "d4 d5 enters the enemy half: d4 d5 A promotes, d4 d5 1 does not"),
        ("d4 d6", IllegalMove, "d4 d6 is not possible: not_a_move"),
        ("j4 j5 A", IllegalMove, "j4 j5 A is not possible: not_a_move"),
        ("XCj5=A", IllegalMove, "XC is not promoted on j5"),
        ("XC:j5", IllegalMove, "'XC:j5' says :, but the move is XCj5"),
        ("XC:j9x", IllegalMove, "'XC:j9x' says ×, but the move is XC:j9+"),
        ("XC:j9#", IllegalMove, "says #, but the move is XC:j9"),
        ("QHa1", IllegalMove, "Forehand has no QH on the board"),
        ("ADd5", IllegalMove, "Forehand has no AD on the board"),
        ("9Z:a1", MalformedMove, "'9Z:a1' is neither two squares"),
        ("k4 k5", MalformedMove, "'k4 k5' is neither two squares"),
        ("4Cxxi3", MalformedMove, "neither"),
        ("", MalformedMove, "'' is neither"),
        ("4" * 4000, MalformedMove, "neither"),
    ],
)
def test_a_typed_move_that_cannot_be_is_refused_with_the_reason(
    typed: str, error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error, match=reason) as refused:
        GAME.read(TYPED, typed)
    assert len(str(refused.value)) < 250


def test_what_the_suits_forbid_is_refused_by_the_name_of_the_rule() -> None:
    state = board({"d4": "+JC", "d6": "-2C", "e5": "-QC", "g4": "+1D"})
    for typed, rule in {
        "JC:e5": "higher_suitmate",
        "d4 e5": "higher_suitmate",
        "KCa1": "must_capture_own_suit",
        "g4 g5": "must_capture_own_suit",
        "1Dg5=A": "must_capture_own_suit",
        "d4 d5 A": "not_a_move",
    }.items():
        with pytest.raises(IllegalMove) as refused:
            GAME.read(state, typed)
        assert refused.value.rule == rule, typed
    assert GAME.read(state, "JC:d6") == "d4 d6"
