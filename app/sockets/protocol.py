"""Uvicorn's websocket protocol with a small write buffer, an end for those who do not read, and a short way
in and out.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport
is aborted when its buffer has not emptied for STALL seconds. What is written by `offer` goes out at once,
without a task that wakes for it; who cannot take it now is called `ready` when he can. An application that
says whom a text is `heard` by is called with it at once; a short text that comes in one piece does not pass
through the library's parser even. Everything else goes the long way, with the same result.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.messages.framing import Place, short_text

HIGH = 16 * 1024  # bytes that may wait to be sent
STALL = 10.0  # seconds

EXTENSION = "richelieu.live"  # where an application finds the protocol: scope["extensions"][EXTENSION]


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection whose other end has to read."""

    heard: Callable[[str], None] | None = None  # called with each text, in place of `receive`
    ready: Callable[[], None] | None = None  # called when `offer` may be tried again
    _full = False  # the write buffer: nothing more is taken
    _stalled: asyncio.TimerHandle | None = None
    _place: Place | None = None  # in the stream of frames; None where nobody knows

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH)

    def data_received(self, data: bytes) -> None:
        place = self._place
        if self.heard and place and place.between and not self.frames and not self.close_sent:
            text = short_text(data)
            if text is not None and self.queue.empty():
                self.heard(text)
                return
        if place:
            place.passed(data)
        elif not self.handshake_initiated and data.find(b"\r\n\r\n") == len(data) - 4:
            self._place = Place()  # it was the whole request, and frames come next
        super().data_received(data)

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

    @property
    def gone(self) -> bool:
        """Nothing that is written now would arrive."""
        return self.close_sent or self.transport.is_closing()

    def offer(self, frame: bytes) -> bool:
        """Sends a frame as `framed` makes it, if the other end takes it now. False: it does not, or it has
        gone."""
        if self._full or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def hold(self, whether: bool) -> None:
        """Reads no more for a while: what came in is not done with yet; or reads on."""
        if whether != self.read_paused and not self.gone:
            self.read_paused = whether
            (self.transport.pause_reading if whether else self.transport.resume_reading)()

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 is the other end's fault: Uvicorn would write it down as one of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
            if self.heard and self.queue.empty():
                self.frames = []
                self.heard(text)
                return
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        self._full = True
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        self._full = False
        super().resume_writing()
        self._cancel()
        if self.ready:
            self.ready()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self.heard = self.ready = None
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
