"""What processes tell and ask each other: the interface of the bus, complete for a single process.

A notice is sent after the commit of the change (`app.bus.redis_bus`). It is lost if the process dies
before sending it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256
from typing import Any, Literal, Protocol

from app.db.revisions import raise_revisions
from app.model.game_info import GameInfo
from app.model.presence import NO_CONNECTIONS, Connected
from engine import Match

Topic = Literal["log", "facts", "presence", "chat", "seeks"]  # kind of change
LoadedGame = tuple[GameInfo, Match]  # a loaded game


class SqlConnection(Protocol):
    """A database connection in a transaction."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any: ...


class Bus:
    """Bus of a single process. `process`: our name among several processes; None: there are no others."""

    process: str | None = None

    def __init__(self) -> None:
        self.processes: frozenset[str] = frozenset()  # live processes including ours, if there are several
        self.games: dict[str, LoadedGame | None] = {}  # changed games of all processes; consumed by the lobby
        self.missed = False  # notices were missed: any game may have changed
        self.listeners: list[Callable[[str | None], None]] = []  # called by `announce`
        self.on_reread: Callable[[str], None] = lambda _: None  # set by the session registry
        self.listening = asyncio.Event()  # subscribed to other processes' notices, or there are none
        self.listening.set()

    def away(self) -> float:
        """Return for how many seconds this process has been cut off from the others."""
        return 0.0

    async def has_others(self, connection: SqlConnection) -> bool:  # noqa: ARG002 (of the interface)
        """Return whether other processes receive notices now."""
        return False

    async def connections(self, game: str) -> Connected:  # noqa: ARG002
        """Return the connections of other processes to a game. TryAgain: they cannot be asked."""
        return NO_CONNECTIONS

    async def are_others_late(self) -> bool:
        """Return whether another process is stalled, or has not been heard of for seconds and is not known to
        be dead. TryAgain: unknown."""
        return False

    async def silence(self, game: str, player: str) -> int | None:  # noqa: ARG002
        """Return for how many milliseconds the other processes that hold a connection of a player to a game
        have not been heard of, the latest one's, also after its death. None: there is none. TryAgain:
        unknown."""
        return None

    def reread(self, games: Iterable[str]) -> None:
        """Announce games that were changed without their sessions in this process, after the commit."""
        for game in games:
            self.on_reread(game)
            self.announce(game)

    def announce(self, game: str | None, known: LoadedGame | None = None) -> None:
        """Announce a changed game; None: any may have changed. `known`: its new state, if loaded, so that
        listeners need not read it."""
        for listener in self.listeners:
            listener(game)
        if game is None:
            self.missed = True
        else:
            self.games[game] = known

    async def publish(self, connection: SqlConnection, topic: Topic, games: Sequence[str]) -> None:
        """Notify other processes after the commit of the transaction on `connection`."""

    async def publish_facts(self, connection: SqlConnection, games: Sequence[str]) -> None:
        """Raise the revisions of changed games, and notify other processes after the commit."""
        await raise_revisions(connection, games)
        await self.publish(connection, "facts", games)

    def send(self, topic: Topic, games: Iterable[str]) -> None:
        """Notify other processes of committed changes."""

    async def flush(self) -> None:
        """Wait until the notices given to `send` are sent, or cannot be."""

    async def close(self) -> None:
        """Close the connections."""

    async def run(self, on_notice: Callable[[Topic, str], None], on_reconnect: Callable[[], None]) -> None:
        """Receive the notices of other processes until cancelled. `on_reconnect` is called when some may have
        been missed."""


def owner_of(key: str, processes: Collection[str]) -> str | None:
    """Return the process that owns a key, None if there are no processes. By rendezvous hashing only the keys
    of a process that joins or leaves move."""
    return max(processes, key=lambda process: sha256(f"{process} {key}".encode()).digest(), default=None)
