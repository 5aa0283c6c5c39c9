"""The application: routes, middleware and error handlers; and the server that runs it."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import Any

import structlog
import uvicorn
import uvloop
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.analysis import api as analysis
from app.analysis import findings_api as findings
from app.analysis import hint_api as hints
from app.analysis import variation_api as variations
from app.analysis.puzzles import api as puzzles
from app.bus.process_lock import ProcessLock
from app.core import metrics
from app.core.errors import Refusal, TryAgain, internal_error
from app.core.wire import MAX_FRAME_BYTES, MAX_HEAD_BYTES
from app.db.database import WRITER_CONNECTIONS
from app.games import act_api as acts
from app.games import replay_api as replays
from app.games import stream_api as stream
from app.http.connection_limit import connection_limit
from app.http.instrumentation import instrument
from app.http.middleware import ApiCompression, HeadMiddleware, RequestLimits, SecurityMiddleware
from app.http.openapi import describe_messages, openapi_document
from app.http.protocol import LiveProtocol
from app.http.responses import error_response
from app.http.routes import allowed_methods
from app.lobby import game_api as games
from app.lobby import people_api as players
from app.lobby.sockets import SOCKET_MESSAGES, websocket_app
from app.moderation import api as moderation
from app.ops.maintenance import wait_for_end
from app.ops.preflight import lock_postgres
from app.people import account_api as accounts
from app.results import leaderboard_api as leaderboards
from app.results.daily import api as daily
from app.serving import open_server
from app.settings import Settings
from app.site import api as site
from app.site import health, pages

CODES = {  # of errors raised by Starlette and FastAPI; other statuses are kept, with one of OTHER_CODES
    400: "not_json",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    503: "try_again",
}
IDLE_TIMEOUT = 60  # seconds after a response; the proxy closes idle connections before
OTHER_CODES = ("bad_message", "internal")  # for 4xx and 5xx

log = structlog.get_logger(__name__)


class Server(uvicorn.Server):
    """Ends streams and unfinished request bodies at once when the process ends; other responses are
    completed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        state = self.lifespan.state
        state["games"].streams.stop()
        for timeout in state["bodies"]:
            timeout.reschedule(0)
        await super().shutdown(sockets)


class App(FastAPI):
    """FastAPI for HTTP, and WebSocket endpoints as plain ASGI: a FastAPI route would add wrappers around
    every message and double the memory per connection. `access_log`: log each request."""

    access_log = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await websocket_app(scope, receive, send)
        elif scope["type"] == "http":
            await instrument(super().__call__, scope, receive, send, access_log=self.access_log)
        else:
            await super().__call__(scope, receive, send)


MODULES = (
    stream,  # before `games`: `/games/export` would match `/games/{id}`
    games,
    acts,
    replays,
    variations,
    analysis,
    hints,
    puzzles,
    findings,
    leaderboards,
    daily,
    players,
    accounts,
    health,
    moderation,
    site,
)  # API routers


