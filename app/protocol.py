"""Uvicorn's websocket protocol with a small write buffer, an end for those who do not read, and a short way
for what many are told.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport
is aborted when its buffer has not emptied for STALL seconds. A frame for an audience is written at once by
`offer`, without a task that wakes for it; who cannot take it now is called `ready` when he can.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
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

    async def run_asgi(self) -> None:
        """Uvicorn would write down an error for every handshake that was answered with a refusal."""
        serve = self.app
        self._extensions()[EXTENSION] = self

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await serve(scope, receive, send)
            self.handshake_complete = self.handshake_complete or self.initial_response is not None

        self.app = app
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
            raise ClientDisconnected  # a sender that has not heard yet that it is over
        await super().send(message)

    def offer(self, text: bytes) -> bool:
        """Sends a text message if the other end takes it now. False: it does not, or it has gone."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 is the other end's fault: Uvicorn would write it down as one of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

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
