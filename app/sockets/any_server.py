"""A connection on an ASGI server that is not set up by `app.main.serve`, such as plain uvicorn: what
`app.sockets.protocol` offers, with nothing but `receive` and `send`.

Texts pass through the server, one at a time; while one is on its way `try_send()` returns False, and
`on_writable` is called after it. Limits of frames besides their size, of heads and of idle connections are
those of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from starlette.types import Message, Receive, Send

FRAME = 4096  # bytes of a message, at most
STALL = 10.0  # seconds that a text may be on its way before the connection is given up
TOO_BIG = 1009
DENIAL = "websocket.http.response"  # the extension by which a handshake is answered with an error


class Transport(Protocol):
    """What a connection needs of its server."""

    on_text: Callable[[str], None] | None
    on_writable: Callable[[], None] | None
    read_paused: bool

    @property
    def latency(self) -> float:
        """Seconds of a round trip; 0 where it is not known."""

    @property
    def closing(self) -> bool:
        """Nothing that is written now would arrive."""

    def try_send(self, text: bytes) -> bool:
        """Sends a text. False: the client does not read, or the connection is closing."""

    def pause_reading(self, paused: bool) -> None:
        """Takes no more messages, or goes on."""


class PlainTransport:
    """A connection by `receive` and `send` alone; `receive` and `send` here are to be called instead."""

    latency = 0.0  # ASGI tells nothing of it

    def __init__(self, receive: Receive, send: Send) -> None:
        self.on_text: Callable[[str], None] | None = None
        self.on_writable: Callable[[], None] | None = None
        self.closing = self.read_paused = False
        self._receive, self._send = receive, send
        self._readable = asyncio.Event()
        self._readable.set()
        self._sending: asyncio.Task[None] | None = None
        self._order = asyncio.Lock()  # a close comes after the text that is on its way
        self._given_up = asyncio.Event()

    def try_send(self, text: bytes) -> bool:
        if self.closing or self._sending:
            return False
        self._sending = asyncio.create_task(self._send_text(text))
        return True

    def pause_reading(self, paused: bool) -> None:
        self.read_paused = paused
        (self._readable.clear if paused else self._readable.set)()

    async def receive(self) -> Message:
        """The next message, when reading is not paused; one that is too long closes the connection."""
        while True:
            message = await self._next()
            if message["type"] == "websocket.disconnect":
                self.closing = True
            elif len((message.get("text") or "").encode(errors="surrogatepass")) > FRAME:
                await self.send({"type": "websocket.close", "code": TOO_BIG})
                continue
            return message

    async def send(self, message: Message) -> None:
        """Sends after what is on its way. OSError: the connection is broken or closing."""
        async with self._order:
            if self.closing:
                raise ConnectionError("the connection is closing")
            self.closing = message["type"] == "websocket.close"
            await self._send(message)

    async def _next(self) -> Message:
        """The next message of the server; a disconnect where the client has not read for STALL seconds."""
        waiting = [asyncio.ensure_future(one) for one in (self._message(), self._given_up.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if waiting[0].done():
                found: Any = waiting[0].result()
                return dict(found)
            return {"type": "websocket.disconnect", "code": 1006}
        finally:
            for one in waiting:
                one.cancel()

    async def _message(self) -> Message:
        await self._readable.wait()
        return await self._receive()

    async def _send_text(self, text: bytes) -> None:
        try:
            async with asyncio.timeout(STALL):
                await self.send({"type": "websocket.send", "text": text.decode()})
        except (OSError, TimeoutError):
            self.closing = True
            self._given_up.set()
        finally:
            self._sending = None
        if self.on_writable and not self.closing:
            self.on_writable()
