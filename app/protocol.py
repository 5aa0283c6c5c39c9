"""Uvicorn's websocket protocol with a small write buffer, and an end for those who do not read.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport
is aborted when its buffer has not emptied for STALL seconds.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HIGH = 16 * 1024  # bytes that may wait to be sent
STALL = 10.0  # seconds


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection whose other end has to read."""

    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH)

    async def run_asgi(self) -> None:
        """Uvicorn would write down an error for every handshake that was answered with a refusal."""
        serve = self.app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await serve(scope, receive, send)
            self.handshake_complete = self.handshake_complete or self.initial_response is not None

        self.app = app
        await super().run_asgi()

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
