"""Uvicorn's HTTP protocol with deadlines and a bound on heads, so that no connection is held by somebody who
sends nothing, or too little.

A head has HEAD bytes at most (431 beyond) and takes HEAD_TIME seconds, a body BODY_TIME; a connection without
a request is closed after IDLE_TIME. What is late is closed without an answer: there is nobody to read it.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import Transport
from typing import Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 32 * 1024  # bytes
HEAD_TIME = 10.0  # seconds
BODY_TIME = 20.0
IDLE_TIME = 60.0

TOO_LARGE = b'{"error":{"code":"too_large","detail":{"most":%d}}}' % HEAD
ANSWER = b"""HTTP/1.1 431 Request Header Fields Too Large\r
content-type: application/json\r
content-length: %d\r
connection: close\r
\r
""" % len(TOO_LARGE)


class LimitedHttpProtocol(HttpToolsProtocol):
    """A connection whose client has to send what it has begun."""

    _waits_for: Literal["request", "head", "body"] | None = None  # None: for our own answer
    _timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the current head so far
    _refused = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait("request", IDLE_TIME)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._waits_for == "head":
            self._head += len(data)
            if self._head > HEAD:
                self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait("head", HEAD_TIME)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD:
            self._refuse()
            raise ValueError("the head is too large")  # ends the parser's work; nobody else sees it
        self._wait("body", BODY_TIME)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._wait(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._waits_for is None and not self.pipeline:
            self._wait("request", IDLE_TIME)

    def handle_websocket_upgrade(self) -> None:
        self._wait(None)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        if not self._refused:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        """Answers 431 and closes."""
        self._refused = True
        self._wait(None)
        self.transport.write(ANSWER + TOO_LARGE)
        self.transport.close()

    def _wait(self, what: Literal["request", "head", "body"] | None, seconds: float = 0) -> None:
        """Waits for the client, at most so many seconds."""
        self._waits_for = what
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._close) if what else None

    def _close(self) -> None:
        self._timer = None
        self.transport.close()
