"""Addresses of the pages without a table."""

from __future__ import annotations

from tests.browser.games import FIRST, TWO

PAGES = (
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
