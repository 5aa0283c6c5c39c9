"""An internal error is logged, and answered without details."""

from __future__ import annotations

import httpx
import pytest
from structlog.testing import capture_logs

from app.main import create_app
from app.settings import Settings


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({}, "internal error (logged)"),
        ({"x-request-id": "r-17"}, "internal error (logged with request id r-17)"),
    ],
)
async def test_an_internal_error_is_logged_and_names_the_request(
    headers: dict[str, str], message: str
) -> None:
    async def fail() -> None:
        raise RuntimeError("a secret detail")

    app = create_app(Settings())
    app.add_api_route("/fail", fail)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        with capture_logs() as logs:
            answer = await client.get("/fail", headers=headers)
    assert answer.status_code == 500
    assert answer.json() == {"error": {"code": "internal", "detail": {"message": message}}}
    (event,) = logs
    assert (event["event"], event["path"]) == ("internal error", "/fail")
    assert event["request"] == headers.get("x-request-id")
    assert "a secret detail" in event["error"]
