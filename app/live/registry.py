"""The games that are held by this process, because somebody looks at them or did so a moment ago."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.cluster.bus import Bus
from app.db.games import GameStore
from app.db.writer import Writer
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal
from app.live.session import Session
from app.live.slices import replay
from app.messages import games as wire

LINGER = 30.0  # seconds a session stays when nobody looks any more


class SessionRegistry:
    """The sessions of this process, by game; each is read from the store when first asked for."""

    def __init__(self, store: GameStore, writer: Writer, bus: Bus) -> None:
        self._store, self._writer, self._bus = store, writer, bus
        self.moved = asyncio.Event()  # somebody came or went
        self._sessions: dict[str, Session] = {}
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._holders: dict[str, int] = {}

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Session]:
        """The session of a game, kept at least as long as the block. Refusal: `not_found`."""
        self._holders[id] = self._holders.get(id, 0) + 1
        try:
            yield self._sessions.get(id) or await self._load(id)
        finally:
            self._holders[id] -= 1
            if not self._holders[id]:
                del self._holders[id]
                if id in self._sessions:
                    asyncio.get_running_loop().call_later(LINGER, self._drop, id)

    def begun(self, info: GameInfo, player: Player) -> wire.State:
        """The state of a game that was just written, for its creator. Nothing is read: the database may be
        away again."""
        return Session(info, [], info.match(), self._store, self._writer, self._bus).state(player)

    def held(self) -> dict[str, Session]:
        """The sessions that are kept just now, by game."""
        return dict(self._sessions)

    def known(self) -> set[str]:
        """The games that are kept, and those that are just being read."""
        return self._sessions.keys() | self._loading.keys()

    def knows(self, id: str) -> bool:
        """Whether a game is one of them."""
        return id in self._sessions or id in self._loading

    async def arrived(self, id: str) -> Session | None:
        """The session of a game, if it is kept; if it is just being read, when that is done. What it read
        may be older than a notice that has come meanwhile."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        return self._sessions.get(id)

    async def _load(self, id: str) -> Session:
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._read(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _read(self, id: str) -> Session:
        info = await self._store.info(id) if id.isalnum() and id.isascii() else None
        if info is None:
            raise Refusal("not_found", game=id[:40])
        log = await self._store.log(id)
        match = await replay(info, log)
        session = Session(info, log, match, self._store, self._writer, self._bus, self.moved.set)
        self._sessions[id] = session
        session.end_if_full()
        return session

    def _drop(self, id: str) -> None:
        if id not in self._holders:
            self._sessions.pop(id, None)
