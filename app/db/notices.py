"""Notices that games have changed: the interface of the bus, which within one process is all of it.

A notice is sent after the commit of what it tells (`app.cluster.redis_bus`). It may be lost with the process
that was about to send it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol

from app.domain.game_info import GameInfo
from engine import Match

Topic = Literal["log", "facts", "presence", "chat", "seeks"]  # what of the games has changed
Known = tuple[GameInfo, Match]  # a game as a session has it


class Connection(Protocol):
    """A database connection in a transaction."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> Any: ...


class Bus:
    """The bus of a process that is alone. `process`: our name among several, None: there are no others."""

    process: str | None = None

    def __init__(self) -> None:
        self.processes: frozenset[str] = frozenset()  # that are alive, ours too, if there are several
        self.games: dict[str, Known | None] = {}  # that have changed, in any process; taken by the lobby
        self.missed = False  # some notices: any game may have changed
        self.changed = asyncio.Event()  # set with either of them
        self.listeners: list[Callable[[str | None], None]] = []  # called with what is announced
        self.on_reread: Callable[[str], None] = lambda _: None  # set by the session registry
        self.listening = asyncio.Event()  # notices of other processes are received, or there are none
        self.listening.set()

    def away(self) -> float:
        """Seconds for which the notices of other processes have not been received."""
        return 0.0

    async def has_others(self, connection: Connection) -> bool:  # noqa: ARG002 (of the interface)
        """Whether other processes receive notices now."""
        return False

    def reread(self, games: Iterable[str]) -> None:
        """Notes that games were changed beside their sessions in this process, after the commit."""
        for game in games:
            self.on_reread(game)
            self.announce(game)

    def announce(self, game: str | None, known: Known | None = None) -> None:
        """Note that a game has changed; None: any may have. `known`: how it stands, where that is loaded, so
        that nobody reads it again."""
        for listener in self.listeners:
            listener(game)
        if game is None:
            self.missed = True
        else:
            self.games[game] = known
        self.changed.set()

    async def publish(self, connection: Connection, topic: Topic, games: Sequence[str]) -> None:
        """Notify other processes after the transaction on `connection` has been committed. There are none
        here."""

    def send(self, topic: Topic, games: Iterable[str]) -> None:
        """Notify other processes of what is committed."""

    async def flush(self) -> None:
        """Waits until what was given to `send` is on its way, or cannot be sent."""

    async def close(self) -> None:
        """Closes the connections."""

    async def run(self, on_notice: Callable[[Topic, str], None], on_reconnect: Callable[[], None]) -> None:
        """Receives the notices of other processes until cancelled. `on_reconnect` is called when some may
        have been missed."""
