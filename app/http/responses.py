"""HTTP responses of errors."""

from __future__ import annotations

from starlette.responses import Response

from app.core.error_messages import encode_error
from app.core.errors import Refusal

NO_STORE = "no-store"  # responses depend on the client


def error_response(refusal: Refusal, status: int | None = None) -> Response:
    """Return the response of a refusal; `status` defaults to that of its code. `too_many` gets a Retry-After
    header."""
    headers, body = encode_error(refusal)
    headers["cache-control"] = NO_STORE
    return Response(body, status or refusal.status, headers)
