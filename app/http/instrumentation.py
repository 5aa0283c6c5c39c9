"""Instrumentation of HTTP requests: request id, metrics by route and status, access log.

The request id is the client's or the proxy's, else a new one; it is sent in the response and bound to all log
lines of the request. Routes are counted and logged by template (`/api/people/{name}`), never by path, which
may contain a name.
"""

from __future__ import annotations

from time import perf_counter

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core import metrics
from app.core.error_messages import REQUEST_ID
from app.core.ids import request_id

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

log = structlog.get_logger(__name__)


async def instrument(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, *, access_log: bool = False
) -> None:
    """Serve an HTTP request. `app` is the whole application, error handlers included."""
    known = scope.setdefault("state", {})["request_id"] = request_id(Headers(scope=scope).get(REQUEST_ID))
    status, start = 499, perf_counter()  # 499: the client disconnected before the response
    complete = False

    async def send_with_id(message: Message) -> None:
        nonlocal status, complete
        if message["type"] == "http.response.start":
            status = message["status"]
            MutableHeaders(scope=message)[REQUEST_ID] = known
        complete = message["type"] == "http.response.body" and not message.get("more_body")
        await send(message)

    with structlog.contextvars.bound_contextvars(request=known):
        try:
            await app(scope, receive, send_with_id)
        except Exception as error:  # already answered; Starlette raises it again
            log.exception("request_failed", route=route_of(scope), request=known, error=repr(error))
            if not complete:
                raise  # an incomplete response: the server closes the connection
        finally:
            route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "other"
            seconds = perf_counter() - start
            metrics.HTTP_REQUESTS.labels(route, method, str(status)).inc()
            metrics.HTTP_SECONDS.labels(route, method).observe(seconds)
            if access_log:
                log.info(
                    "request_served", method=method, route=route, status=status, ms=round(seconds * 1000, 1)
                )


def route_of(scope: Scope) -> str:
    """Return the template of the matched route; `static` for files, `none` without a route."""
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    return "static" if scope["path"].startswith("/static/") else "none"
