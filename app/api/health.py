"""Endpoints for operators: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from app import metrics
from app.api.routes import route
from app.errors import TryAgain
from app.http.requests import AppServices
from app.messages import games as messages

READY_TIMEOUT = 2.0  # seconds

router = APIRouter(tags=["health"])


@route(router, "GET", "/health")
async def health() -> messages.Health:
    """Liveness: the process is up."""
    return messages.Health(True)


@route(router, "GET", "/ready")
async def ready(services: AppServices) -> messages.Health:
    """Readiness: the database answers within two seconds and takes writes, the subscription to other
    processes is up, and the SQLite file is still the one that was opened."""
    if services.database_file.replaced():
        raise TryAgain("The SQLite file was replaced while in use. Restart this process.")
    try:
        async with asyncio.timeout(READY_TIMEOUT):
            await services.store.ping()
    except TimeoutError:
        raise TryAgain from None
    return messages.Health(True)


@router.get("/metrics", include_in_schema=False)
async def prometheus(services: AppServices) -> Response:
    """Return the metrics of this process in the Prometheus text format."""
    services.measure()
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
