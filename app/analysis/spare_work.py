"""Spare work of a database, in one of its processes: deals of coming days, best scores of past days.

Each result is stored as soon as it is found; after a restart, or in another process, the work continues with
what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog

from app.core.errors import Refusal

START_DELAY = 60.0  # seconds before the first round
INTERVAL = 600.0  # seconds between two rounds

log = structlog.get_logger(__name__)

Part = Callable[[], Awaitable[None]]


class SpareWork:
    """Runs the parts, by name, in turn. `is_owner`: returns whether this process owns the spare work now."""

    def __init__(self, is_owner: Callable[[], bool], parts: Mapping[str, Part]) -> None:
        self._is_owner, self._parts = is_owner, parts

    async def run(self) -> None:
        """Run a round every INTERVAL seconds until cancelled."""
        await asyncio.sleep(START_DELAY)
        while True:
            await self.round()
            await asyncio.sleep(INTERVAL)

    async def round(self) -> None:
        """Run each part if this process is the owner. A failed part is retried in the next round."""
        for name, part in self._parts.items():
            try:
                if self._is_owner():
                    await part()
            except Refusal as error:
                log.info("spare_work_postponed", part=name, error=str(error.detail))
            except Exception:
                log.exception("spare_work_failed", part=name)
