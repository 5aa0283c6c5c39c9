"""JSON responses: message types encoded by msgspec, and errors."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from app.errors import Refusal
from app.messages.errors import encode_error
from app.messages.games import encode

NO_STORE = "no-store"  # the answer depends on who asks


def json_response(answer: Struct | list[Any], status: int = 200) -> Response:
    return Response(encode(answer), status, media_type="application/json")


def text_response(text: str) -> Response:
    """Plain text, as UTF-8."""
    return Response(text.encode(), media_type="text/plain; charset=utf-8")


def error_response(refusal: Refusal, status: int | None = None) -> Response:
    """The status, by default that of its code, and the body of a refusal; with `too_many` a Retry-After
    header."""
    headers, body = encode_error(refusal)
    headers["cache-control"] = NO_STORE
    return Response(body, status or refusal.status, headers)
