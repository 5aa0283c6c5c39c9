"""Random deals: the first move is legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games import new_game
from engine import GAMES, Game

DEALT_GAMES = [game for game in GAMES.values() if game.dealt]
NUMBERED_DEALS = [game for game in DEALT_GAMES if not game.hides]


def test_a_deal_without_a_legal_first_move_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr("secrets.randbelow", lambda _: drawn.pop(0))
    for game in NUMBERED_DEALS:
        drawn[:] = [3, 3, 7, 8]
        assert (new_game.random_deal(refusing(game, 3)), drawn) == (7, [8]), game.id


def refusing(game: Game[Any], deal: int) -> Game[Any]:
    """Return the game without a legal move at the start of this deal."""
    dead = game.start(deal)

    def legal(state: Any) -> tuple[str, ...]:
        return () if state == dead else game.legal(state)

    return replace(game, legal=legal)


def test_a_game_without_any_legal_first_move_is_dealt_all_the_same() -> None:
    for game in DEALT_GAMES:
        deal = new_game.random_deal(replace(game, legal=lambda _: ()))
        assert isinstance(deal, bytes) == game.hides, game.id
        game.start(deal)
