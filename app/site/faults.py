"""Endpoint for error reports of browsers. Each is logged as one line, and nothing is stored.

The line has no player and no address. Query strings and names of players in paths are removed.
"""

from __future__ import annotations

import re

import structlog
from fastapi import APIRouter, Depends

from app.core import metrics
from app.http.requests import ClientAddress
from app.http.routes import route
from app.site import messages as site_messages
from app.site.feature import SiteFeature

log = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["health"])

PRIVATE = re.compile(r"\?[^\s'\")]*|(?<=/people/)[^\s'\"?)]+")


async def limit_faults(site: SiteFeature, address: ClientAddress) -> None:
    """Count the report. Refusal `too_many`: too many reports from this address."""
    site.fault_limits.take(f"address {address}")


@route(
    router,
    "POST",
    "/faults",
    status=204,
    errors=("not_json", "bad_message", "too_large", "foreign_origin", "too_many"),
    dependencies=[Depends(limit_faults)],
)
async def report_fault(body: site_messages.Fault) -> None:
    """Log an error of a browser."""
    metrics.FAULTS.inc()
    log.warning(
        "browser_error_reported", message=_public(body.message), place=_public(body.place), build=body.build
    )


def _public(text: str) -> str:
    return PRIVATE.sub("", text)
