"""Endings of Cardmate: won positions are converted, and cards are worth more where they are needed."""

from __future__ import annotations

import pytest

from engine import GAMES
from engine.analysis import Limits
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.endings import MAX_ENDING_CARDS, ending_table
from engine.analysis.cardmate.evaluation import piece_square_table
from engine.analysis.cardmate.searches import choose
from engine.cardmate.board import FOREHAND, INDEX, PIECE, REARHAND, State
from engine.cardmate.rules import ANY_TWO, BOTH_KINGS, ONE_KING, Palace
from tests.engine.cardmate.boards import GAME, text

# Won by Forehand; with the piece-square table of a full board alone the fifth level has not won within 90
# plies.
QUEEN = "10/1.-KS.8/10/10/4.+QH.5/10/10/3.-6D.6/6.+KC.+KH.2/10 R"
CARDS = "3.-KS.4.+4D.+5C/10/10/10/4.+6H.5/10/10/10/10/2.+KH.1.-5S.2.+KC.2 R"
HALF_TURN = {"+": "-", "-": "+", "F": "R", "R": "F"}


def turned(position: str) -> str:
    """Return the same position with the sides changed."""
    board, turn = position.split(" ")
    ranks = [".".join(reversed(rank.split("."))) for rank in reversed(board.split("/"))]
    return "".join(HALF_TURN.get(letter, letter) for letter in "/".join(ranks)) + " " + HALF_TURN[turn]


def winner_within(plies: int, position: str, palace: str) -> int | None:
    """Return the seat that wins within this many plies of the fifth level on both sides; None: nobody."""
    game = GAMES["cardmate" + palace]
    state = game.position(position)
    for ply in range(plies):
        state = game.apply(state, choose(game, state, 5, ply, Limits()))
        if ended := game.outcome(state):
            return ended.winner
    return None


ANY_TWO_CARDS = pytest.param(CARDS, "_any_two", id="cards", marks=pytest.mark.slow)


@pytest.mark.parametrize(("position", "palace"), [pytest.param(QUEEN, "", id="queen"), ANY_TWO_CARDS])
def test_the_fifth_level_brings_a_won_ending_home(position: str, palace: str) -> None:
    assert winner_within(90, position, palace) == FOREHAND
    assert winner_within(90, turned(position), palace) == REARHAND


def ending(cards: dict[str, str], after: str = "F") -> State:
    return GAME.position(text(cards, after))


def worth_at(state: State, card: str, square: str, palace: Palace = BOTH_KINGS) -> int:
    """Return the worth of a card of Forehand's, on this square."""
    table = ending_table(state.board, palace)
    assert table
    return table[PIECE[FOREHAND][card]][INDEX[square]]


def test_a_king_that_cannot_conquer_is_drawn_to_the_enemy_king() -> None:
    one = ending({"a0": "+KC", "i4": "-KS"})
    assert worth_at(one, "KC", "h4") > worth_at(one, "KC", "e8")
    assert worth_at(one, "KC", "e8", ONE_KING) > worth_at(one, "KC", "h4", ONE_KING)
    assert worth_at(one, "KC", "e8", ANY_TWO) > worth_at(one, "KC", "h4", ANY_TWO)


def test_a_card_is_worth_more_near_the_nearest_enemy_king() -> None:
    state = ending({"a0": "+KC", "e1": "+QC", "a1": "+1D", "i9": "-KS", "a9": "-KD"})
    for card in ("QC", "AD"):
        assert worth_at(state, card, "h8") == worth_at(state, card, "b8") > worth_at(state, card, "e8")
    assert worth_at(state, "1D", "e3") == piece_square_table(BOTH_KINGS)[PIECE[FOREHAND]["1D"]][INDEX["e3"]]


def test_both_sides_endings_are_worth_the_same_seen_from_their_own_side() -> None:
    for position in (QUEEN, CARDS):
        scores = []
        for seen in (position, turned(position)):
            board = board_of(GAME, GAME.position(seen))
            board.use_table(ending_table(board.squares, BOTH_KINGS) or [])
            scores.append(board.score)
        assert scores[0] == -scores[1] != 0


def test_a_full_board_is_no_ending_and_the_shared_worths_stay_as_they_are() -> None:
    before = [list(row) for row in piece_square_table(BOTH_KINGS)]
    assert ending_table(GAME.start(0).board, BOTH_KINGS) is None
    cards = [piece for piece in GAME.start(0).board if piece][: MAX_ENDING_CARDS + 1]
    assert ending_table(bytes(cards), BOTH_KINGS) is None
    assert ending_table(bytes(cards[1:]), BOTH_KINGS) is not None
    assert piece_square_table(BOTH_KINGS) == before


def test_the_board_adds_up_the_worths_of_the_ending() -> None:
    board = board_of(GAME, GAME.position(QUEEN))
    table = ending_table(board.squares, BOTH_KINGS)
    assert table
    board.use_table(table)
    before = board.score
    for move in board.legal():
        board.make(move)
        assert board.score == sum(table[piece][square] for square, piece in enumerate(board.squares))
        board.take_back()
        assert board.score == before
