"""Internal errors are logged, and answered without details."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from app.main import create_app, log_warnings
from app.settings import Settings


async def test_an_internal_error_is_logged_and_names_the_request() -> None:
    async def fail() -> None:
        raise RuntimeError("a secret detail")

    app = create_app(Settings())
    app.add_api_route("/fail", fail)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for given in ("r-17", None, "two words", "x" * 65):
            with capture_logs() as logs:
                answer = await client.get("/fail", headers={"x-request-id": given} if given else {})
            known = answer.headers["x-request-id"]
            assert known == given if given == "r-17" else len(known) == 16
            message = f"Internal error. It was logged with request id {known}."
            error = {"code": "internal", "detail": {"message": message, "request": known}}
            assert (answer.status_code, answer.json()) == (500, {"error": error})
            (event,) = logs
            assert (event["event"], event["route"], event["request"]) == ("request_failed", "/fail", known)
            assert "a secret detail" in event["error"]


@pytest.mark.parametrize(
    ("given", "warned"),
    [
        ({"proxies": "10.0.0.0/8"}, ["no_public_url"]),
        ({"proxies": "10.0.0.0/8", "public_url": "https://games.example"}, []),
        ({}, []),
    ],
)
def test_behind_a_proxy_without_a_public_url_a_warning_is_logged(given: Any, warned: list[str]) -> None:
    with capture_logs() as logs:
        log_warnings(Settings(**given))
    assert [line["event"] for line in logs] == warned
