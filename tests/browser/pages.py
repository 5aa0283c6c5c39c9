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


ALIKE = {"/new", "/leaderboards", "/help", "/docs"}  # as other pages of text, and addresses that lead on


async def game_pages(visitor: Visitor, running: Iterable[Game[Any]], ended: Iterable[Game[Any]]) -> list[str]:
    """Return the addresses of running and of ended games, each after a move."""
    paths = []
    for games, ends in ((running, False), (ended, True)):
        for game in games:
            both: dict[str, Any] = {"seat": "both"} if len(game.seats) == 2 else {}
            made = await visitor.make(game.id, **both)
            await visitor.play(made, (await visitor.state(made))["legal"][0][0])
            if ends:
                await visitor.post(f"/api/games/{made}/resign")
            paths.append(f"/g/{made}")
    return paths
