"""Lines of moves with their notation."""

from __future__ import annotations

from typing import Any

from engine import Game

Told = tuple[str, str]  # a move and its notation


def told_line(game: Game[Any], state: Any, line: tuple[str, ...]) -> list[Told]:
    told: list[Told] = []
    for move in line:
        told.append((move, game.tell(state, move, game.turn(state))))
        state = game.apply(state, move)
    return told
