"""Cardmate's setups, moves and captures, one by one, on boards made for the purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

from engine import GAMES, PAST, Entry, IllegalMove, Match, Rng
from engine.cardmate.board import INDEX, NAME, NAMES, State
from engine.cardmate.setups import dealt_setup, places_setup
from tests.engine.cardmate.boards import EVERY, GAME, KINGS, board, played, targets, text
from tests.rows import each_row

T = TypeVar("T")


def test_the_setup_is_symmetric_under_a_half_turn_with_the_colours_swapped() -> None:
    start = GAME.start(0).board
    swapped = str.maketrans("CDHS", "DCSH")
    assert [NAME[piece].translate(swapped) for piece in reversed(start)] == [NAME[piece] for piece in start]
    assert [piece > 56 for piece in start if piece] == [False] * 26 + [True] * 26


def test_the_setup_is_written_as_published() -> None:
    assert GAME.show(GAME.start(0)) == (
        "-XD.-8C.-9S.-QC.-KS.-KD.-QS.-9D.-8S.-XH/-7H.1.-6C.-JH.-5C.-5S.-JC.-6H.1.-7D/"
        "-4D.-2C.-3H.-1S.2.-4S.-3D.-2H.-1C/10/10/10/10/+1D.+2S.+3C.+4H.2.+1H.+3S.+2D.+4C/"
        "+7C.1.+6S.+JD.+5H.+5D.+JS.+6D.1.+7S/+XS.+8H.+9C.+QH.+KC.+KH.+QD.+9H.+8D.+XC F"
    )


def test_every_choice_of_a_setup_and_a_palace_is_a_game_of_its_own() -> None:
    setups, palaces = ("predefined", "shuffled", "places", "dealt"), ("both_kings", "one_king", "any_two")
    assert [(game.options["setup"], game.options["palace"]) for game in EVERY] == [
        (setup, palace) for setup in setups for palace in palaces
    ]
    for game in EVERY:
        words = [game.options[option] for option in ("setup", "palace")]
        chosen = [word for word in words if word not in ("predefined", "both_kings")]
        assert game.id == "_".join(["cardmate", *chosen])
        assert game.title.count(",") == len(chosen)
        assert game.dealt == (words[0] != "predefined")
    assert len({game.title for game in EVERY}) == 12


def test_the_first_four_games_are_kept_as_they_were_in_version_1() -> None:
    past = [game for (_, version), game in PAST.items() if version == 1 and game.family == GAME.family]
    assert sorted(game.id for game in past) == [
        *("cardmate", "cardmate_any_two", "cardmate_one_king", "cardmate_shuffled"),
    ]
    assert {game.version for game in EVERY} == {2}


def test_a_setup_does_not_depend_on_the_palace() -> None:
    for game in EVERY:
        same = next(other for other in EVERY if other.options["setup"] == game.options["setup"])
        assert game.start(3) == same.start(3)
        assert game.dealt or game.start(1) == game.start(2) == GAME.start(0)


def by_side(state: State) -> tuple[list[str], list[str]]:
    """Return the cards of each side, in alphabetical order."""
    own = [sorted(NAME[p] for p in state.board if p and (p > 56) == side) for side in (False, True)]
    return own[0], own[1]


@each_row("id", ["cardmate_places", "cardmate_dealt"])
def test_cards_are_laid_at_random_on_the_places_and_the_kings_on_theirs(id: str) -> None:
    start, corners, sides = GAME.start(0).board, Counter[str](), set[tuple[str, ...]]()
    for deal in range(300):
        state = GAMES[id].start(deal)
        board = state.board
        assert [p and (p > 56) + 1 for p in board] == [p and (p > 56) + 1 for p in start]
        assert [square for square, p in enumerate(board) if NAME[p][:1] == "K"] == [4, 5, 94, 95]
        assert [board[square] for square in (4, 5, 94, 95)] == [start[square] for square in (4, 5, 94, 95)]
        first, second = by_side(state)
        assert sorted(first + second) == sorted(NAME[p] for p in start if p)
        assert GAME.view(state, None)["must"] == [], "a deal in which Forehand has to capture is drawn again"
        corners[NAME[board[INDEX["a0"]]]] += 1
        sides.add(tuple(first))
        if id == "cardmate_places":
            assert Counter(card[0] for card in first) == Counter(card[0] for card in second)
    assert len(corners) == 48, "every card but the Kings comes to lie in the corner"
    assert max(corners.values()) < 25
    assert len(sides) == 300


def test_a_deal_that_is_drawn_again_goes_on_with_the_numbers_that_follow() -> None:
    for setup in (places_setup, dealt_setup):
        drawn = {deal: draws(setup, deal) for deal in range(60)}
        once = min(drawn.values())
        assert {count // once for count in drawn.values()} > {1}
        assert all(count % once == 0 for count in drawn.values())


def draws(setup: Callable[[Rng], State], deal: int) -> int:
    """Return how many shuffles a setup makes of this deal."""
    shuffles: list[Rng] = []

    class Counting(Rng):
        def shuffled(self, items: Iterable[T]) -> tuple[tuple[T, ...], Rng]:
            shuffles.append(self)
            order, after = super().shuffled(items)
            return order, Counting(after.deal, after.drawn)

    setup(Counting(deal))
    assert [rng.drawn for rng in shuffles] == sorted({rng.drawn for rng in shuffles})
    return len(shuffles)


def test_shuffling_deals_the_suits_and_leaves_ranks_and_kings() -> None:
    game, start = GAMES["cardmate_shuffled"], GAME.start(0).board
    assert game.dealt
    ones: Counter[str] = Counter()
    for deal in range(200):
        dealt = game.start(deal).board
        assert [(NAME[p][:1], p > 56) for p in dealt] == [(NAME[p][:1], p > 56) for p in start]
        assert sorted(NAME[p] for p in dealt) == sorted(NAME[p] for p in start)
        assert [p for p in dealt if NAME[p][:1] == "K"] == [p for p in start if NAME[p][:1] == "K"]
        ones[NAME[dealt[INDEX["a2"]]]] += 1
    assert game.start(7) == game.start(7)
    assert len({game.start(deal).board for deal in range(50)}) == 50
    assert set(ones) == {"1C", "1D", "1H", "1S"}
    assert min(ones.values()) > 30


@each_row(
    "card, squares",
    [
        ("1C", "d5 d3"),
        ("2C", "c5 e5 d3"),
        ("3C", "c5 d5 e5 d3"),
        ("4C", "c5 e5 c4 e4 d3"),
        ("5C", "c5 d5 e5 c4 e4 d3"),
        ("6C", "c5 e5 c4 e4 c3 e3 d3"),
        ("7C", "c5 d5 e5 c4 e4 c3 d3 e3"),
        ("8C", "c6 e6 b5 f5 b3 f3 c2 e2 d3"),
        ("9C", "c5 b6 a7 e5 f6 g7 h8 i9 c3 b2 a1 e3 f2 g1 h0 d3"),
        ("XC", "d5 d6 d7 d8 d9 d3 d2 d1 d0 a4 b4 c4 e4 f4 g4 h4 i4 j4"),
        ("JC", "c6 e6 b5 f5 b3 f3 c2 e2 c5 d5 e5 c4 e4 c3 d3 e3 d6 d2 b4 f4 b6 f6 b2 f2"),
        ("KC", "c5 d5 e5 c4 e4 c3 d3 e3"),
    ],
)
def test_where_a_card_goes_on_an_open_board(card: str, squares: str) -> None:
    kings = {"i0": "+KH", "h9": "-KS", "j9": "-KD"}
    assert targets(GAME.position(text(kings | {"d4": "+" + card})), "d4") == set(squares.split(" "))


def test_queen_and_ace_go_as_their_parts() -> None:
    rook, bishop = targets(board({"d4": "+XC"}), "d4"), targets(board({"d4": "+9C"}), "d4")
    knight = targets(board({"d4": "+8C"}), "d4") - {"d3"}
    assert targets(board({"d4": "+QC"}), "d4") == rook | bishop
    assert targets(board({"d4": "+AC"}), "d4") == rook | bishop | knight


def test_rearhands_low_cards_go_the_other_way() -> None:
    assert targets(board({"d4": "-2C"}, "R"), "d4") == {"c3", "e3", "d5"}


def test_a_jack_goes_two_squares_only_over_an_empty_one() -> None:
    state = board({"d4": "+JC", "d5": "+2H", "e5": "-2D"})
    assert not {"d5", "d6", "f6"} & targets(state, "d4")
    assert {"e5", "b6", "f4", "e6"} <= targets(state, "d4")


def test_a_quiet_retreat_never_captures() -> None:
    state = board({"d4": "+9C", "d3": "-2H", "g4": "+8H", "g3": "-2D"})
    assert "d3" not in targets(state, "d4")
    assert "g3" not in targets(state, "g4")
    assert not GAME.view(state, None)["must"]


def test_a_retreat_along_the_file_onto_a_lower_suitmate_is_no_compulsory_capture() -> None:
    assert GAME.view(board({"d4": "+9C", "d3": "-2C"}), None)["must"] == []


def test_a_one_that_crosses_the_middle_may_promote_and_need_not() -> None:
    state = board({"d4": "+1C"})
    assert {"d4 d5 A", "d4 d5 1"} <= set(GAME.legal(state))
    assert "d4 d5" not in GAME.legal(state)
    assert NAME[GAME.apply(state, "d4 d5 A").board[INDEX["d5"]]] == "AC"
    assert NAME[GAME.apply(state, "d4 d5 1").board[INDEX["d5"]]] == "1C"
    assert "g5 g4 A" in GAME.legal(board({"g5": "-1H"}, "R"))


def test_a_one_that_declined_promotes_only_when_it_enters_again() -> None:
    state = played(board({"d4": "+1C"}), "d4 d5 1", "j9 j8")
    assert targets(state, "d5") == {"d6", "d4"}
    assert {"d5 d6", "d5 d4"} <= set(GAME.legal(state))
    state = played(state, "d5 d4", "j8 j9")
    assert {"d4 d5 A", "d4 d5 1"} <= set(GAME.legal(state))


def test_a_one_promotes_by_capture_and_captures_as_a_one() -> None:
    assert {"d4 d5 A", "d4 d5 1"} <= set(GAME.legal(board({"d4": "+1C", "d5": "-2H"})))
    suitmate = board({"d4": "+1C", "d5": "-2C"})
    assert "d5" not in targets(suitmate, "d4")
    assert GAME.view(suitmate, None)["barred"] == {"d4": ["d5"]}
    assert GAME.why(suitmate, "d4 d5 A") == "higher_suitmate"


def test_a_lower_suitmate_must_be_taken_and_nothing_else_may_be_done() -> None:
    state = board({"d4": "+JC", "d6": "-2C", "f4": "-3C", "e5": "-QH"})
    assert set(GAME.legal(state)) == {"d4 d6", "d4 f4"}
    assert GAME.why(state, "d4 d6") is None
    assert GAME.view(state, None)["must"] == ["d4"]
    assert GAME.why(state, "d4 e5") == "must_capture_own_suit"
    assert GAME.why(state, "a0 a1") == "must_capture_own_suit"
    assert GAME.why(state, "a0 a2") == "not_a_move"


def test_compulsion_outranks_taking_the_last_king() -> None:
    state = GAME.position(text({"a0": "+KC", "d4": "+QH", "d9": "-KS", "j5": "+8D", "h4": "-2D"}))
    assert GAME.legal(state) == ("j5 h4",)
    assert GAME.why(state, "d4 d9") == "must_capture_own_suit"


def test_kings_are_bound_as_captors_and_as_victims() -> None:
    state = GAME.position(
        text({"d4": "+KC", "d5": "-QC", "e4": "-AC", "h4": "+QH", "h6": "-KH", "a9": "-KD"})
    )
    assert GAME.legal(state) == ("d4 d5",)
    assert GAME.view(state, None)["barred"] == {"d4": ["e4"], "h4": ["h6"]}
    assert GAME.why(state, "d4 e4") == GAME.why(state, "h4 h6") == "higher_suitmate"


def test_a_king_may_be_left_and_put_en_prise() -> None:
    state = board({"a8": "-XD"})
    assert "b0 a1" in GAME.legal(state)
    assert "b0 b1" in GAME.legal(state)


def test_a_match_names_the_rule_that_forbids_a_move() -> None:
    cards = KINGS | {"d4": "+JC", "d6": "-2C", "e5": "-QC"}
    match = Match.start(GAME, 0, position=text(cards))
    for move, rule in {
        "a0 a1": "must_capture_own_suit",
        "d4 d5": "must_capture_own_suit",
        "d4 e5": "higher_suitmate",
        "d4 d6 A": "not_a_move",
        "d4 d9": "not_a_move",
        "d6 d7": "not_a_move",
        "JC:d6": "not_a_move",
        "": "not_a_move",
    }.items():
        with pytest.raises(IllegalMove) as refused:
            match.then(Entry(0, 0, "move", move, 0))
        assert refused.value.rule == rule


def test_a_promotion_where_none_belongs_is_not_a_move() -> None:
    state = board({"d3": "+1C", "d6": "-1D", "f5": "+2H"})
    for move in ("d3 d4 A", "d3 d4 1", "f5 e6 A", "d6 d5"):
        assert GAME.why(state, move) == "not_a_move"
        assert not GAME.permits(state, move)


@each_row("mover", [0, 1])
def test_a_move_to_an_empty_square_takes_no_card(mover: int) -> None:
    state = GAME.start(0)._replace(turn=mover)
    for move in GAME.legal(state):
        assert GAME.apply(state, move).taken == ((), ())


def test_taken_cards_are_kept_by_the_seat_that_lost_them() -> None:
    state = board({"d4": "+1C", "d5": "-2H", "g5": "-JS"})
    state = played(state, "d4 d5 A", "g5 f5", "d5 f5")
    assert GAME.view(state, 0)["taken"] == [[], ["2H", "JS"]]
    assert GAME.view(GAME.position(GAME.show(state)), 0)["taken"] == [[], []]


def test_seats_and_spectators_see_the_same() -> None:
    state = GAME.start(0)
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)


def test_squares_are_named_from_a0() -> None:
    assert (NAMES[0], NAMES[9], NAMES[90], NAMES[99]) == ("a0", "j0", "a9", "j9")
