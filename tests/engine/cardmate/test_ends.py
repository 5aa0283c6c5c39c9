"""Ends of Cardmate games: Kings, palaces and draws, and the history that a state keeps for them."""

from __future__ import annotations

import pytest

from engine import GAMES, Outcome
from engine.cardmate.board import State
from tests.engine.cardmate.boards import EVERY, FIRST, GAME, KINGS, board, played, text
from tests.rows import each_row


def test_the_first_king_that_falls_changes_nothing_and_the_second_ends_the_game() -> None:
    state = board({"i4": "+XH", "j4": "+XC", "a5": "-8H"})
    assert GAME.tell(state, "i4 i9", None) == "XH:i9+"
    state = GAME.apply(state, "i4 i9")
    assert GAME.outcome(state) is None
    state = GAME.apply(state, "a5 a6")
    assert GAME.tell(state, "j4 j9", None) == "XC:j9×"
    state = GAME.apply(state, "j4 j9")
    assert GAME.outcome(state) == Outcome(0, "kings")
    assert GAME.view(state, None)["kings"] == [2, 0]
    assert GAME.view(state, None)["taken"] == [[], ["KS", "KD"]]


@each_row(
    "cards, after, winner",
    [
        ({"a0": "+KC"}, "F", 0),
        ({"a0": "+KC"}, "R", 0),
        ({"a0": "-KC"}, "F", 1),
        ({"a0": "-KC"}, "R", 1),
        ({"a0": "+2C"}, "F", 1),  # Kings to neither: the side on turn has lost
        ({"a0": "+2C"}, "R", 0),
    ],
)
def test_a_side_without_a_king_has_lost(cards: dict[str, str], after: str, winner: int) -> None:
    assert GAME.outcome(GAME.position(text(cards, after))) == Outcome(winner, "kings")


HOLDINGS = {  # what stands in Rearhand's palace, and the values of the option under which it conquers
    ("+KC", "+KH"): {"both_kings", "one_king", "any_two"},
    ("+KC", "+2H"): {"one_king", "any_two"},
    ("+2H", "+KH"): {"one_king", "any_two"},
    ("+2C", "+2H"): {"any_two"},
    ("+KC", ""): {"one_king"},
    ("", "+KH"): {"one_king"},
    ("+KC", "-KS"): {"one_king"},
    ("+2C", ""): set(),
    ("-KS", "-KD"): set(),
}


@each_row("holding", HOLDINGS)
def test_what_conquers_the_palace(holding: tuple[str, str]) -> None:
    free = [card for card in KINGS.values() if card not in holding]
    cards = dict(zip(("a2", "c2", "h7", "j7"), sorted(free), strict=False))
    cards |= {square: card for square, card in zip(("e9", "f9"), holding, strict=True) if card}
    for game in EVERY:
        conquers = game.options["palace"] in HOLDINGS[holding]
        assert game.outcome(game.position(text(cards, "R"))) == (Outcome(0, "palace") if conquers else None)
        assert game.outcome(game.position(text(cards, "F"))) is None, "it is Forehand who has to move in"


@each_row("before", ["+KC", "+2S", ""])
def test_a_conquest_is_written_with_a_hash_and_ends_the_game(before: str) -> None:
    """The King of hearts enters beside that card."""
    cards = {"e9": before, "f8": "+KH", "b8": "-KS", "d7": "-KD"} | ({} if before == "+KC" else {"a0": "+KC"})
    shown = text({square: card for square, card in cards.items() if card})
    for game in EVERY:
        state = game.position(shown)
        conquers = game.options["palace"] in HOLDINGS[before.replace("2S", "2H"), "+KH"]
        assert game.tell(state, "f8 f9", None) == ("KHf9#" if conquers else "KHf9")
        assert game.read(state, "KHf9") == "f8 f9"
        assert game.outcome(game.apply(state, "f8 f9")) == (Outcome(0, "palace") if conquers else None)


def test_the_view_names_the_palace_squares_that_count() -> None:
    position = text({"e9": "+KC", "f9": "+2H", "e0": "-2S", "i9": "-KS"})
    view = GAME.view(GAME.position(position), None)
    assert (view["position"], view["palace"]) == (position, [["e9"], []])
    assert GAMES["cardmate_any_two"].view(GAME.position(position), None)["palace"] == [["e9", "f9"], ["e0"]]


@each_row("card", ["1C", "AS"])  # the lowest and the highest in number
def test_in_the_enemy_palace_every_card_of_a_side_counts_and_no_card_of_the_other(card: str) -> None:
    def palace(cards: dict[str, str]) -> list[list[str]]:
        game = GAMES["cardmate_any_two"]
        return game.view(game.position(text(KINGS | cards)), None)["palace"]  # type: ignore[no-any-return]

    assert palace({"e9": f"+{card}"}) == [["e9"], []]
    assert palace({"e9": f"-{card}"}) == [[], []]
    assert palace({"e0": f"-{card}"}) == [[], ["e0"]]
    assert palace({"e0": f"+{card}"}) == [[], []]


def test_conquest_by_capture_of_the_first_king_is_written_with_both_marks() -> None:
    game = GAMES["cardmate_any_two"]
    state = game.position(text({"e9": "+2C", "f8": "+QH", "f9": "-KS", "a9": "-KD", "a0": "+KC"}))
    assert game.tell(state, "f8 f9", None) == "QH:f9+#"
    last = game.position(text({"e9": "+2C", "f8": "+QH", "f9": "-KS", "a0": "+KC"}))
    assert game.tell(last, "f8 f9", None) == "QH:f9×"
    assert game.outcome(game.apply(last, "f8 f9")) == Outcome(0, "kings")


