"""HTTP middleware: Origin check of writes, security headers, compression.

The content security policy allows no inline scripts or styles and no foreign hosts; the client's files
comply.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import Refusal
from app.http.responses import error_response

READ_METHODS = ("GET", "HEAD")
SELF = ("script-src", "style-src", "img-src", "connect-src", "manifest-src", "worker-src")  # 'self' only
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
                if scope["state"]["services"].auth.secure_cookie:
                    headers.setdefault("strict-transport-security", HSTS)
                if not path.startswith("/static/"):
                    headers.setdefault("x-build", self.build)
                if path == SERVICE_WORKER or headers.get("content-type", "").startswith(DOCUMENT_TYPES):
                    for name, value in DOCUMENT_HEADERS.items():
                        headers.setdefault(name, value)
            await send(message)

        if scope["method"] not in READ_METHODS:
            headers = Headers(scope=scope)
            try:
                scope["state"]["services"].auth.check_origin(headers.get("origin"), headers.get("host"))
            except Refusal as refusal:
                await error_response(refusal)(scope, receive, send_with_headers)
                return
        await self.app(scope, receive, send_with_headers)


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
