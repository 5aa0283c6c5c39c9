"""A request id for every HTTP request: the client's or the proxy's own, or a new one. It stands in the answer
and in every line that is logged on the way."""

from __future__ import annotations

import re

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.domain.names import new_id

HEADER = "x-request-id"
GIVEN = re.compile(r"[\w.-]{1,64}", re.ASCII)  # what is taken over from a request


def request_id(scope: Scope) -> str:
    """The id of a request, made on the first call."""
    state = scope.setdefault("state", {})
    if "request_id" not in state:
        given = Headers(scope=scope).get(HEADER, "")
        state["request_id"] = given if GIVEN.fullmatch(given) else new_id(16)
    return str(state["request_id"])


async def serve_with_id(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Serves an HTTP request; `app` is the whole application, so that its last error handler is within."""
    known = request_id(scope)

    async def send_with_id(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)[HEADER] = known
        await send(message)

    with structlog.contextvars.bound_contextvars(request=known):
        await app(scope, receive, send_with_id)
