"""Badges as sent to clients."""

from __future__ import annotations

from msgspec import Struct


class BadgeJson(Struct):
    """A milestone proved by a player's results: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or
    `week`. `game`: the game that won it; `at`: when that game ended."""

    id: str
    at: int
    game: str
