"""The reference players on small positions, and the matches of `make strength`."""

from __future__ import annotations

import pytest

from engine import Game
from engine.cardmate.board import State
from tests.bench.players import PLAYERS, careless, greedy, one_reply
from tests.bench.strength import MAX_PLIES, interval, main, play, report
from tests.engine.cardmate.boards import GAME, board

SEEDS = range(20)


def test_the_greedy_player_takes_what_it_can_and_looks_no_further() -> None:
    guarded = board({"c4": "+QH", "c8": "-2C", "c9": "-9S"})
    assert {greedy(GAME, guarded, seed) for seed in SEEDS} == {"c4 c8"}


def test_the_greedy_player_moves_at_random_where_nothing_can_be_taken() -> None:
    quiet = board({"c4": "+QH"})
    moves = {greedy(GAME, quiet, seed) for seed in SEEDS}
    assert len(moves) > 5
    assert moves <= set(GAME.legal(quiet))


def test_the_careless_player_takes_nothing_in_some_of_its_moves() -> None:
    guarded = board({"c4": "+QH", "c8": "-2C", "c9": "-QS"})
    assert {careless(GAME, guarded, seed) for seed in range(100)} > {"c4 c8"}


def test_the_player_of_one_reply_takes_the_dearest_card_that_is_not_guarded() -> None:
    state = board({"e5": "+QH", "e8": "-2C", "h5": "-7C"})
    assert {one_reply(GAME, state, seed) for seed in SEEDS} == {"e5 h5"}


def test_the_player_of_one_reply_leaves_a_card_whose_guard_takes_more() -> None:
    state = board({"e5": "+QH", "e8": "-2C", "e9": "-QS"})
    assert "e5 e8" in GAME.legal(state)
    assert "e5 e8" not in {one_reply(GAME, state, seed) for seed in SEEDS}


def test_the_player_of_one_reply_takes_the_last_king() -> None:
    state = GAME.position("8.-KS.1/10/10/10/10/8.+QH.1/10/10/10/+KC.+KH.8 F")
    assert {one_reply(GAME, state, seed) for seed in SEEDS} == {"i4 i9"}


def test_each_player_moves_as_the_rules_permit_and_the_same_again() -> None:
    state = GAME.start(0)
    for name in ("greedy", "careless", "one_reply", "1", "2"):
        moves = [PLAYERS[name](GAME, state, 3) for _ in range(2)]
        assert moves[0] == moves[1], name
        assert moves[0] in GAME.legal(state), name


def test_a_match_alternates_the_seats_and_plays_each_deal_from_both() -> None:
    seats: list[int] = []

    def noted(game: Game[State], state: State, seed: int) -> str:
        if seed % MAX_PLIES < 2:
            seats.append(game.turn(state))
        return greedy(game, state, seed)

    assert {play(GAME, noted, greedy, number) for number in range(4)} <= {0, 0.5, 1}
    assert seats == [0, 1, 0, 1]


@pytest.mark.parametrize(("points", "games", "low", "high"), [(100, 200, 0.431, 0.569), (0, 10, 0.0, 0.278)])
def test_the_interval_is_wilsons(points: float, games: int, low: float, high: float) -> None:
    assert interval(points, games) == pytest.approx((low, high), abs=1e-3)


def test_a_match_is_told_in_one_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("a against b", [1, 1, 0.5, 0]).startswith("| a against b | 4 | 2 | 1 | 1 | 62.5% | ")
    main(["greedy", "one_reply", "--games", "1"])
    assert "| greedy against one_reply | 1 |" in capsys.readouterr().out
