"""A minimal websocket client, so that the load generator is not the bottleneck.

It sends masked text frames and reads unmasked ones, answers pings, and passes every text to a callback.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any, cast

OnText = Callable[["Client", bytes], None]

MASK = b"\0\0\0\0"  # a mask of zeros leaves the text as it is
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Client(asyncio.Protocol):
    """One connection. `on_text` is called with each received text; `tag` belongs to the caller; `closed`: why
    the server's end has closed it, None while it is open."""

    def __init__(self, path: str, token: str | None, on_text: OnText, tag: Any = None) -> None:
        self.on_text, self.tag = on_text, tag
        self._path, self._token = path, token
        self._buffer = b""
        self._open = False
        self.closed: str | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        header_lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: bench",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {'A' * 22}==",
            "Sec-WebSocket-Version: 13",
        ]
        if self._token:
            header_lines.append(f"Authorization: Bearer {self._token}")
        self._transport.write("\r\n".join([*header_lines, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = self.closed or (repr(exc) if exc else "the connection has ended")
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(self._buffer.decode()))
                return
            self._open, self._buffer = True, rest
            self.ready.set_result(None)
        self._frames()

    def _frames(self) -> None:
        """Handle every complete frame in the buffer."""
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            size, body = buffer[start + 1], start + 2
            if size == 126:
                if len(buffer) - start < 4:
                    break
                size, body = buffer[body] << 8 | buffer[body + 1], body + 2
            elif size == 127:
                raise ValueError("a frame of more than 64 KiB")
            if len(buffer) < body + size:
                break
            kind, text = buffer[start] & 15, buffer[body : body + size]
            start = body + size
            if kind == TEXT:
                self.on_text(self, text)
            elif kind == PING:
                self._transport.write(frame(text, PONG))
            elif kind == CLOSE:
                self.closed = f"closed with {int.from_bytes(text[:2])} {text[2:].decode(errors='replace')}"
        self._buffer = buffer[start:]

    def send(self, framed: bytes) -> None:
        """Send a frame made by `frame`."""
        self._transport.write(framed)

    def close(self) -> None:
        self._transport.abort()


def frame(text: bytes, kind: int = TEXT) -> bytes:
    """Return a complete client frame with this text."""
    size = len(text)
    head = bytes([128 | kind, 128 | size]) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
    return head + MASK + text


async def connect(
    port: int, path: str, on_text: OnText, *, token: str | None = None, tag: Any = None
) -> Client:
    """Return an open connection to 127.0.0.1."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: Client(path, token, on_text, tag), "127.0.0.1", port)
    await client.ready
    return client