STUCK = {"a0": "+KH", "a1": "+1C", "b0": "+1D", "b1": "+1S", "a2": "-2C", "b2": "-3S", "j9": "-KD"}


def test_a_side_whose_every_capture_is_barred_is_stuck_and_draws() -> None:
    state = GAME.position(text(STUCK))
    assert GAME.legal(state) == ()
    assert GAME.view(state, None)["barred"] == {"a1": ["a2"], "b1": ["b2"]}
    assert GAME.outcome(state) == Outcome(None, "no_move")
    assert GAME.outcome(GAME.position(text(STUCK, "R"))) is None
    assert GAME.outcome(GAME.position(text(STUCK | {"b2": "-3H"}))) is None


def there_and_back(state: State, times: int) -> State:
    for _ in range(times):
        state = played(state, "a0 a1", "j9 j8", "a1 a0", "j8 j9")
    return state


def test_the_third_occurrence_is_a_draw() -> None:
    state = there_and_back(board({}), 1)
    assert GAME.outcome(state) is None
    state = played(state, "a0 a1", "j9 j8", "a1 a0")
    assert GAME.outcome(state) is None
    assert GAME.outcome(GAME.apply(state, "j8 j9")) == Outcome(None, "repetition")


def test_ones_that_step_forth_and_back_repeat_a_position_too() -> None:
    state = board({"d2": "+1C", "g7": "-1D"})
    for _ in range(2):
        assert GAME.outcome(state) is None
        state = played(state, "d2 d3", "g7 g6", "d3 d2", "g6 g7")
    assert GAME.outcome(state) == Outcome(None, "repetition")


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    """A walk of three squares on one side and of two on the other: after five plies the board is the same,
    and it is the other side's turn."""
    state = board({})
    for number in range(4):
        assert GAME.outcome(state) is None
        if number % 2 == 0:
            state = played(state, "a0 a1", "j9 j8", "a1 b1", "j8 j9", "b1 a0")
        else:
            state = played(state, "j9 j8", "a0 a1", "j8 i8", "a1 a0", "i8 j9")
        assert (state.board, state.turn) == (board({}).board, 1 - number % 2)
    assert GAME.outcome(state) == Outcome(None, "repetition")


def test_a_capture_and_a_promotion_forget_the_earlier_positions() -> None:
    state = there_and_back(board({"d4": "+1C", "g4": "+8H", "h6": "-2D"}), 1)
    assert state.occurrences is not None
    assert GAME.apply(state, "g4 h6").occurrences is None
    assert GAME.apply(state, "d4 d5 A").occurrences is None
    assert GAME.apply(state, "d4 d5 1").occurrences is not None


def test_two_hundred_idle_plies_are_a_draw() -> None:
    assert GAME.outcome(board({}, "F 199")) is None
    assert GAME.outcome(GAME.apply(board({}, "F 199"), "a0 a1")) == Outcome(None, "no_progress")
    assert (
        GAME.outcome(board({}, "F 200")) == GAME.outcome(board({}, "F 201")) == Outcome(None, "no_progress")
    )


def test_a_capture_or_a_promotion_starts_the_count_anew() -> None:
    state = board({"d2": "+1C", "e4": "+1D", "g4": "+8H", "h6": "-2D"}, "F 199")
    assert GAME.apply(state, "e4 e5 A").idle == 0
    assert GAME.apply(state, "g4 h6").idle == 0
    assert GAME.apply(state, "d2 d3").idle == 200
    assert GAME.apply(state, "e4 e5 1").idle == 200
    assert GAME.apply(state, "g4 g3").idle == 200


def test_in_version_1_every_move_of_a_one_starts_the_count_anew_too() -> None:
    state = board({"d2": "+1C", "e4": "+1D", "g4": "+8H", "h6": "-2D"}, "F 199")
    for move in ("d2 d3", "d2 d1", "e4 e5 A", "e4 e5 1", "g4 h6"):
        assert FIRST.apply(state, move)._replace(idle=0) == GAME.apply(state, move)._replace(idle=0)
        assert FIRST.apply(state, move).idle == 0
    assert FIRST.apply(state, "g4 g3") == GAME.apply(state, "g4 g3")
    with pytest.raises(ValueError, match="plies since a capture or a One's move"):
        FIRST.position(text({}, "F 0"))


def test_the_ends_go_before_each_other_in_their_order() -> None:
    palace = {"e9": "+KC", "f9": "+KH", "a0": "-KS"}
    assert GAME.outcome(GAME.position(text(palace, "R 200"))) == Outcome(0, "palace")
    assert GAME.outcome(GAME.position(text({"e9": "+KC", "f9": "+KH"}, "R 200"))) == Outcome(0, "kings")
    assert GAME.outcome(GAME.position(text(STUCK, "F 200"))) == Outcome(None, "no_move")
    assert GAME.outcome(there_and_back(board({}, "F 192"), 2)) == Outcome(None, "repetition")


def test_every_move_that_leaves_a_held_palace_as_it_is_is_told_as_a_conquest() -> None:
    """Only a position text puts such a side on turn: in a game it has won before."""
    game = GAMES["cardmate_any_two"]
    state = game.position(text(KINGS | {"e9": "+2C", "f9": "+3C", "a4": "+XC"}))
    assert game.tell(state, "a4 a5", None) == "XCa5#"
    assert game.tell(state, "f9 f8", None) == "3Cf8"
