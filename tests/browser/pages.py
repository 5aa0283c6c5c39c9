"""Addresses of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import Game
from tests.browser.games import FIRST, TWO
from tests.browser.visitor import Visitor

PAGES = (  # without a table
    "/",
    "/new",
    f"/new/{TWO.id}",
    "/me",
    "/settings",
    "/leaderboards",
    f"/leaderboards/{TWO.id}",
    "/help",
    f"/help/{FIRST[0].id}",
    "/daily",
    "/puzzles",
    "/account",
    "/privacy",
    "/docs",
)


async def game_pages(visitor: Visitor, games: Iterable[Game[Any]]) -> list[str]:
    """Return the addresses of a running and an ended game of each of these, after a move."""
    paths = []
    for game in games:
        both: dict[str, Any] = {"seat": "both"} if len(game.seats) == 2 else {}
        for ended in (False, True):
            made = await visitor.make(game.id, **both)
            await visitor.play(made, (await visitor.state(made))["legal"][0][0])
            if ended:
                await visitor.post(f"/api/games/{made}/resign")
            paths.append(f"/g/{made}")
    return paths
