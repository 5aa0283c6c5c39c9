"""Spare work of a database, in one of its processes: the deals of coming days, the best scores of past ones.

Each part is kept in the database as soon as it is found, so that after a restart, or in another process, the
work goes on with what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog

from app.errors import Refusal

START = 60.0  # seconds until the first round: a start is not the time for searches
INTERVAL = 600.0  # seconds between two rounds

log = structlog.get_logger(__name__)

Part = Callable[[], Awaitable[None]]


class SpareWork:
    """Runs the parts, by name, in turn. `is_owner`: whether this process is the one that does so now."""

    def __init__(self, is_owner: Callable[[], Awaitable[bool]], parts: Mapping[str, Part]) -> None:
        self._is_owner, self._parts = is_owner, parts

    async def run(self) -> None:
        """Until cancelled: a round every INTERVAL seconds."""
        await asyncio.sleep(START)
        while True:
            await self.round()
            await asyncio.sleep(INTERVAL)

    async def round(self) -> None:
        """Run each part, if this process is the owner. A part that fails is tried again in the next round."""
        for name, part in self._parts.items():
            try:
                if await self._is_owner():
                    await part()
            except Refusal as error:
                log.info("spare_work_postponed", part=name, error=str(error.detail))
            except Exception:
                log.exception("spare_work_failed", part=name)
