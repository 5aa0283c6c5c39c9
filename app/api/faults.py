"""HTTP for the browser's own errors: each is one line of the log, and nothing is stored.

The line has no player and no address, and what may name somebody is cut from the texts: query strings and the
names of people in paths.
"""

from __future__ import annotations

import re

import structlog
from fastapi import APIRouter, Depends

from app import metrics
from app.api.routes import route
from app.http.requests import AppServices, ClientAddress
from app.messages import games as messages

log = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["health"])

PRIVATE = re.compile(r"\?[^\s'\")]*|(?<=/people/)[^\s'\"?)]+")


async def limit_faults(services: AppServices, address: ClientAddress) -> None:
    """Refusal `too_many`: this address has reported too many errors."""
    await services.fault_limits.take(f"address {address}")


@route(
    router,
    "POST",
    "/faults",
    status=204,
    errors=("not_json", "bad_message", "too_large", "foreign_origin", "too_many"),
    dependencies=[Depends(limit_faults)],
)
async def report_fault(body: messages.Fault) -> None:
    """Takes an error of a browser into the log."""
    metrics.FAULTS.inc()
    log.warning(
        "fault in a browser", message=_public(body.message), place=_public(body.place), build=body.build
    )


def _public(text: str) -> str:
    """A text without query strings and names of people."""
    return PRIVATE.sub("", text)
