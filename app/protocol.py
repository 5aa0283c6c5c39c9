"""Uvicorn's websocket protocol with a small write buffer, and an end for those who do not read.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport
is aborted when its buffer has not emptied for STALL seconds.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HIGH = 16 * 1024  # bytes that may wait to be sent
STALL = 10.0  # seconds


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection whose other end has to read."""

    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH)

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
            raise ClientDisconnected  # a sender that has not heard yet that it is over
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

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _cancel(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
