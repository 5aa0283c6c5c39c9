"""Uvicorn's websocket protocol with a small write buffer, an end for those who do not read, and a short way
for what many are told.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport
is aborted when its buffer has not emptied for STALL seconds. A frame for an audience is written at once by
`offer`, without a task that wakes for it; who cannot take it now is called `ready` when he can.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable, Coroutine
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HIGH = 16 * 1024  # bytes that may wait to be sent
STALL = 10.0  # seconds

EXTENSION = "richelieu.live"  # where an application finds the protocol: scope["extensions"][EXTENSION]


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection whose other end has to read."""

    ready: Callable[[], None] | None = None  # called when `offer` may be tried again
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH)

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        self._extensions()[EXTENSION] = self
        return super().run_asgi()

    def offer(self, text: bytes) -> bool:
        """Sends a text message if the other end takes it now. False: it does not, or it has gone."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # refused with an answer: nothing is missing

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel()
        if self.ready:
            self.ready()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self.ready = None
        if hasattr(self, "scope"):
            self._extensions().pop(EXTENSION, None)  # it would keep itself alive
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _extensions(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.scope["extensions"])

    def _cancel(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def _head(size: int) -> bytes:
    """The head of a whole text frame from a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