def create_app(
    settings: Settings,
    on_death: Callable[[], None] = lambda: None,
    lock: ProcessLock | None = None,
    on_lost: Callable[[], None] = lambda: None,
) -> FastAPI:
    """Return the ASGI application of one process; its database must be migrated. `on_death`: called when a
    background task has died, after which the process must end. `lock`, `on_lost`: as for `open_server`."""

    bodies: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with open_server(settings, on_death, lock=lock, on_lost=on_lost) as services:
            yield services.state() | {"bodies": bodies}

    app = App(title="Richelieu", version="0.1.0", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.router.redirect_slashes = False  # it would redirect to the Host header's site
    app.access_log = settings.access_log
    describe_messages(SOCKET_MESSAGES)
    app.openapi = lambda: openapi_document(app)  # type: ignore[method-assign]
    app.add_middleware(ApiCompression)
    app.add_middleware(RequestLimits, bodies=bodies)
    app.add_middleware(SecurityMiddleware, build=pages.client().build)
    app.add_middleware(HeadMiddleware)
    for module in (*MODULES, pages):
        app.router.routes.extend(module.router.routes)  # flat, so that `allowed_methods` sees them
    pages.mount(app, settings.builds)
    _add_error_handlers(app)
    return app


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def handle_refusal(_: Request, error: Refusal) -> Response:
        return error_response(error)

    @app.exception_handler(TryAgain)
    async def handle_try_again(_: Request, error: TryAgain) -> Response:
        return error_response(error)

    @app.exception_handler(RequestValidationError)
    async def handle_bad_parameter(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return error_response(Refusal("bad_message", field=where, message=first["msg"]))

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method == "GET":
            return pages.not_found(request)
        code = CODES.get(error.status_code) or OTHER_CODES[error.status_code >= 500]
        response = error_response(Refusal(code, message=str(error.detail)), error.status_code)
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        if error.status_code == 405:
            response.headers["allow"] = ", ".join(allowed_methods(app.routes, request.scope))
        return response

    @app.exception_handler(Exception)
    async def handle_internal_error(request: Request, _: Exception) -> Response:
        return error_response(internal_error(request.scope["state"]["request_id"]))


def serve(settings: Settings) -> int:
    """Serve until stopped by a signal or by the death of a background task; return the exit code. A process
    that has lost its lock, or whose maintenance has ended, starts over. NotReady: another process serves the
    database without sharing a Redis."""
    while True:
        try:
            if not asyncio.run(wait_for_end(settings)):
                return 0
            listener = _bind(settings.host, settings.port)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            print(f"Cannot bind {settings.host}:{settings.port}: {reason}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130  # the shell's code for SIGINT
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                code = runner.run(_serve_once(settings, listener))
        except KeyboardInterrupt:
            return 130
        if code is not None:
            return code


def log_warnings(settings: Settings) -> None:
    """Log warnings about the settings."""
    if settings.proxies and not settings.public_url:
        why = "Links and previews use the Host header of the request, and caches may store them."
        log.warning("no_public_url", set="RICHELIEU_PUBLIC_URL", why=why)


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn for an application that was made with these settings."""
    return uvicorn.Config(
        app,
        http="h11",
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        limit_concurrency=connection_limit(
            settings.limit_connections, settings.pool + WRITER_CONNECTIONS + 2
        ),
        timeout_keep_alive=IDLE_TIMEOUT,
        ws=LiveProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_ping_interval=5,
        ws_ping_timeout=10,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=5,
        log_config=None,
        access_log=False,
        server_header=False,
    )


async def _serve_once(settings: Settings, listener: socket.socket) -> int | None:
    """Serve on a listening socket, which is closed at the end. Return the exit code, None if the process must
    start over."""
    dead = lost = False

    def end() -> None:
        nonlocal dead
        dead = server.should_exit = True

    def start_over() -> None:
        nonlocal lost
        lost = server.should_exit = True

    async with lock_postgres(settings) as lock:
        log_warnings(settings)
        print(f"Richelieu on http://{settings.host}:{settings.port}", flush=True)
        _tune_gc()
        config = server_config(create_app(settings, end, lock, start_over), settings)
        server = Server(config)
        limit = config.limit_concurrency
        metrics.CONNECTIONS_LIMIT.set(inf if limit is None else limit)
        metrics.CONNECTIONS.set_function(lambda: len(server.server_state.connections))
        with suppress(asyncio.CancelledError):  # at its end uvicorn raises SIGINT again, which cancels us
            await server.serve([listener])
            await asyncio.sleep(0)
    if dead:
        return 1
    if lost:
        return None
    return 0 if server.started else 3


def _bind(host: str, port: int) -> socket.socket:
    """Return a listening socket. OSError: the address is in use, not local, or needs more rights."""
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def _tune_gc() -> None:
    """Make full collections rare: with 500 games one stops the event loop for 0.1 to 0.2 s. Freeze modules
    and routes, which are never garbage."""
    gc.freeze()
    gc.set_threshold(2_000, 5, 50)
