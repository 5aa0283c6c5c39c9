""" "This game has moved on": told to whoever looks at it.

Within a process sessions ring their own bells and the lobby listens; `announce` is the place where other
processes are told, in the transaction that writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection


class Bus:
    """The bus within a process: `listen` for ids of games that changed, `ring` when one did."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, listener: Callable[[str], None]) -> None:
        self._listeners.append(listener)

    def ring(self, game: str) -> None:
        for listener in self._listeners:
            listener(game)

    async def announce(self, connection: AsyncConnection, games: Sequence[str]) -> None:
        """Tells other processes, when the transaction on `connection` commits. There are none here."""
