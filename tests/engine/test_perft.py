"""Perft counts move sequences, and refuses games whose moves are too many to list."""

from __future__ import annotations

import pytest

from engine import Game, perft
from tests.engine.games import EVERY, each_game

LISTED = [game for game in EVERY if game.allows is None]


@each_game
def test_perft_of_depth_one_counts_the_legal_moves(game: Game[object]) -> None:
    if game.allows is not None:
        with pytest.raises(ValueError, match="moves too many to list"):
            perft(game, game.start(0), 1)
        return
    assert perft(game, game.start(0), 0) == 1
    assert perft(game, game.start(0), 1) == len(game.legal(game.start(0)))


@pytest.mark.parametrize("game", LISTED, ids=lambda game: game.id)
def test_perft_is_the_sum_of_perft_after_each_move(game: Game[object]) -> None:
    state = game.start(0)
    after = [game.apply(state, move) for move in game.legal(state)]
    assert perft(game, state, 2) == sum(perft(game, position, 1) for position in after)
