"""Uvicorn's WebSocket protocol with a small write buffer, an end for clients that do not read, and a fast
path for short text frames in and all text frames out.

`websocket.close` alone would wait for the write buffer of a client that reads nothing; here the transport is
aborted when its buffer has not emptied for STALL seconds. `try_send()` writes at once or returns False;
`on_writable` is called when the buffer has emptied. `on_text`, if set, takes each text in place of
`receive()`; a short text frame that comes in one piece does not even pass through the library's parser.
Everything else goes through the library, with the same result.

An idle socket is to hold little memory: the library's protocol, the request and most of the ASGI scope are
dropped after the handshake, and the library's protocol is made anew for the first frame that needs it.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it could be built
from websockets.http11 import Response
from websockets.protocol import CONNECTING, OPEN
from websockets.server import ServerProtocol

from app import metrics
from app.domain.names import request_id
from app.errors import Refusal
from app.messages.errors import ERROR_HEADERS, REQUEST_ID, encode_error
from app.sockets.heartbeat import Heartbeat
from app.sockets.memory import MemoryRelease
from app.sockets.queues import Gate, MessageQueue

HIGH = 16 * 1024  # bytes that may wait to be sent
STALL = 10.0  # seconds

PONG = 0x8A  # the first byte of a whole pong frame
HEAD = 14  # bytes of the longest frame head
SHORT = 6 + 125  # bytes of a client's frame whose size is one byte, at most

HEARTBEAT = "heartbeat"  # where the sockets of a server find their timer: app_state[HEARTBEAT]
MEMORY = "memory"  # and what releases the memory of those that have closed
EXTENSION = "richelieu.live"  # where an application finds the protocol: scope["extensions"][EXTENSION]


class Handshake(ServerProtocol):
    """The library's protocol, whose errors of the handshake have our form: a client that does not speak the
    protocol, or that comes while the process ends."""

    def reject(self, status: int, text: str) -> Response:
        metrics.HANDSHAKES.labels("none", str(int(status))).inc()
        code = "bad_message" if status < 500 else "try_again" if status == 503 else "internal"
        response = super().reject(status, text)
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


INHERITED = (  # attributes of uvicorn's class: with a slot each, a connection needs no dictionary
    *("app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config"),
    *("connections", "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete"),
    *("handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop", "pending_ping_payload"),
    *("ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue", "read_paused"),
    *("request", "response", "root_path", "scheme", "scope", "server", "tasks", "transport", "writable"),
)
KEPT = ("type", "path", "extensions", "state")  # of the scope, after the handshake


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection whose client has to read what is sent."""

    __slots__ = (
        *INHERITED,
        *("_conn", "_ending", "_full", "_heartbeat", "_position", "_stalled", "on_text", "on_writable"),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        self._conn: ServerProtocol | None = None
        super().__init__(*args, **options)
        self._conn = None  # uvicorn's own
        self.queue: MessageQueue = MessageQueue()  # type: ignore[assignment]
        self.writable: Gate = Gate()  # type: ignore[assignment]
        self.on_text: Callable[[str], None] | None = None
        self.on_writable: Callable[[], None] | None = None
        self._full = False  # the write buffer
        self._stalled: asyncio.TimerHandle | None = None
        self._position: StreamPosition | None = None  # in the stream of frames; None where it is not known
        self._ending = False  # the process
        self._heartbeat: Heartbeat | None = None  # that pings this socket

    @property
    def conn(self) -> ServerProtocol:
        """The library's protocol, made when it is needed."""
        if self._conn is None:
            state = OPEN if self.handshake_complete else CONNECTING
            self._conn = Handshake(state=state, max_size=self.config.ws_max_size, logger=self.logger)
        return self._conn

    @conn.setter
    def conn(self, conn: ServerProtocol) -> None:
        self._conn = conn

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH)

    def data_received(self, data: bytes) -> None:
        position = self._position
        if self.on_text and position and position.between and not self.frames and not self.close_sent:
            if data[0] == PONG and self._take_pong(data):
                return
            text = short_text(data)
            if text is not None and self.queue.messages is None:
                self.on_text(text)
                return
        if position:
            position.advance(data)
        elif not self.handshake_initiated and data.find(b"\r\n\r\n") == len(data) - 4:
            self._position = StreamPosition()  # it was the whole request, and frames come next
        super().data_received(data)

    def shutdown(self) -> None:
        self._ending = True
        super().shutdown()

    def send_500_response(self) -> None:
        """Uvicorn answers so what was not answered: 503 while the process ends, else a fault of ours."""
        if self.initial_response or self.handshake_complete:
            return
        status, text = (503, "the server is shutting down") if self._ending else (500, "internal error")
        self.conn.send_response(self.conn.reject(status, text))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.handshake_complete = self.close_sent = True

    async def run_asgi(self) -> None:
        """As uvicorn's, which would log an error for every handshake that was answered with a refusal, and
        keep two more coroutines for each connection."""
        self._extensions()[EXTENSION] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete and self.initial_response is None:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        if self.close_timer is None:
            self.transport.close()

    async def receive(self) -> ASGIReceiveEvent:
        while self.queue.empty():
            await self.queue.arrival()
        message = cast(ASGIReceiveEvent, self.queue.get_nowait())
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent and not self.initial_response:
            raise ClientDisconnected  # the sender does not know yet that the connection is closed
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._drop_handshake()

    def _drop_handshake(self) -> None:
        """Drops what only the handshake needed; the library's protocol too, unless it is within a message."""
        self.request = self.response = None  # type: ignore[assignment]
        self.server = self.client = None
        kept: Any = {name: self.scope[name] for name in KEPT}  # type: ignore[literal-required]
        self.scope.clear()  # type: ignore[attr-defined]  # the coroutines of the application hold it
        self.scope.update(kept)
        position, conn = self._position, self._conn
        if position and position.between and conn and conn.state is OPEN and conn.current_size is None:
            self._conn = None

    @property
    def latency(self) -> float:
        """Seconds that the last ping took, there and back; 0 before the first one was answered."""
        return self.last_ping_rtt

    @property
    def closing(self) -> bool:
        """Nothing that is written now would arrive."""
        return self.close_sent or self.transport.is_closing()

    def try_send(self, text: bytes) -> bool:
        """Sends a text, if the client reads. False: its buffer is full, or the connection is closing."""
        if self._full or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text))
        return True

    def pause_reading(self, paused: bool) -> None:
        """Back-pressure: stops reading from the transport, or goes on. The client is not judged by pongs that
        were not read meanwhile."""
        if paused != self.read_paused and not self.closing:
            self.read_paused, self.ping_sent_at = paused, self.loop.time()
            (self.transport.pause_reading if paused else self.transport.resume_reading)()

    def send_receive_event_to_app(self) -> None:
        """A text that is not UTF-8 is the client's fault: Uvicorn would log it as one of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
            if self.on_text and self.queue.empty():
                self.frames = []
                self.on_text(text)
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
        if self.on_writable:
            self.on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self.on_text = self.on_writable = None
        if hasattr(self, "scope"):
            self._extensions().pop(EXTENSION, None)  # a reference cycle
        super().connection_lost(exc)
        self.app_state.setdefault(MEMORY, MemoryRelease()).note_closed(len(self.connections))

    def start_keepalive(self) -> None:
        """Joins the sockets of this server that are pinged from one timer."""
        interval, timeout = self.config.ws_ping_interval, self.config.ws_ping_timeout
        if interval and timeout:
            heartbeat = self.app_state.get(HEARTBEAT)
            if heartbeat is None:
                heartbeat = self.app_state[HEARTBEAT] = Heartbeat(interval, timeout)
            self._heartbeat = heartbeat
            heartbeat.add(self)

    def stop_keepalive(self) -> None:
        super().stop_keepalive()
        if self._heartbeat:
            self._heartbeat.remove(self)
            self._heartbeat = None

    def ping(self, at: float, payload: bytes, frame: bytes) -> None:
        if self.pending_ping_payload is None and not self.closing:
            self.pending_ping_payload, self.ping_sent_at = payload, at
            self.transport.write(frame)

    def is_overdue(self, since: float) -> bool:
        return self.pending_ping_payload is not None and not self.read_paused and self.ping_sent_at <= since

    def _take_pong(self, data: bytes) -> bool:
        """Whether the bytes are one whole frame, the answer to our ping."""
        if self.pending_ping_payload is None or len(data) != 10 or data[1] != 0x84:  # masked, 4 bytes
            return False
        if apply_mask(data[6:], data[2:6]) != self.pending_ping_payload:
            return False
        self.last_ping_rtt, self.pending_ping_payload = self.loop.time() - self.ping_sent_at, None
        return True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _extensions(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.scope["extensions"])

    def _cancel(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


# As much of the framing of RFC 6455 as the fast path needs; everything else is left to the library.


def text_frame(text: bytes) -> bytes:
    """A whole text frame from a server."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def short_text(data: bytes) -> str | None:
    """The text, if the bytes are one whole short text frame from a client; None: they are not."""
    size = len(data)
    if not 6 <= size <= SHORT or data[0] != 0x81 or data[1] != size + 122:  # 122: masked, less the head
        return None
    try:
        text: str = apply_mask(data[6:], data[2:6]).decode()
    except UnicodeDecodeError:
        return None
    return text


class StreamPosition:
    """The position in a stream of frames that is read in pieces: `between` two frames, or within one."""

    __slots__ = ("_head", "_rest", "between")

    def __init__(self) -> None:
        self.between = True
        self._head = b""  # the first bytes of a frame head that is not complete
        self._rest = 0  # bytes of a frame that are still to come

    def advance(self, data: bytes) -> None:
        """Counts some bytes."""
        start, size = 0, len(data)
        while start < size:
            if not self._rest:
                head = self._head + data[start : start + HEAD]
                whole = _frame_size(head)
                if whole is None:
                    self._head, self.between = head, False
                    return
                self._rest, self._head = whole - len(self._head), b""
            step = min(self._rest, size - start)
            self._rest -= step
            start += step
        self.between = not self._rest


def _frame_size(head: bytes) -> int | None:
    """The bytes of a frame, by its first bytes; None: there are too few."""
    if len(head) < 2:
        return None
    size, more = head[1] & 127, 0
    if size > 125:
        more = 2 if size == 126 else 8
        if len(head) < 2 + more:
            return None
        size = int.from_bytes(head[2 : 2 + more], "big")
    return 2 + more + (4 if head[1] & 128 else 0) + size
