"""HTTP responses: JSON encoded by msgspec, plain text, and errors."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from app.core.error_messages import encode_error
from app.core.errors import Refusal
from app.core.wire import encode

NO_STORE = "no-store"  # responses depend on the client


def json_response(answer: Struct | list[Any], status: int = 200) -> Response:
    return Response(encode(answer), status, media_type="application/json")


def text_response(text: str) -> Response:
    return Response(text.encode(), media_type="text/plain; charset=utf-8")


def error_response(refusal: Refusal, status: int | None = None) -> Response:
    """Return the response of a refusal; `status` defaults to that of its code. `too_many` gets a Retry-After
    header."""
    headers, body = encode_error(refusal)
    headers["cache-control"] = NO_STORE
    return Response(body, status or refusal.status, headers)
