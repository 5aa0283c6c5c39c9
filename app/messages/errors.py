"""Error answers, the same for HTTP and for a refused WebSocket handshake."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app import metrics
from app.errors import Refusal
from app.messages.games import encode

REQUEST_ID = "x-request-id"  # a header of every answer
ERROR_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}  # where no middleware sets them


class ErrorBody(Struct):
    """The code of the error, and details."""

    code: str
    detail: dict[str, Any]


class ErrorResponse(Struct):
    """An error answer."""

    error: ErrorBody


def encode_error(refusal: Refusal) -> tuple[dict[str, str], bytes]:
    """Headers and body of an error response, which is counted; with 429 there is a Retry-After."""
    metrics.REFUSALS.labels(refusal.code).inc()
    headers = {"content-type": "application/json"}
    if refusal.status == 429:
        headers["retry-after"] = str(int(refusal.retry) + 1)
    return headers, encode(ErrorResponse(ErrorBody(refusal.code, refusal.detail)))
