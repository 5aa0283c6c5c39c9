"""Endpoints for operators: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from app.bus.notices import Bus
from app.core import metrics
from app.core.errors import TryAgain
from app.db.database import Database
from app.db.engine import read_connection, refused_writes
from app.db.key_values import read_value
from app.db.schema import SIGNING_KEY
from app.http.routes import route
from app.site import messages as site_messages
from app.site.feature import SiteFeature

READY_TIMEOUT = 2.0  # seconds
MAX_AWAY_SECONDS = 15.0  # of the Redis shared with other processes; then a process is not ready
MAX_REFUSED_WRITES = 3  # consecutive; then a process is not ready until a write succeeds

router = APIRouter(tags=["health"])


@route(router, "GET", "/health")
async def health() -> site_messages.Health:
    """Liveness: the process is up."""
    return site_messages.Health(True)


@route(router, "GET", "/ready")
async def ready(site: SiteFeature) -> site_messages.Health:
    """Readiness: the database answers within two seconds and takes writes, the subscription to other
    processes is up, the SQLite file is still the one that was opened, and worker processes can be started."""
    if site.database.file.replaced():
        raise TryAgain("The SQLite file was replaced while in use. Restart this process.")
    if not site.analysis.pool.can_start():
        raise TryAgain("No worker process can be started. Its reason is in the log.")
    try:
        async with asyncio.timeout(READY_TIMEOUT):
            await check_ready(site.database, site.bus)
    except TimeoutError:
        raise TryAgain from None
    return site_messages.Health(True)


async def check_ready(database: Database, bus: Bus) -> None:
    """Raise TryAgain if the database does not answer, or refused MAX_REFUSED_WRITES writes and another probe;
    or if the Redis shared with other processes has been away for MAX_AWAY_SECONDS."""
    if refused_writes.count >= MAX_REFUSED_WRITES:
        await database.probe_write()
    async with read_connection(database.engine) as connection:
        await read_value(connection, SIGNING_KEY)  # reads a table, not only the server
        if bus.away() > MAX_AWAY_SECONDS and await bus.has_others(connection):
            raise TryAgain("the Redis shared with other processes sends no notices or takes no writes")


@router.get("/metrics", include_in_schema=False)
async def prometheus(site: SiteFeature) -> Response:
    site.measure()
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
