"""Endpoints for site information by the operator, and for error reports of browsers.

A report is logged as one line, and nothing is stored. The line has no player and no address; query strings
and names of players in paths are removed.
"""

from __future__ import annotations

import re

import structlog
from fastapi import APIRouter, Depends
from msgspec import UNSET

from app.core import metrics
from app.db.clock import now
from app.db.key_values import maintenance_start
from app.http.requests import ClientAddress
from app.http.routes import route
from app.site import messages
from app.site.feature import SiteFeature

router = APIRouter(prefix="/api", tags=["site"])
log = structlog.get_logger(__name__)

PRIVATE = re.compile(r"\?[^\s'\")]*|(?<=/people/)[^\s'\"?)]+")


@route(router, "GET", "/site")
async def site(site: SiteFeature) -> messages.Site:
    """Return the server's time, the operator's current notice, start of maintenance, imprint URL, contact,
    and whether the site is a demonstration."""
    at = now()
    found = await site.notices.notice(at)
    settings = site.settings
    notice = messages.Notice(*found) if found else None
    starts = await maintenance_start(site.database.engine)
    return messages.Site(
        at,
        notice,
        settings.imprint_url or None,
        settings.contact or None,
        UNSET if starts is None else starts,
        await site.notices.is_demonstration() or UNSET,
    )


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
async def report_fault(body: messages.Fault) -> None:
    """Log an error of a browser."""
    metrics.FAULTS.inc()
    log.warning(
        "browser_error_reported", message=_public(body.message), place=_public(body.place), build=body.build
    )


def _public(text: str) -> str:
    return PRIVATE.sub("", text)
