"""Cardmate's texts: positions, moves and the author's notation, written, read and refused."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import AmbiguousMove, Game, IllegalMove, MalformedMove
from engine.cardmate.board import NAMES, State
from tests.engine.cardmate.boards import EVERY, GAME, PALACES, board, played, text
from tests.rows import each_row


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Any board that can be, with an Ace or a One or neither of each suit, and up to two Kings a side."""
    lows = [draw(st.sampled_from(["1" + suit, "A" + suit, ""])) for suit in "CDHS"]
    others = st.sets(st.sampled_from([rank + suit for rank in "23456789XJQ" for suit in "CDHS"]), max_size=40)
    cards = {card: draw(st.sampled_from("+-")) for card in [*filter(None, lows), *sorted(draw(others))]}
    kings = draw(st.lists(st.sampled_from(["KC", "KD", "KH", "KS"]), unique=True))
    cards |= {king: "+-"[number % 2] for number, king in enumerate(kings)}
    squares = draw(st.permutations(NAMES))
    placed = {square: side + card for square, (card, side) in zip(squares, cards.items(), strict=False)}
    idle = draw(st.sampled_from(["", " 1", " 57", " 199", " 200", " 4000"]))
    return text(placed, draw(st.sampled_from("FR")) + idle)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Return a state of a random game of any id, or a board made at random."""
    if draw(st.booleans()):
        return GAME.position(draw(positions()))
    game, rng = draw(st.sampled_from(EVERY)), random.Random(draw(st.integers(0, 2**32 - 1)))
    state: State = game.start(rng.randrange(2**32) if game.dealt else 0)
    for _ in range(rng.randrange(60)):
        if game.outcome(state):
            break
        state = game.apply(state, rng.choice(game.legal(state)))
    return state


@given(positions())
def test_a_position_text_is_written_as_it_was_read(position: str) -> None:
    assert GAME.show(GAME.position(position)) == position


@given(states())
def test_a_position_is_read_as_it_was_written(state: State) -> None:
    assert GAME.position(GAME.show(state)) == state._replace(occurrences=None, taken=((), ()))


@given(st.text(max_size=40))
def test_nonsense_is_no_position(typed: str) -> None:
    with pytest.raises(ValueError, match=r"board|ranks|rank \d"):
        GAME.position(typed)


@given(positions(), st.data())
def test_a_misspelt_position_is_refused_or_says_what_it_shows(position: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(position) - 1))
    letter = data.draw(st.sampled_from(["", *"+-./ 01239XJQKACDHSFR"]))
    typed = position[:place] + letter + position[place + 1 :]
    try:
        state = GAME.position(typed)
    except ValueError:
        return
    assert GAME.show(state) == typed


START = GAME.show(GAME.start(0))


@each_row(
    "position, reason",
    [
        ("", "after the board"),
        (START[:-2], "after the board comes ' F' or ' R'"),
        (START[:-1] + "f", "not 'f'"),
        (START + " 0", "plies since a capture .* 1 or more, not '0'"),
        (START + " 07", "not '07'"),
        (START + " -1", "not '-1'"),
        (START + " 1 2", "not '1 2'"),
        (START + " " + "9" * 5000, "plies since"),
        (START + " ", "plies since"),
        (START.partition("/")[2], "10 ranks, not 9"),
        (START.replace("-8C", "-8Z"), "rank 9, place 2: '-8Z' is not"),
        (START.replace("-8C", "-TC"), "rank 9, place 2: '-TC' is not"),
        (START.replace("-8C", "-8c"), "rank 9, place 2: '-8c' is not"),
        (START.replace("-8C", "8C"), "rank 9, place 2: '8C' is not"),
        (START.replace("-8C", ""), "rank 9, place 2: '' is not"),
        (START.replace("-8C", "0"), "rank 9, place 2: '0' is not"),
        (START.replace("/10/", "/5.5/", 1), "rank 6, place 2: '5' is not"),
        (START.replace("/10/", "/11/", 1), "rank 6, place 1: '11' is not"),
        (START.replace("/10/", "/9/", 1), "rank 6 has 9 squares, not 10"),
        (START.replace("+1H", "1.+1H"), "rank 2 has 11 squares|rank 2, place"),
        (START.replace("-8C", "-8H"), "b9: 8H is already on b0"),
        (START.replace("+8H", "+8C"), "b9: 8C is already on b0"),
        (START.replace("-8C", "-AD"), "b9: AD is the promoted 1D, which is on a2"),
        (START.replace("-KS", "+KS"), "Forehand has 3 Kings"),
        (START.replace("+KC", "-KC"), "Rearhand has 3 Kings"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_place_and_reason(position: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.position(position)


@given(states(), st.sampled_from(PALACES))
def test_every_move_is_read_in_either_form(state: State, game: Game[State]) -> None:
    told = [game.tell(state, move, None) for move in game.legal(state)]
    assert len(set(told)) == len(told)
    for move, form in zip(game.legal(state), told, strict=True):
        assert re.fullmatch(r"[1-9XJQKA][CDHS]:?[a-j][0-9](=A)?[+×]?#?", form)
        assert game.read(state, form) == game.read(state, move) == move
        assert game.read(state, form.rstrip("+×#")) == move


@given(states(), st.text(max_size=8) | st.from_regex(r"[a-j1-9XJQKA ][CDHS0-9][:x ]?[a-j][0-9](=A)?[x+#]?"))
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


@each_row(
    "typed, move",
    [
        ("j4 j9", "j4 j9"),
        ("j4j9", "j4 j9"),
        ("J4-J9", "j4 j9"),
        ("  j4   j9 ", "j4 j9"),
        ("XC:j9+", "j4 j9"),
        ("xc:j9+", "j4 j9"),
        ("XC : j9", "j4 j9"),
        ("XCj9", "j4 j9"),
        ("1dd5", "d4 d5 1"),
        ("1Dd5=A", "d4 d5 A"),
        ("1d d5 =a", "d4 d5 A"),
        ("d4d5a", "d4 d5 A"),
        ("d4 d5 1", "d4 d5 1"),
    ],
)
def test_typed_moves_are_forgiven_case_spaces_and_marks(typed: str, move: str) -> None:
    assert GAME.read(board({"d4": "+1D", "j4": "+XC"}), typed) == move


@each_row("typed", ["QS:e0×", "QS:e0x", "qs:e0X", "QS:e0", "QSe0"])
def test_an_x_counts_as_the_sign_of_the_second_king(typed: str) -> None:
    state = GAME.position(text({"e0": "+KC", "f0": "-QS", "a9": "-KS"}, "R"))
    assert GAME.tell(state, "f0 e0", None) == "QS:e0×"
    assert GAME.read(state, typed) == "f0 e0"


@each_row(
    "typed, error, reason",
    [
        ("d4 d5", AmbiguousMove, "d4 d5 enters the enemy half: d4 d5 A promotes, d4 d5 1 does not"),
        ("d4 d6", IllegalMove, "d4 d6 is not possible: not_a_move"),
        ("1Dd6", IllegalMove, "d4 d6 is not possible: not_a_move"),
        ("j4 j5 A", IllegalMove, "j4 j5 A is not possible: not_a_move"),
        ("XCj5=A", IllegalMove, "XC is not promoted on j5"),
        ("XC:j5", IllegalMove, "'XC:j5' says :, but the move is XCj5"),
        ("10Cxj5", IllegalMove, "'10Cxj5' says :, but the move is XCj5"),
        ("XC:j9x", IllegalMove, "'XC:j9x' says ×, but the move is XC:j9+"),
        ("XC:j9#", IllegalMove, "says #, but the move is XC:j9"),
        ("XCj5+", IllegalMove, "says [+], but the move is XCj5"),
        ("QHa1", IllegalMove, "Forehand has no QH on the board"),
        ("KDj8", IllegalMove, "Forehand has no KD on the board"),
        ("ADd5", IllegalMove, "Forehand has no AD on the board"),
        ("9Z:a1", MalformedMove, "'9Z:a1' is neither two squares"),
        ("k4 k5", MalformedMove, "'k4 k5' is neither two squares"),
        ("0C:a1", MalformedMove, "neither"),
        ("4Cxxi3", MalformedMove, "neither"),
        ("f3g5h7", MalformedMove, "neither"),
        ("", MalformedMove, "'' is neither"),
        ("4" * 4000, MalformedMove, "neither"),
    ],
)
def test_a_typed_move_that_cannot_be_is_refused_with_the_reason(
    typed: str, error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error, match=reason) as refused:
        GAME.read(board({"d4": "+1D", "j4": "+XC"}), typed)
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


@each_row("typed", ["4Cxi5", "4C x i5", "4c×i5", "4C:i5", "4Ci5"])
def test_an_x_between_card_and_square_is_the_sign_of_a_capture(typed: str) -> None:
    assert GAME.read(board({"h4": "+4C", "i5": "-2D"}), typed) == "h4 i5"


@each_row("typed", ["10C a5", "10ca5", "XC a5", "xca5"])
def test_a_ten_may_be_typed_as_a_number(typed: str) -> None:
    assert GAME.read(board({"a3": "+XC"}), typed) == "a3 a5"


def test_an_x_is_a_ten_a_capture_and_a_king_by_its_place() -> None:
    state = GAME.position(text({"e0": "+KC", "f0": "-XS", "a9": "-KS"}, "R"))
    assert GAME.read(state, "xsxe0x") == GAME.read(state, "10S x e0 x") == "f0 e0"


def test_the_notation_of_a_game_is_its_authors() -> None:
    state = board({"d4": "+1D", "j4": "+XC"})
    assert [GAME.tell(state, move, None) for move in ("d4 d5 A", "d4 d5 1", "j4 j9", "a0 a1")] == [
        "1Dd5=A",
        "1Dd5",
        "XC:j9+",
        "KCa1",
    ]
    promoted = played(state, "d4 d5 A", "i9 i8")
    assert GAME.tell(promoted, "d5 d9", None) == "ADd9"
