"""Endpoint for site information by the operator."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import UNSET

from app.db.clock import now
from app.db.maintenance import maintenance_start
from app.http.routes import route
from app.site import messages
from app.site.feature import SiteFeature

router = APIRouter(prefix="/api", tags=["site"])


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
