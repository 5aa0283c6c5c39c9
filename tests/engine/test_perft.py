"""Perft counts move sequences, and refuses games whose moves are too many to list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GAMES, Game, perft
from tests.engine.games import each_game
from tests.rows import each_row


@each_game
def test_perft_of_depth_one_counts_the_legal_moves(game: Game[object]) -> None:
    if game.allows is not None:
        with pytest.raises(ValueError, match="moves too many to list"):
            perft(game, game.start(0), 1)
        return
    assert perft(game, game.start(0), 0) == 1
    assert perft(game, game.start(0), 1) == len(game.legal(game.start(0)))


ENDGAME = "8.-KS.-KD/10/10/6.-2C.3/10/3.+3S.6/10/10/10/+KC.+KH.8 F"


@each_row("id, position, depth", [("cardmate", ENDGAME, 4), ("three_musketeers", None, 5)])
def test_perft_by_position_counts_the_same_and_looks_at_fewer_positions(
    id: str, position: str | None, depth: int
) -> None:
    game = GAMES[id]
    state = game.start(0) if position is None else game.position(position)
    looked: list[object] = []

    def legal(here: object) -> tuple[str, ...]:
        looked.append(here)
        return game.legal(here)

    counting = replace(game, legal=legal)
    plain, every = perft(counting, state, depth), len(looked)
    looked.clear()
    assert perft(counting, state, depth, table=True) == plain
    assert len(looked) < 0.7 * every
