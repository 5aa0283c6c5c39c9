"""The lobby: open games whose owners are connected, games being played, and the player's unfinished games.
Sent whole when it has changed, at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field

import structlog

from app.cluster.owners import Owners
from app.db.game_lists import GameLists, GameSummary
from app.domain.game_info import Player
from app.domain.notices import Bus
from app.errors import TryAgain
from app.live.state import listed_players
from app.messages import games as messages
from app.messages import lobby as lobby_messages

INTERVAL = 0.25  # seconds between two updates, at least

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that all visitors see; `version`: of the games, and of their owners, when they were read."""

    version: tuple[int, int]
    open: list[lobby_messages.Item]
    live: list[lobby_messages.Item]


@dataclass(slots=True, eq=False)
class Visitor:
    """A connection to the lobby; `changed` is set when the lists may have changed."""

    player: Player | None
    send: Callable[[bytes], Awaitable[None]]
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Lobby:
    """Reads the lists when something has changed and a visitor is connected."""

    def __init__(self, store: GameLists, bus: Bus, owners: Owners) -> None:
        self._store, self._bus, self._owners = store, bus, owners
        self._visitors: set[Visitor] = set()
        self._version = 0
        self._lists: Lists | None = None
        self._reading = asyncio.Lock()

    def _notify(self) -> None:
        for visitor in self._visitors:
            visitor.changed.set()

    async def run(self) -> None:
        """Until cancelled: notices when games change, and when owners of open games connect or disconnect."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_games())
            tasks.create_task(self._follow_owners())

    async def _follow_games(self) -> None:
        changed = self._bus.changed
        while True:
            await changed.wait()
            changed.clear()
            self._version += 1
            self._notify()

    async def _follow_owners(self) -> None:
        changed = self._owners.changed
        while True:
            await changed.wait()
            changed.clear()
            try:
                if self._visitors:
                    await self._read_lists()
            except TryAgain:
                changed.set()
            except Exception:
                log.exception("lobby")
            await asyncio.sleep(INTERVAL)

    async def send_updates(self, visitor: Visitor) -> None:
        """Until cancelled: sends the lobby to one visitor, now and whenever it has changed."""
        player = visitor.player
        with self._owners.count_connection(player.id) if player else nullcontext():
            self._visitors.add(visitor)
            try:
                await self._send_updates(visitor)
            finally:
                self._visitors.discard(visitor)

    async def _send_updates(self, visitor: Visitor) -> None:
        sent = None
        while True:
            visitor.changed.clear()
            try:
                lobby = await self._lobby(visitor.player)
            except TryAgain as error:
                log.warning("lobby", error=error.detail)
                visitor.changed.set()
            else:
                text = messages.encode(lobby)
                if sent != hash(text):
                    await visitor.send(text)
                sent = hash(text)
            await asyncio.sleep(INTERVAL)
            await visitor.changed.wait()

    async def _lobby(self, player: Player | None) -> lobby_messages.Lobby:
        shared, mine = await self._read_lists(), []
        if player:
            mine = await self._store.list_games(player=player.id, public=False, unfinished=True)
        return lobby_messages.Lobby(
            shared.open, shared.live, [item(summary) for summary in mine], len(self._visitors)
        )

    async def _read_lists(self) -> Lists:
        """The lists that all visitors see, read once. If the open games differ from those known, all
        visitors are notified."""
        async with self._reading:
            known, version = self._lists, (self._version, self._owners.version)
            if known and known.version == version:
                return known
            waiting = [item(summary) for summary in await self._store.open_games(self._owners.ids())]
            live = [item(summary) for summary in await self._store.list_games(status="live", watched=True)]
            self._lists = Lists(version, waiting, live)
            if known and known.open != waiting:
                self._notify()
            return self._lists


def item(summary: GameSummary) -> lobby_messages.Item:
    """A game in the lobby's lists."""
    info = summary.info
    return lobby_messages.Item(
        id=info.id,
        rules=info.game.id,
        players=listed_players(info),
        control=None,
        rated=False,
        created=info.created,
        ply=summary.ply,
        turn=None,
        moved=None,
        position=None,
        daily=info.daily,
        deal=None,
    )
