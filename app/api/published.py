"""Published games: files `games.json` of the client, whose lines everybody may read at any time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parents[2] / "static" / "games"  # beside `app`, in the repository and where installed


def is_published(family: str, moves: Sequence[str]) -> bool:
    """Whether some published game of the family begins with these moves, as it tells them."""
    return any(line[: len(moves)] == list(moves) for line in _lines(family))


@cache
def _lines(family: str) -> list[list[str]]:
    """The moves of each published game of a family."""
    file = GAMES / family / "games.json"
    return [game["moves"] for game in json.loads(file.read_text())] if file.exists() else []
