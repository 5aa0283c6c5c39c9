"""The lobby: free seats, games being played, and what the asker has not finished; whole on every change,
at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from app.cluster.bus import Bus
from app.db.games import Glance, Store
from app.domain.game_info import Player
from app.errors import TryAgain
from app.live import state as frames
from app.messages import games as wire

PAUSE = 0.25  # seconds between two tellings

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class Visitor:
    """A socket in the lobby; the bell rings when the lists have changed."""

    player: Player | None
    send: Callable[[bytes], Awaitable[None]]
    bell: asyncio.Event = field(default_factory=asyncio.Event)


class Lobby:
    """Reads the lists when something changed and somebody is there to see them."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._visitors: set[Visitor] = set()
        self._version = 0
        self._lists: tuple[int, list[wire.Item], list[wire.Item]] | None = None
        self._reading = asyncio.Lock()
        bus.listen(self._notice)

    def _notice(self, _: str) -> None:
        self._version += 1
        for visitor in self._visitors:
            visitor.bell.set()

    async def tell(self, visitor: Visitor) -> None:
        """Sends the lobby to one visitor: now, and whenever it has changed, for ever."""
        self._visitors.add(visitor)
        try:
            while True:
                visitor.bell.clear()
                try:
                    lobby = await self._lobby(visitor.player)
                except TryAgain as error:
                    log.warning("lobby", error=error.detail)
                    visitor.bell.set()
                else:
                    await visitor.send(wire.encode(lobby))
                await asyncio.sleep(PAUSE)
                await visitor.bell.wait()
        finally:
            self._visitors.discard(visitor)

    async def _lobby(self, player: Player | None) -> wire.Lobby:
        shared, mine = await self._shared(), []
        if player:
            mine = await self._store.listing(player=player.id, public=False, unfinished=True)
        return wire.Lobby(shared[0], shared[1], [item(glance) for glance in mine])

    async def _shared(self) -> tuple[list[wire.Item], list[wire.Item]]:
        """What everybody sees, read once for all visitors."""
        async with self._reading:
            version = self._version
            if self._lists is None or self._lists[0] != version:
                free = [item(glance) for glance in await self._store.listing(status="open")]
                live = [item(glance) for glance in await self._store.listing(status="live", watched=True)]
                self._lists = version, free, live
            return self._lists[1], self._lists[2]


def item(glance: Glance) -> wire.Item:
    """A game in the lobby's lists."""
    facts = glance.facts
    return wire.Item(facts.id, facts.game.id, frames.people(facts), None, False, glance.ply, facts.created)
