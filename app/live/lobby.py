"""The lobby: free seats whose owners are connected, games being played, and what the asker has not finished;
whole on every change, at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field

import structlog

from app.cluster.bus import Bus
from app.cluster.owners import Owners
from app.db.game_lists import GameLists, GameSummary
from app.domain.game_info import Player
from app.errors import TryAgain
from app.live import state as frames
from app.messages import games as wire

PAUSE = 0.25  # seconds between two tellings

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Lists:
    """What everybody sees; `version`: of the games, and of their owners, when it was read."""

    version: tuple[int, int]
    open: list[wire.Item]
    live: list[wire.Item]


@dataclass(slots=True, eq=False)
class Visitor:
    """A socket in the lobby; the bell rings when the lists have changed."""

    player: Player | None
    send: Callable[[bytes], Awaitable[None]]
    bell: asyncio.Event = field(default_factory=asyncio.Event)


class Lobby:
    """Reads the lists when something changed and somebody is there to see them."""

    def __init__(self, store: GameLists, bus: Bus, owners: Owners) -> None:
        self._store, self._owners = store, owners
        self._visitors: set[Visitor] = set()
        self._version = 0
        self._lists: Lists | None = None
        self._reading = asyncio.Lock()
        bus.listen(self._notice)

    def _notice(self, _: str) -> None:
        self._version += 1
        self._wake()

    def _wake(self) -> None:
        for visitor in self._visitors:
            visitor.bell.set()

    async def follow(self) -> None:
        """Until cancelled: reads the lists again when owners of open games came or went."""
        while True:
            await self._owners.changed.wait()
            self._owners.changed.clear()
            try:
                if self._visitors:
                    await self._shared()
            except TryAgain:
                self._owners.changed.set()
            except Exception:
                log.exception("lobby")
            await asyncio.sleep(PAUSE)

    async def tell(self, visitor: Visitor) -> None:
        """Sends the lobby to one visitor: now, and whenever it has changed, for ever."""
        player = visitor.player
        with self._owners.present(player.id) if player else nullcontext():
            self._visitors.add(visitor)
            try:
                await self._tell(visitor)
            finally:
                self._visitors.discard(visitor)

    async def _tell(self, visitor: Visitor) -> None:
        sent = None
        while True:
            visitor.bell.clear()
            try:
                lobby = await self._lobby(visitor.player)
            except TryAgain as error:
                log.warning("lobby", error=error.detail)
                visitor.bell.set()
            else:
                frame = wire.encode(lobby)
                if sent != hash(frame):
                    await visitor.send(frame)
                sent = hash(frame)
            await asyncio.sleep(PAUSE)
            await visitor.bell.wait()

    async def _lobby(self, player: Player | None) -> wire.Lobby:
        shared, mine = await self._shared(), []
        if player:
            mine = await self._store.list_games(player=player.id, public=False, unfinished=True)
        return wire.Lobby(shared.open, shared.live, [item(glance) for glance in mine])

    async def _shared(self) -> Lists:
        """What everybody sees, read once for all visitors. Whoever finds that other open games are listed
        wakes them all."""
        async with self._reading:
            known, version = self._lists, (self._version, self._owners.version)
            if known and known.version == version:
                return known
            free = [item(glance) for glance in await self._store.open_games(self._owners.ids())]
            live = [item(glance) for glance in await self._store.list_games(status="live", watched=True)]
            self._lists = Lists(version, free, live)
            if known and known.open != free:
                self._wake()
            return self._lists


def item(glance: GameSummary) -> wire.Item:
    """A game in the lobby's lists."""
    info = glance.info
    return wire.Item(info.id, info.game.id, frames.people(info), None, False, glance.ply, info.created)
