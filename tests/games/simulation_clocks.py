"""The clocks of simulated processes: periodic queries over the only game, on simulated time."""

from __future__ import annotations

import asyncio

from app.core.errors import TryAgain
from app.games.clock_store import ClockStore
from app.games.registry import SessionRegistry
from app.games.timekeeper import Timekeeper
from tests.app.stored_games import HOUR
from tests.games.simulation_services import SimulatedDatabase


def now() -> int:
    """Return the milliseconds since the epoch on simulated time."""
    return HOUR + int(asyncio.get_running_loop().time() * 1000)


class SimulatedClockStore(ClockStore):
    """A clock store with the deadline of the only game. Some process is always up, so clocks never pause."""

    def __init__(self, database: SimulatedDatabase) -> None:
        self._database = database

    async def _deadline(self) -> int | None:
        faults, database = self._database.faults, self._database
        await faults.delay()
        if faults.happens(faults.failure):
            raise TryAgain
        found = database.info.match(database.log).deadline
        await faults.delay()
        return found

    async def nearest(self) -> int | None:
        return await self._deadline()

    async def due(self, before: int, most: int) -> list[str]:
        deadline = await self._deadline()
        found = [self._database.info.id] if deadline is not None and deadline < before else []
        return found[:most]

    async def note_alive(self, now: int) -> None:
        """Do nothing: another process is up whenever one is killed."""


async def keep_time(database: SimulatedDatabase, sessions: SessionRegistry) -> None:
    """Run the clock task of a process until cancelled."""
    if database.info.control:
        await Timekeeper(SimulatedClockStore(database), sessions).run()
