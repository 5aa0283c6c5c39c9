"""The pages: one document at every page address, static files, and what every answer carries.

No inline script or style, no foreign host: the policy below is the client's law as well as the browser's.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.requests import wrong
from app.errors import Refusal

STATIC = Path(__file__).parents[2] / "static"
ADDRESSES = (
    *("/", "/new/{rules}", "/g/{id}", "/me", "/help/{rules}"),
    *("/leaderboards", "/leaderboards/{rules}", "/daily", "/people/{name}"),
)
READS = ("GET", "HEAD")
HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

router = APIRouter(include_in_schema=False)


async def page() -> Response:
    """The one document; its script shows the page of the address."""
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


@router.api_route("/docs", methods=["GET", "HEAD"])
async def docs() -> Response:
    """The HTTP interface, drawn from /openapi.json."""
    return FileResponse(STATIC / "docs.html", headers={"cache-control": "no-cache"})


for _address in ADDRESSES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


def missing(path: str) -> Response:
    """An address that is no page: the document says so, in the words of the client."""
    status = 404 if not path.startswith(("/api/", "/ws/", "/static/")) else None
    if status is None:
        return wrong(Refusal("not_found", path=path[:200]))
    return FileResponse(STATIC / "index.html", status, headers={"cache-control": "no-cache"})


def mount(app: FastAPI) -> None:
    app.include_router(router)
    app.mount(
        "/static", GZipMiddleware(RevalidatedStaticFiles(directory=STATIC), minimum_size=400), name="static"
    )


class RevalidatedStaticFiles(StaticFiles):
    """Static files that a browser asks for again, cheaply, when they may have changed."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.setdefault("cache-control", "no-cache")
        return response


class SecurityMiddleware:
    """Around every HTTP request: foreign pages may not write, and every answer carries our headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["method"] not in READS:
            try:
                scope["state"]["house"].auth.check_origin(HTTPConnection(scope))
            except Refusal as refusal:
                await wrong(refusal)(scope, receive, sent)
                return
        await self.app(scope, receive, sent)
