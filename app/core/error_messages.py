"""Error responses, shared by HTTP and refused WebSocket handshakes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.core import metrics
from app.core.errors import Refusal
from app.core.wire import encode

REQUEST_ID = "x-request-id"  # response header, always set
ERROR_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}  # for responses that bypass the middleware


class ErrorBody(Struct):
    """Error code and details."""

    code: str
    detail: dict[str, Any]


class ErrorResponse(Struct):
    """Error response."""

    error: ErrorBody


def encode_error(refusal: Refusal) -> tuple[dict[str, str], bytes]:
    """Return headers and body of an error response and count it; status 429 gets a `Retry-After`."""
    metrics.REFUSALS.labels(refusal.code).inc()
    headers = {"content-type": "application/json"}
    if refusal.status == 429:
        headers["retry-after"] = str(int(refusal.retry) + 1)
    return headers, encode(ErrorResponse(ErrorBody(refusal.code, refusal.detail)))
