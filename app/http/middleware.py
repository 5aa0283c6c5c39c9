"""The middleware around every HTTP request: the Origin check of writes, the security headers, compressed
answers.

No inline script or style, no foreign host: the content security policy binds the client's files too.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import Refusal
from app.http.responses import error_response

READ_METHODS = ("GET", "HEAD")
OWN = ("script-src", "style-src", "img-src", "connect-src", "manifest-src", "worker-src")  # from our host
UNUSED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone payment usb"
DOCUMENT_HEADERS = {
    "content-security-policy": "default-src 'none'; "
    + "".join(f"{kind} 'self'; " for kind in OWN)
    + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED.split()),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
HTTPS_ONLY = "max-age=31536000"  # for a year, where the public URL is https
DOCUMENTS = ("text/html", "image/svg+xml")  # what a browser shows as a page of its own
WORKER = "/sw.js"  # a worker has the policy that its script is sent with
STREAMED = ("/api/stream", "/api/games/export")  # line by line
COMPRESSED = ("/api/", "/openapi.json")  # files and documents are compressed already
LEAST = 800  # bytes of an answer that is worth compressing


class SecurityMiddleware:
    """Refuses writes from foreign origins. Sets `nosniff` on every response, HTTPS_ONLY too,
    DOCUMENT_HEADERS on documents, and `x-build`, the build of the client, on all but its files, so that a
    page knows when it is out of date."""

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
                    headers.setdefault("strict-transport-security", HTTPS_ONLY)
                if not path.startswith("/static/"):
                    headers.setdefault("x-build", self.build)
                if path == WORKER or headers.get("content-type", "").startswith(DOCUMENTS):
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
    """Compresses longer answers of the API."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=LEAST, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path.startswith(COMPRESSED) and path not in STREAMED:
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)
