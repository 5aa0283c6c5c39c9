"""The author's two games of Cardmate: their moves, and positions of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import GAMES

GAME = GAMES["cardmate"]
FILE = Path(__file__).parents[3] / "static/games/cardmate/games.json"
PUBLISHED: list[dict[str, Any]] = json.loads(FILE.read_text())


def moves(number: int, count: int | None = None) -> list[str]:
    """Return the exact texts of the first moves of a published game."""
    state, texts = GAME.start(0), []
    for told in PUBLISHED[number]["moves"][:count]:
        texts.append(GAME.read(state, told))
        state = GAME.apply(state, texts[-1])
    return texts


def position(number: int, count: int) -> str:
    """Return the position after this many moves of a published game, without its history."""
    state = GAME.start(0)
    for move in moves(number, count):
        state = GAME.apply(state, move)
    return GAME.show(state)
