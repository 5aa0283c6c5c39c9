"""The middleware around every HTTP request: the Origin check of writes, and the security headers.

No inline script or style, no foreign host: the content security policy binds the client's files too.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.responses import error_response
from app.errors import Refusal

READ_METHODS = ("GET", "HEAD")
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class SecurityMiddleware:
    """Refuses writes from foreign origins, and sets SECURITY_HEADERS on every response that lacks them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
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
