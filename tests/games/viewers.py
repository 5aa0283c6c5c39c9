"""Viewers of a loaded game without sockets."""

from __future__ import annotations

import asyncio

from app.games.session import Session
from app.model.game_info import Player
from tests.serving import PATIENCE


class SessionViewer:
    """The connection of a player or, without one, of a spectator, which was last heard at `heard`."""

    def __init__(self, player: Player | None = None) -> None:
        self.player, self.heard = player, 0
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    def send_frame(self, text: bytes) -> None:
        """Nobody writes in the chat."""


async def wait_for_end(session: Session) -> None:
    """Wait until the game of a session has ended."""
    viewer = SessionViewer()
    session.audience.enter(viewer)
    async with asyncio.timeout(PATIENCE):
        while session.match.outcome is None:
            await viewer.woken.wait()
            viewer.woken.clear()
    session.audience.leave(viewer)
