"""HTTP middleware: HEAD, Origin check of writes, security headers, limits of heads and bodies, compression.

The content security policy allows no inline scripts or styles and no foreign hosts; the client's files
comply.
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import Refusal, TryAgain
from app.core.wire import MAX_HEAD_BYTES
from app.http.responses import error_response

_SOURCES = ("script", "style", "img", "font", "connect", "manifest", "worker")
SELF = tuple(f"{kind}-src" for kind in _SOURCES)  # 'self' only
DISABLED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone payment usb"
DOCUMENT_HEADERS = {
    "content-security-policy": "default-src 'none'; "
    + "".join(f"{kind} 'self'; " for kind in SELF)
    + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in DISABLED.split()),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
HSTS = "max-age=31536000"  # a year; only if the public URL is https
DOCUMENT_TYPES = ("text/html", "image/svg+xml")  # browsers open these as documents
SERVICE_WORKER = "/sw.js"  # a worker's policy is that of its script's response
STREAMED_PATHS = ("/api/stream", "/api/games/export")
COMPRESSED_PATHS = ("/api/", "/openapi.json")  # files and documents are stored compressed
MIN_COMPRESSED_BYTES = 800  # of a response
BODY_TIMEOUT = 20.0  # seconds


class HeadMiddleware:
    """Middleware that answers HEAD as GET, by the same routes, roles and limits, without the body: the server
    leaves it out, and a stream ends after its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})

        get = {**scope, "method": "GET"}
        try:
            await self.app(get, receive, send_head)
        finally:
            scope["route"] = get.get("route")  # for logs and metrics


class SecurityMiddleware:
    """Middleware that refuses writes from foreign origins and sets security headers.

    Every response gets `nosniff`, with https HSTS, and outside /static/ `x-build`: the client's build, by
    which a page knows that it is out of date. Documents get DOCUMENT_HEADERS.
    """

    def __init__(self, app: ASGIApp, build: str) -> None:
        self.app = app
        self.build = build

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("x-content-type-options", "nosniff")
                if scope["state"]["people"].auth.secure_cookie:
                    headers.setdefault("strict-transport-security", HSTS)
                if not path.startswith("/static/"):
                    headers.setdefault("x-build", self.build)
                if path == SERVICE_WORKER or headers.get("content-type", "").startswith(DOCUMENT_TYPES):
                    for name, value in DOCUMENT_HEADERS.items():
                        headers.setdefault(name, value)
            await send(message)

        if scope["method"] != "GET":
            headers = Headers(scope=scope)
            try:
                scope["state"]["people"].auth.check_origin(headers.get("origin"), headers.get("host"))
            except Refusal as refusal:
                await error_response(refusal)(scope, receive, send_with_headers)
                return
        await self.app(scope, receive, send_with_headers)


class RequestLimits:
    """Middleware that bounds heads and the time in which a body arrives.

    h11 bounds incomplete heads only: one that arrives in a single read passes. A late body looks to the
    application like a disconnected client; its response closes the connection. `bodies`: timeouts of the
    bodies that are awaited, which the server lets expire when the process ends.
    """

    def __init__(
        self, app: ASGIApp, bodies: set[asyncio.Timeout], body_timeout: float = BODY_TIMEOUT
    ) -> None:
        self.app = app
        self.bodies = bodies
        self.body_timeout = body_timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        size = len(scope["raw_path"]) + len(scope["query_string"])
        size += sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        if size > MAX_HEAD_BYTES:
            response = error_response(Refusal("too_large", most=MAX_HEAD_BYTES), 431)
            response.headers["connection"] = "close"
            await response(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + self.body_timeout
        complete = late = False

        async def receive_in_time() -> Message:
            nonlocal complete, late
            if complete:
                return await receive()
            timeout = asyncio.timeout_at(deadline)
            try:
                async with timeout:
                    self.bodies.add(timeout)
                    message = await receive()
            except TimeoutError:
                late = True
                if timeout.when() != deadline:
                    raise TryAgain("The server is shutting down.") from None
                return {"type": "http.disconnect"}
            finally:
                self.bodies.discard(timeout)
            complete = not message.get("more_body")
            return message

        async def send_and_close(message: Message) -> None:
            if late and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await self.app(scope, receive_in_time, send_and_close)


class ApiCompression(GZipMiddleware):
    """Middleware that compresses longer API responses."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path.startswith(COMPRESSED_PATHS) and path not in STREAMED_PATHS:
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)
