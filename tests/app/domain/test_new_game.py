"""Random deals: the first move is legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain import new_game
from engine import GAMES, Game

DEALT = [game for game in GAMES.values() if game.dealt]
NUMBERED = [game for game in DEALT if not game.hides]


def stuck(game: Game[Any]) -> int | None:
    """The first deal, of a few thousand, without a legal move."""
    return next((deal for deal in range(3000) if not game.legal(game.start(deal))), None)


@pytest.mark.parametrize("game", NUMBERED, ids=lambda game: game.id)
def test_a_deal_without_a_legal_first_move_is_drawn_again(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = stuck(game)
    drawn = [7, 8] if dead is None else [dead, dead, 7, 8]
    monkeypatch.setattr("secrets.randbelow", lambda _: drawn.pop(0))
    assert new_game.random_deal(game) == 7
    assert drawn == [8]


@pytest.mark.parametrize("game", DEALT, ids=lambda game: game.id)
def test_a_game_without_any_legal_first_move_is_dealt_all_the_same(game: Game[Any]) -> None:
    deal = new_game.random_deal(replace(game, legal=lambda _: ()))
    assert isinstance(deal, bytes) == game.hides
    game.start(deal)
