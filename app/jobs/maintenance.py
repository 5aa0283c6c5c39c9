"""Maintenance watch: each process polls for the start of maintenance, and then stops serving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app import clock
from app.db.maintenance import MaintenanceStore
from app.errors import TryAgain

INTERVAL = 2.0  # seconds between two queries

log = structlog.get_logger(__name__)


class MaintenanceWatch:
    """Calls `on_start` once when maintenance starts."""

    def __init__(self, store: MaintenanceStore, on_start: Callable[[], None]) -> None:
        self._store, self._on_start = store, on_start

    async def run(self) -> None:
        """Poll until cancelled."""
        begun = False
        while True:
            if not begun and await self._has_begun():
                begun = True
                log.info("maintenance_started")
                self._on_start()
            await asyncio.sleep(INTERVAL)

    async def _has_begun(self) -> bool:
        try:
            at = await self._store.start()
        except TryAgain as error:
            log.warning("maintenance_read_failed", error=error.detail["message"])
            return False
        return at is not None and clock.now() >= at
