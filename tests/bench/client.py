"""A websocket client of as little as will do, so that the generator is not what is measured.

It sends masked text frames and reads unmasked ones, answers pings, and hands every text to a callback.
"""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable
from typing import Any

Heard = Callable[["Client", bytes], None]

MASK = b"\0\0\0\0"  # a mask of zeros leaves the text as it is


class Client(asyncio.Protocol):
    """One connection. `heard` is called with each text frame that comes in; `tag` is the caller's."""

    def __init__(self, path: str, token: str | None, heard: Heard, tag: Any = None) -> None:
        self.heard, self.tag = heard, tag
        self._path, self._token = path, token
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: bench",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {'A' * 22}==",
            "Sec-WebSocket-Version: 13",
        ]
        if self._token:
            lines.append(f"Authorization: Bearer {self._token}")
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head.decode()))
                return
            self._open = True
            self._buffer = bytearray(rest)
            self.ready.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            size, body = buffer[start + 1], start + 2
            if size == 126:
                if len(buffer) - start < 4:
                    break
                (size,) = struct.unpack_from("!H", buffer, body)
                body += 2
            elif size == 127:
                raise ValueError("a frame of more than 64 KiB")
            if len(buffer) < body + size:
                break
            kind, text = buffer[start] & 15, bytes(buffer[body : body + size])
            start = body + size
            if kind == 1:
                self.heard(self, text)
            elif kind == 9:
                self._send(10, text)
        del buffer[:start]

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, kind: int, text: bytes) -> None:
        size = len(text)
        head = bytes([128 | kind, 128 | size]) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        self._transport.write(head + MASK + text)

    def close(self) -> None:
        self._transport.abort()


async def connect(port: int, path: str, heard: Heard, *, token: str | None = None, tag: Any = None) -> Client:
    """An open connection to 127.0.0.1."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: Client(path, token, heard, tag), "127.0.0.1", port)
    await client.ready
    return client


def files_allowed() -> int:
    """How many sockets this process may open."""
    return os.sysconf("SC_OPEN_MAX")
