"""Published games: the client's `games.json` files, whose moves may be read by anyone at any time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parents[2] / "static" / "games"  # beside `app`, in the repository and where installed


def is_published(family: str, moves: Sequence[str]) -> bool:
    """Return whether a published game of the family starts with these moves, in notation."""
    return any(line[: len(moves)] == list(moves) for line in _lines(family))


@cache
def _lines(family: str) -> list[list[str]]:
    """Return the moves of each published game of a family."""
    file = GAMES / family / "games.json"
    return [game["moves"] for game in json.loads(file.read_text())] if file.exists() else []
