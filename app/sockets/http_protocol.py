"""Uvicorn HTTP protocol with timeouts (head, body, idle) and limits: head size (431), connections (503),
connections per address (closed without a response).

A connection that times out is closed without a response: no client is waiting for one. `LimitedHttpProtocol`
overrides methods and uses attributes of uvicorn without a leading underscore only; tested on uvicorn 0.54
(pyproject.toml).
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import resource
from asyncio.transports import Transport
from collections import Counter
from collections.abc import Sequence, Sized
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app import metrics
from app.auth import network_of
from app.domain.names import request_id
from app.errors import Refusal
from app.messages.errors import ERROR_HEADERS, REQUEST_ID, encode_error

MAX_HEAD_BYTES = 32 * 1024
IDLE_TIMEOUT = 60.0  # seconds

RESERVED_DESCRIPTORS = 64  # not for clients, nor for the database
REARM_SHARE = 0.9  # of the limit: below it the warning is armed again

log = structlog.get_logger(__name__)


class ConnectionBound:
    """Limit of the TCP connections of clients, sockets included: at most `limit` at once. Reaching it is
    logged once, until there is room again. `per_address`: connections per address, 0 for no limit; `proxies`:
    addresses and networks exempt from it, `*` for all."""

    def __init__(self, limit: int, per_address: int = 0, proxies: Sequence[str] = ()) -> None:
        self.limit, self._per_address = limit, per_address
        self._any = "*" in proxies
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies if proxy != "*"]
        self._by_address: Counter[str] = Counter()
        self._reported = False
        metrics.CONNECTIONS_LIMIT.set(limit)

    def count(self, address: str) -> bool:
        """Count one connection more of an address; return whether it is permitted. Call `release` at its end
        in any case."""
        key = network_of(address)
        self._by_address[key] += 1
        return not 0 < self._per_address < self._by_address[key] or self._is_proxy(address)

    def release(self, address: str) -> None:
        """Count one connection less."""
        key = network_of(address)
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]

    def _is_proxy(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:
            return self._any
        return self._any or any(known in network for network in self._proxies)

    def admit(self, connections: Sized) -> bool:
        """Return whether there is room for the newest of these connections."""
        metrics.CONNECTIONS.set_function(lambda: len(connections))
        if len(connections) <= self.limit:
            self._reported = self._reported and len(connections) > REARM_SHARE * self.limit
            return True
        metrics.CONNECTIONS_REFUSED.inc()
        if not self._reported:
            self._reported = True
            log.warning("connection_limit_reached", limit=self.limit)
        return False


def connection_bound(
    wanted: int, databases: int, per_address: int = 0, proxies: Sequence[str] = ()
) -> ConnectionBound:
    """Return the limit of this process: `wanted`, or as many as its file descriptors allow besides
    `databases` database connections. Raises the soft limit of descriptors to the hard one, and grows the
    kernel's descriptor table to its final size."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # a hard limit above what the kernel allows
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = wanted if soft == resource.RLIM_INFINITY else max(1, soft - RESERVED_DESCRIPTORS - databases)
    if room < wanted:
        log.warning("connection_limit_lowered", wanted=wanted, limit=room)
    limit = min(wanted, room)
    grow_descriptor_table(limit + RESERVED_DESCRIPTORS + databases)
    return ConnectionBound(limit, per_address, proxies)


def grow_descriptor_table(count: int) -> None:
    """Grow the kernel's descriptor table to so many entries now. It doubles when a higher descriptor is
    opened, which blocks a multi-threaded process: 0.1 s were measured at the 1,024th socket, in which no move
    was handled."""
    with suppress(OSError), Path(os.devnull).open() as file:
        os.close(fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, count - 1))


def raw_response(status: int, refusal: Refusal) -> bytes:
    """Return an error as raw HTTP bytes, for connections without a parsed request; the connection ends with
    it."""
    headers, body = encode_error(refusal)
    headers |= ERROR_HEADERS | {
        REQUEST_ID: request_id(None),
        "content-length": str(len(body)),
        "connection": "close",
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + body


class LimitedHttpProtocol(HttpToolsProtocol):
    """HTTP protocol of one connection, which must finish each request in time."""

    head_timeout = 10.0  # seconds
    body_timeout = 20.0
    idle_timeout = IDLE_TIMEOUT

    _waits_for: Literal["request", "head", "body"] | None = None  # None: for the server's response
    _timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the current head
    _refused = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        bound: ConnectionBound | None = self.app_state.get("bound")
        if bound and self.client and not bound.count(self.client[0]):
            self._refused = True
            metrics.CONNECTIONS_REFUSED.inc()
            transport.abort()
        elif bound is None or bound.admit(self.connections):
            self._wait("request", self.idle_timeout)
        else:
            self._refuse(503, Refusal("busy", message="Too many connections. Try again.", most=bound.limit))

    def shutdown(self) -> None:
        """End streams at once and drop unfinished request bodies when the process ends; other responses are
        completed."""
        if services := self.app_state.get("services"):
            services.streams.stop()
        if self._waits_for == "body":
            self.transport.close()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        bound: ConnectionBound | None = self.app_state.get("bound")
        if bound and self.client:
            bound.release(self.client[0])
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._waits_for == "head":
            self._head += len(data)
            if self._head > MAX_HEAD_BYTES:
                self._refuse_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait("head", self.head_timeout)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > MAX_HEAD_BYTES:
            self._refuse_head()
            raise ValueError("the head is too large")  # stops the parser, which swallows it
        self._wait("body", self.body_timeout)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._wait(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._waits_for is None and not self.pipeline:
            self._wait("request", self.idle_timeout)

    def handle_websocket_upgrade(self) -> None:
        self._wait(None)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        if not self._refused:
            self._refuse(400, Refusal("bad_message", message=msg))

    def _refuse_head(self) -> None:
        self._refuse(431, Refusal("too_large", most=MAX_HEAD_BYTES))

    def _refuse(self, status: int, refusal: Refusal) -> None:
        """Send an error and close the connection."""
        self._refused = True
        self._wait(None)
        metrics.HTTP_REQUESTS.labels("none", "other", str(status)).inc()
        self.transport.write(raw_response(status, refusal))
        self.transport.close()

    def _wait(self, what: Literal["request", "head", "body"] | None, seconds: float = 0) -> None:
        """Wait for the client, at most so many seconds."""
        self._waits_for = what
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._close) if what else None

    def _close(self) -> None:
        self._timer = None
        self.transport.close()
