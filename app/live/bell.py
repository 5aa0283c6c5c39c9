"""Waking those who look at a game: the players first, many spectators in slices, so that a move never holds
up the loop for long. A slice that comes late shows the newest frame anyway."""

from __future__ import annotations

import asyncio
from typing import Protocol

from app.domain.game_info import Player

SLICE = 100  # spectators woken in one go


class Watcher(Protocol):
    """Somebody who looks at a game: a socket."""

    @property
    def player(self) -> Player | None: ...

    def wake(self) -> None: ...


def ring(players: list[Watcher], spectators: list[Watcher]) -> asyncio.Task[None] | None:
    """Wakes them all; where there are many, the task that wakes the rest."""
    for watcher in players:
        watcher.wake()
    for watcher in spectators[:SLICE]:
        watcher.wake()
    if len(spectators) <= SLICE:
        return None
    return asyncio.create_task(_wake_in_slices(spectators[SLICE:]))


async def _wake_in_slices(watchers: list[Watcher]) -> None:
    for start in range(0, len(watchers), SLICE):
        await asyncio.sleep(0)
        for watcher in watchers[start : start + SLICE]:
            watcher.wake()
