"""Perft counts move sequences, with a table or without."""

from __future__ import annotations

from dataclasses import replace

from engine import GAMES, perft
from tests.rows import each_row

ENDGAME = "8.-KS.-KD/10/10/6.-2C.3/10/3.+3S.6/10/10/10/+KC.+KH.8 F"


def test_perft_of_no_plies_is_one_and_of_an_ended_position_zero() -> None:
    game = GAMES["cardmate"]
    ended = game.position("10/10/10/10/10/10/10/10/-2C.9/1.+KC.8 F")  # Rearhand has no King
    assert game.outcome(ended)
    assert game.legal(ended)
    assert [perft(game, ended, depth) for depth in (0, 1, 2)] == [1, 0, 0]


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
