"""Endpoint decorator: body and response are msgspec types, named in the signature.

FastAPI's own models are pydantic only. Here a parameter whose type is a `messages.Body` or a socket message
(without `t`) is read from the JSON body; the returned value is encoded by msgspec (str as plain text, None
without a body). Both are described in OpenAPI.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from fastapi import APIRouter, Depends, params
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from app.core.wire import Body, SocketMessage, body_of, encode
from app.http.openapi import describe_body, describe_responses
from app.http.requests import body_reader, get_credential, limit_reads
from app.http.responses import NO_STORE

BODY_ERRORS = ("foreign_origin", "not_json", "bad_message", "too_large", "too_many")  # of writing endpoints

Endpoint = TypeVar("Endpoint", bound=Callable[..., Awaitable[Any]])


def route(
    router: APIRouter,
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"],
    path: str,
    *,
    status: int = 200,
    also: Sequence[int] = (),
    errors: Sequence[str] = (),
    cost: float | None = None,
    dependencies: Sequence[params.Depends] = (),
) -> Callable[[Endpoint], Endpoint]:
    """Add an endpoint to a router.

    `status`: of the normal response; `also`: other statuses that the endpoint may set on its parameter
    `response: Response`, whose headers are sent too. `errors`: codes that it may refuse with, besides
    `try_again` and those of authentication and read limit. `cost`: units of the read limit, by default 1 for
    a GET below /api.
    """

    if cost is None:
        cost = 1 if method == "GET" and router.prefix else 0
    if router.prefix:  # an invalid token is refused even where no player is needed
        dependencies = [*dependencies, Depends(limit_reads(cost)) if cost else Depends(get_credential)]
        errors = (*errors, "nobody", "no_scope", *(("too_many",) if method == "GET" else ()))

    def add(endpoint: Endpoint) -> Endpoint:
        hints = get_type_hints(endpoint, include_extras=True)
        answer, body = hints.pop("return"), None
        for name, kind in hints.items():
            if isinstance(kind, type) and issubclass(kind, Body | SocketMessage):
                body = body_of(kind) if issubclass(kind, SocketMessage) else kind
                hints[name] = Annotated[kind, Depends(body_reader(kind))]

        @wraps(endpoint)
        async def respond(**given: Any) -> Response:
            answer, known = await endpoint(**given), given.get("response")
            code = known.status_code if isinstance(known, Response) and known.status_code in also else status
            if answer is None:
                sent = Response(status_code=code)
            else:
                text = isinstance(answer, str)
                content = answer.encode() if text else encode(answer)
                media = "text/plain; charset=utf-8" if text else "application/json"
                sent = Response(content, code, media_type=media)
            if router.prefix:
                sent.headers["cache-control"] = NO_STORE
            if isinstance(known, Response):
                sent.raw_headers.extend(known.raw_headers)
            return sent

        declared = inspect.signature(endpoint)
        parameters = [one.replace(annotation=hints[one.name]) for one in declared.parameters.values()]
        respond.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by FastAPI
        router.add_api_route(
            path,
            respond,
            methods=[method],
            status_code=status,
            response_model=None,
            response_class=PlainTextResponse if answer is str else JSONResponse,
            responses=describe_responses(answer, (status, *also), errors),
            openapi_extra=describe_body(body) if body else None,
            dependencies=dependencies,
        )
        return endpoint

    return add


def allowed_methods(routes: Sequence[BaseRoute], scope: Scope) -> list[str]:
    """Return the methods of all routes that match a request's path; Starlette's Allow header has those of the
    first route only. A route without parameters takes precedence over one whose parameter matches."""
    matching = [one for one in routes if isinstance(one, Route) and one.matches(scope)[0] is not Match.NONE]
    exact = [route for route in matching if not route.param_convertors]
    methods = {method for route in exact or matching for method in route.methods or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)
