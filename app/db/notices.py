"""Notices of changed games: the interface of the bus, complete for a single process.

A notice is sent after the commit of the change (`app.cluster.redis_bus`). It is lost if the process dies
before sending it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol

from app.domain.game_info import GameInfo
from engine import Match

Topic = Literal["log", "facts", "presence", "chat", "seeks"]  # kind of change
Known = tuple[GameInfo, Match]  # a loaded game


class Connection(Protocol):
    """A database connection in a transaction."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any: ...


class Bus:
    """Bus of a single process. `process`: our name among several processes; None: there are no others."""

    process: str | None = None

    def __init__(self) -> None:
        self.processes: frozenset[str] = frozenset()  # live processes including ours, if there are several
        self.games: dict[str, Known | None] = {}  # changed games of all processes; consumed by the lobby
        self.missed = False  # notices were missed: any game may have changed
        self.changed = asyncio.Event()  # set with `games` and `missed`
        self.listeners: list[Callable[[str | None], None]] = []  # called by `announce`
        self.on_reread: Callable[[str], None] = lambda _: None  # set by the session registry
        self.listening = asyncio.Event()  # subscribed to other processes' notices, or there are none
        self.listening.set()

    def away(self) -> float:
        """Return for how many seconds the notices of other processes have not been received."""
        return 0.0

    async def has_others(self, connection: Connection) -> bool:  # noqa: ARG002 (of the interface)
        """Return whether other processes receive notices now."""
        return False

    def reread(self, games: Iterable[str]) -> None:
        """Announce games that were changed without their sessions in this process, after the commit."""
        for game in games:
            self.on_reread(game)
            self.announce(game)

    def announce(self, game: str | None, known: Known | None = None) -> None:
        """Announce a changed game; None: any may have changed. `known`: its new state, if loaded, so that
        listeners need not read it."""
        for listener in self.listeners:
            listener(game)
        if game is None:
            self.missed = True
        else:
            self.games[game] = known
        self.changed.set()

    async def publish(self, connection: Connection, topic: Topic, games: Sequence[str]) -> None:
        """Notify other processes after the commit of the transaction on `connection`."""

    def send(self, topic: Topic, games: Iterable[str]) -> None:
        """Notify other processes of committed changes."""

    async def flush(self) -> None:
        """Wait until the notices given to `send` are sent, or cannot be."""

    async def close(self) -> None:
        """Close the connections."""

    async def run(self, on_notice: Callable[[Topic, str], None], on_reconnect: Callable[[], None]) -> None:
        """Receive the notices of other processes until cancelled. `on_reconnect` is called when some may have
        been missed."""
