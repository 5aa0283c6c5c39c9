"""Uvicorn's HTTP protocol with timeouts for heads, bodies and idle connections, and limits of the size of a
head (431), of connections (503) and of connections an address (closed without an answer).

A connection that times out is closed without an answer: there is nobody to read it. `LimitedHttpProtocol`
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

MAX_HEAD = 32 * 1024  # bytes
IDLE_TIMEOUT = 60.0  # seconds

RESERVED_DESCRIPTORS = 64  # not for clients; those of the database come on top
RECOVERED = 0.9  # share of the limit; below it, reaching the limit is logged anew

log = structlog.get_logger(__name__)


class ConnectionBound:
    """The TCP connections of clients that the process takes, sockets included; `most` of them at once. That
    it is reached is logged once, until there is room again. `an_address`: at most so many from one address,
    0: any number; `proxies`: addresses and networks to which that does not apply, `*` for all."""

    def __init__(self, most: int, an_address: int = 0, proxies: Sequence[str] = ()) -> None:
        self.most, self._an_address = most, an_address
        self._any = "*" in proxies
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies if proxy != "*"]
        self._by_address: Counter[str] = Counter()
        self._reported = False
        metrics.CONNECTIONS_LIMIT.set(most)

    def count(self, address: str) -> bool:
        """Count one more connection of an address; return whether it may stay. Call `release` when it has
        ended, also if it may not."""
        key = network_of(address)
        self._by_address[key] += 1
        return not 0 < self._an_address < self._by_address[key] or self._is_proxy(address)

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
        """Whether there is room for the newest of these connections."""
        metrics.CONNECTIONS.set_function(lambda: len(connections))
        if len(connections) <= self.most:
            self._reported = self._reported and len(connections) > RECOVERED * self.most
            return True
        metrics.CONNECTIONS_REFUSED.inc()
        if not self._reported:
            self._reported = True
            log.warning("connection limit reached: new connections are refused", most=self.most)
        return False


def connection_bound(
    wanted: int, databases: int, an_address: int = 0, proxies: Sequence[str] = ()
) -> ConnectionBound:
    """The bound of this process: `wanted`, or what its file descriptors allow beside `databases` connections
    to the database. `an_address`, `proxies`: as for ConnectionBound. The soft limit of descriptors is raised
    to the hard one first, and the kernel's table of them made as large as it may get."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # a hard limit above what the kernel allows
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = wanted if soft == resource.RLIM_INFINITY else max(1, soft - RESERVED_DESCRIPTORS - databases)
    if room < wanted:
        log.warning("connection limit lowered to the file descriptors", wanted=wanted, most=room)
    most = min(wanted, room)
    grow_descriptor_table(most + RESERVED_DESCRIPTORS + databases)
    return ConnectionBound(most, an_address, proxies)


def grow_descriptor_table(count: int) -> None:
    """Makes room for so many descriptors in the kernel's table now. It doubles when a higher one is opened,
    and in a process with several threads the opening waits meanwhile: 0.1 s were measured at the 1,024th
    socket, in which no move was answered."""
    with suppress(OSError), Path(os.devnull).open() as file:
        os.close(fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, count - 1))


def raw_answer(status: int, refusal: Refusal) -> bytes:
    """An error as bytes of HTTP, where there is no request to answer to; the connection ends with it."""
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
    """One connection of a client that has to finish each request in time."""

    head_timeout = 10.0  # seconds
    body_timeout = 20.0
    idle_timeout = IDLE_TIMEOUT

    _waits_for: Literal["request", "head", "body"] | None = None  # None: for our own answer
    _timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the current head so far
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
            self._refuse(503, Refusal("busy", message="too many connections, try again", most=bound.most))

    def shutdown(self) -> None:
        """Called when the process ends: streams end at once, a body that is still on its way is not waited
        for, other answers are finished."""
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
            if self._head > MAX_HEAD:
                self._refuse_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait("head", self.head_timeout)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > MAX_HEAD:
            self._refuse_head()
            raise ValueError("the head is too large")  # ends the parser's work; nobody else sees it
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
        self._refuse(431, Refusal("too_large", most=MAX_HEAD))

    def _refuse(self, status: int, refusal: Refusal) -> None:
        """Answers and closes."""
        self._refused = True
        self._wait(None)
        metrics.HTTP_REQUESTS.labels("none", "other", str(status)).inc()
        self.transport.write(raw_answer(status, refusal))
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
