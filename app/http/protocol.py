"""Uvicorn WebSocket protocol for live connections: text callbacks, write limit, JSON errors.

`LiveProtocol` overrides methods and uses attributes of uvicorn and websockets without a leading underscore
only; tested on uvicorn 0.54 (pyproject.toml). It adds to uvicorn's class:

- texts: `on_text` gets each text without a task or a queue; `try_send` writes one if the client reads;
- frames of every kind, empty ones too, take a token each; a client without tokens is closed with 1008;
- write limit: `on_writable` is called when a full write buffer has drained; a client whose buffer does not
  drain for `stall_timeout` seconds, or that does not answer a close frame, is disconnected;
- pings: uvicorn's (`ws_ping_interval`, `ws_ping_timeout`), stopped while reading is paused; `latency`
  and `heard`; `answers` sends one at once;
- close code 1007 for a text that is not UTF-8, without an error in the log;
- handshakes refused by the library, at the limit of connections (503) or at shutdown (503): errors as JSON.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, Event
from websockets.server import ServerProtocol

from app.core import metrics
from app.core.error_messages import ERROR_HEADERS, REQUEST_ID, encode_error
from app.core.errors import Refusal
from app.core.ids import request_id
from app.core.rate_limits import TokenBucket
from app.core.wire import MAX_HEAD_BYTES
from app.db import clock

LATENCY_SAMPLES = 8  # last pings of a connection
MAX_FRAMES = 1000  # from a client in a burst
FRAMES_PER_SECOND = 250  # from a client in the long run
PARSED_BYTES = 4096  # parsed at once; the least frame has 6 bytes and takes some 15 microseconds
EXTENSION = "richelieu.live"  # ASGI extension: scope["extensions"][EXTENSION] is the protocol
CODES = {414: "too_large", 431: "too_large", 503: "try_again"}  # refused handshakes; others by status class


class CountedProtocol(ServerProtocol):
    """The library's server protocol, with JSON bodies for rejected handshakes; `received` counts frames."""

    received = 0  # the request included

    def events_received(self) -> list[Event]:
        events = super().events_received()
        self.received += len(events)
        return events

    def reject(self, status: int, text: str) -> Response:
        metrics.HANDSHAKES.labels("none", str(int(status))).inc()
        response = super().reject(status, text)
        code = CODES.get(status) or ("bad_message" if status < 500 else "internal")
        headers, response.body = encode_error(Refusal(code, message=" ".join(text.split())))
        headers |= ERROR_HEADERS | {
            REQUEST_ID: request_id(None),
            "content-length": str(len(response.body)),
        }
        for name, value in headers.items():
            if name in response.headers:
                del response.headers[name]
            response.headers[name] = value
        return response


