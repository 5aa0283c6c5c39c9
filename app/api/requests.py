"""Reading HTTP requests and answering them: strict bodies in, our types out, and both told to OpenAPI."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app import metrics
from app.domain.game_info import Player
from app.errors import STATUS, Refusal
from app.messages import games as wire
from app.services import Services

T = TypeVar("T")

SEEN = "x-kind"  # where a route's description names a type; `app.openapi` puts its schema there
kinds: dict[str, Any] = {}  # the types that routes take and give, by that name


def house(request: Request) -> Services:
    """The house that serves this request."""
    served: Services = request.scope["state"]["house"]
    return served


async def writer(request: Request) -> Player:
    """The player who writes, at a bearable rate. Refusal: `nobody`, `too_many`."""
    services = house(request)
    player = await services.auth.writer(request)
    await services.writes.take(player.id)
    return player


async def body(request: Request, kind: type[T]) -> T:
    """The body as a `kind`. Refusal: `too_large`, `not_json`, `bad_message`."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > wire.BODY:
                raise Refusal("too_large", most=wire.BODY)
    except ClientDisconnect:
        raise Refusal("not_json", message="the body broke off") from None
    try:
        return wire.read_body(bytes(raw), kind)
    except wire.NotJson as error:
        raise Refusal("not_json", message=str(error)) from None
    except wire.BadMessage as error:
        raise Refusal("bad_message", message=str(error)) from None


def address(request: Request) -> str:
    """Where the request comes from, as far as we believe it."""
    return request.client.host if request.client else ""


def answer(json: Struct | list[Any], status: int = 200) -> Response:
    return Response(wire.encode(json), status, media_type="application/json")


def wrong(refusal: Refusal) -> Response:
    """An error answer; with `too_many` it says when to come again."""
    metrics.REFUSALS.labels(refusal.code).inc()
    response = answer(wire.ErrorResponse(wire.ErrorBody(refusal.code, refusal.detail)), refusal.status)
    if refusal.code == "too_many":
        response.headers["retry-after"] = str(int(refusal.retry) + 1)
    return response


def gives(kind: Any, *codes: str, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for OpenAPI: a `kind`, or an error with one of our codes."""
    answers: dict[int | str, dict[str, Any]] = {
        status: {"description": (get_args(kind) or (kind,))[0].__doc__ or "", SEEN: _named(kind)}
    }
    for code in (*codes, "try_again"):
        known = answers.setdefault(STATUS[code], {"description": "", SEEN: _named(wire.ErrorResponse)})
        known["description"] = f"{known['description']} `{code}`".strip()
    return answers


def takes(kind: type[Struct]) -> dict[str, Any]:
    """What a route reads, for OpenAPI."""
    schema = {SEEN: _named(kind)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def _named(kind: Any) -> str:
    return kinds.setdefault(str(kind), kind) and str(kind)
