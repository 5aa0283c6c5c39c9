"""The levels of Cardmate's bot: legal, limited, deterministic, and the first one above random play."""

from __future__ import annotations

import pytest

from engine import Game
from engine.analysis import NODES_PER_CANCEL_CHECK, Cancelled, Limits
from engine.analysis.cardmate import ANALYST
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.levels import LEVELS
from engine.analysis.cardmate.search import Search, deepen
from engine.analysis.cardmate.searches import choose
from engine.cardmate.board import State
from engine.rng import Rng
from tests.engine.cardmate.boards import EVERY, GAME, board
from tests.rows import each_row

START = GAME.start(0)


def play_random(game: Game[State], deal: int, seat: int) -> int | None:
    """Return the winner of a game of the first level, on this seat, against random moves."""
    state, rng, plies = game.start(deal), Rng(deal), 0
    while not (ended := game.outcome(state)):
        if game.turn(state) == seat:
            move = choose(game, state, 1, plies, Limits())
        else:
            moves = game.legal(state)
            pick, rng = rng.below(len(moves))
            move = moves[pick]
        state, plies = game.apply(state, move), plies + 1
    return ended.winner


@each_row("deal", range(10))
def test_the_first_level_beats_random_play(deal: int) -> None:
    game = EVERY[deal]
    assert play_random(game, deal, deal % 2) == deal % 2


@each_row("level", range(1, 4))
def test_a_choice_is_a_legal_move_and_depends_on_nothing_but_its_arguments(level: int) -> None:
    for game in EVERY:
        state = game.start(level)
        chosen = [choose(game, state, level, 7, Limits()) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in game.legal(state)
    assert len({choose(GAME, START, 1, seed, Limits()) for seed in range(20)}) > 5, "but on the seed"


def test_a_single_move_is_chosen_without_a_search() -> None:
    state = board({"f3": "+JS", "g5": "-8S"})
    assert choose(GAME, state, 7, 0, Limits(nodes=0)) == "f3 g5"


@each_row("limit", [500, 2_000, 10_000])
def test_a_search_keeps_to_its_nodes(limit: int) -> None:
    search = Search(board_of(GAME, START), Limits(), limit)
    found = deepen(search)
    assert limit // 2 < search.nodes <= limit
    assert board_of(GAME, START).text(found.move) in GAME.legal(START)


def test_a_search_that_is_told_to_stop_stops_at_the_next_look() -> None:
    asked = []

    def cancelled() -> bool:
        asked.append(search.nodes)
        return len(asked) == 3

    search = Search(board_of(GAME, START), Limits(cancelled=cancelled), 1_000_000)
    with pytest.raises(Cancelled):
        deepen(search)
    assert asked == [NODES_PER_CANCEL_CHECK, 2 * NODES_PER_CANCEL_CHECK, 3 * NODES_PER_CANCEL_CHECK]


def test_the_first_ply_is_finished_without_any_nodes_to_spare() -> None:
    queen = board({"e5": "+QH", "e8": "-KS", "i9": "-9C"})
    assert choose(GAME, queen, 1, 3, Limits(nodes=0)) == "e5 e8"


def test_the_first_level_takes_a_guarded_card_that_the_fourth_leaves() -> None:
    guarded = board({"c4": "+QH", "c8": "-2C", "c9": "-QS"})
    takes = {
        level: any(choose(GAME, guarded, level, seed, Limits()) == "c4 c8" for seed in range(10))
        for level in (1, 4)
    }
    assert takes == {1: True, 4: False}


def test_a_search_that_follows_no_captures_does_not_see_where_a_forced_one_leads() -> None:
    drawn_out = board({"d4": "+2H", "f2": "+9C", "h8": "-QH"})  # the Queen must take, and is taken

    def score(quiescence: bool) -> int:
        search = Search(board_of(GAME, drawn_out), Limits(), 10_000, quiescence=quiescence)
        quiet = next(move for move in search.board.legal() if search.board.text(move) == "a0 a1")
        return search.score_after(quiet, 1)

    assert [level.quiescence for level in LEVELS] == [False] * 3 + [True] * (ANALYST.levels - 3)
    assert score(quiescence=True) - score(quiescence=False) > 500