class LiveProtocol(WebSocketsSansIOProtocol):
    """WebSocket protocol of one connection; disconnects a client that does not read."""

    max_unsent = 16 * 1024  # bytes: size of a full write buffer
    stall_timeout = 10.0  # seconds

    conn: CountedProtocol

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = CountedProtocol(max_size=self.config.ws_max_size, logger=self.logger)
        self.on_text: Callable[[str], None] | None = None
        self.on_writable: Callable[[], None] | None = None
        self._round_trips: deque[float] = deque(maxlen=LATENCY_SAMPLES)  # seconds
        self.heard = 0  # send time of the last answered ping, in milliseconds since the epoch
        self._answer: asyncio.Future[bool] | None = None  # to the pending ping, if awaited
        self._frames = TokenBucket(MAX_FRAMES, FRAMES_PER_SECOND)
        self._full = False  # the write buffer
        self._stall_timer: asyncio.TimerHandle | None = None
        self._shutting_down = False

    # Called by the application.

    @property
    def latency(self) -> float:
        """Return the lower quartile of the last LATENCY_SAMPLES round trips in seconds, so that a client
        cannot look slow by delaying some pongs. 0 before the first pong."""
        found = sorted(self._round_trips)
        return found[(len(found) - 1) // 4] if found else 0.0

    async def answers(self, seconds: float) -> bool:
        """Return whether the client answers a ping, pending or new, within so many seconds. A client whose
        messages are waiting to be read counts as answering: its pong would be waiting too."""
        if self.closing:
            return False
        if self.read_paused or not self.ping_interval:
            return True
        if self._answer is None:
            self._answer = self.loop.create_future()
        answer = self._answer
        if self.pending_ping_payload is None:
            if self.ping_timer:
                self.ping_timer.cancel()
            self.send_keepalive_ping()
        await asyncio.wait({answer}, timeout=seconds)
        return answer.done() and answer.result()

    def _resolve_answer(self, answered: bool) -> None:
        if self._answer:
            self._answer.set_result(answered)
            self._answer = None

    @property
    def closing(self) -> bool:
        """Return whether the connection is closing; a text written now would not arrive."""
        return self.conn.state is not OPEN or self.transport.is_closing()

    def try_send(self, text: bytes) -> bool:
        """Send a text. Return False if the write buffer is full or the connection is closing."""
        if self._full or self.closing:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def pause_reading(self, paused: bool) -> None:
        """Pause or resume reading. Pings stop meanwhile: their pongs could not be read."""
        if paused == self.read_paused or self.closing:
            return
        self.read_paused = paused
        if paused:
            self.transport.pause_reading()
            self.stop_keepalive()
        else:
            self.transport.resume_reading()
            self.start_keepalive()

    # Called by uvicorn.

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=self.max_unsent)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_stall_timer()
        self._resolve_answer(False)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse in pieces: one read may hold 40,000 frames, which would stop the event loop."""
        for start in range(0, len(data), PARSED_BYTES):
            received = self.conn.received
            super().data_received(data[start : start + PARSED_BYTES])
            if self.conn.handshake_exc and not self.close_sent:
                self._answer_rejected_head()
            elif self._frames.take(self.conn.received - received):
                self.conn.fail(1008)
                self.handle_parser_exception()
            if self.transport.is_closing():
                return

    def _answer_rejected_head(self) -> None:
        """Answer a head that the library rejects: uvicorn would leave the client waiting."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Refuse a handshake with a large head, or at the limit of connections, which uvicorn checks for HTTP
        requests only."""
        size = len(event.path) + sum(len(name) + len(value) + 4 for name, value in event.headers.raw_items())
        limit = self.config.limit_concurrency
        if size > MAX_HEAD_BYTES:
            self._reject(431, "The head is too large.")
        elif limit is not None and len(self.connections) >= limit:
            self._reject(503, "Too many connections. Try again.")
        else:
            super().handle_connect(event)
            return
        self.transport.close()

    def _reject(self, status: int, text: str) -> None:
        self.conn.send_response(self.conn.reject(status, text))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.handshake_complete = self.close_sent = True

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to the message; an empty one would only take memory."""
        if event.data or event.fin:
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        """Close the connection after an invalid frame, or after too many."""
        if self.conn.close_sent is None:  # before the end of the handshake there are no close frames
            self.transport.abort()
            return
        super().handle_parser_exception()
        self._start_stall_timer()

    def pause_writing(self) -> None:
        self._full = True
        super().pause_writing()
        self._start_stall_timer()

    def resume_writing(self) -> None:
        self._full = False
        super().resume_writing()
        self._stop_stall_timer()
        if self.on_writable:
            self.on_writable()

    def shutdown(self) -> None:
        self._shutting_down = True
        if self.handshake_complete and self.closing:  # uvicorn would fail to send a close frame
            self.transport.close()
        else:
            super().shutdown()

    def send_500_response(self) -> None:
        """Answer a pending handshake: 503 at shutdown, otherwise 500."""
        if self.initial_response or self.handshake_complete:
            return
        if self._shutting_down:
            self._reject(503, "The server is shutting down.")
        else:
            self._reject(500, "Internal error.")

    async def run_asgi(self) -> None:
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[EXTENSION] = self
        try:
            await super().run_asgi()
        finally:  # break the reference cycles
            del extensions[EXTENSION]
            self.on_text = self.on_writable = None

    async def send(self, message: Any) -> None:
        """Send a message. ClientDisconnected: the connection is closed, which the sender may not know yet."""
        await self.writable.wait()
        if self.close_sent and not self.initial_response:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.close":
            self._start_stall_timer()
        if self.initial_response and self.close_sent:
            self.handshake_complete = True  # rejected by the application; uvicorn would log an error

    def send_receive_event_to_app(self) -> None:
        """Pass a text to `on_text`, if it is set and no earlier message waits in the queue."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:  # uvicorn would log an error
            self.frames = []
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        if self.on_text and self.queue.empty():
            self.frames = []
            self.on_text(text)
        else:
            super().send_receive_event_to_app()

    def handle_pong(self, event: Frame) -> None:
        """Also record the round-trip time."""
        asked = self.pending_ping_payload
        super().handle_pong(event)
        if asked is not None and self.pending_ping_payload != asked:
            self._round_trips.append(self.last_ping_rtt)
            self.heard = clock.now() - int(self.last_ping_rtt * 1000)
            self._resolve_answer(True)

    def keepalive_timeout(self) -> None:
        """Abort: the client would not read a close frame either."""
        super().keepalive_timeout()
        self.transport.abort()

    def _start_stall_timer(self) -> None:
        if self._stall_timer is None:
            self._stall_timer = self.loop.call_later(self.stall_timeout, self.transport.abort)

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
