"""The application: rooms put together, routes, and errors in the words of the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app import metrics
from app.api import daily, games, leaderboards, pages, replays
from app.api import players as accounts
from app.api.openapi import describe
from app.api.requests import answer, gives, house, wrong
from app.errors import Refusal, TryAgain
from app.messages import games as wire
from app.services import open_services
from app.settings import Settings
from app.sockets.endpoints import live

log = structlog.get_logger(__name__)

CODES = {400: "not_json", 404: "not_found", 405: "not_allowed", 413: "too_large"}


class App(FastAPI):
    """FastAPI for HTTP, and the sockets beside it: a route of FastAPI's would put its wrappers around every
    message, and twice the memory into every connection."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (live if scope["type"] == "websocket" else super().__call__)(scope, receive, send)


def create_app(settings: Settings) -> FastAPI:
    """The ASGI application of one process; its database must be migrated."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with open_services(settings) as services:
            yield {"house": services}

    app = App(title="Richelieu", version="0.1.0", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.add_middleware(pages.SecurityMiddleware)
    for module in (games, replays, leaderboards, daily, accounts):
        app.include_router(module.router)
    _health(app)
    pages.mount(app)
    _errors(app)
    return app


def _health(app: FastAPI) -> None:
    @app.get("/health", tags=["health"], responses=gives(wire.Health))
    async def health() -> Response:
        """The process is up."""
        return answer(wire.Health(True))

    @app.get("/ready", tags=["health"], responses=gives(wire.Health))
    async def ready(request: Request) -> Response:
        """The database answers too."""
        await house(request).store.ping()
        return answer(wire.Health(True))

    @app.get("/metrics", include_in_schema=False)
    async def counted(request: Request) -> Response:
        """What this process counts, for Prometheus."""
        held = house(request).sessions.loaded().values()
        metrics.GAMES.set(sum(1 for session in held if session.info.full and not session.match.outcome))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _errors(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return wrong(error)

    @app.exception_handler(TryAgain)
    async def away(_: Request, error: TryAgain) -> Response:
        return wrong(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return wrong(Refusal("bad_message", field=where, message=first["msg"]))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method in pages.READS:
            return pages.missing(request.url.path)
        response = wrong(Refusal(CODES.get(error.status_code, "not_found"), message=str(error.detail)))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        log.error("fault", path=request.url.path, error=repr(error))
        return wrong(Refusal("internal", message="a fault of ours; it is written down"))
