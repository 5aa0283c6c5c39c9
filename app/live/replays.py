"""Replays that people ask for: short ones in this process, long ones in workers, in turns by person."""

from __future__ import annotations

from typing import TypeVar

from app.errors import Refusal
from app.workers.pool import Pool, SearchFailed
from app.workers.tasks import Replay

SHORT = 20  # moves that are replayed in this process: about a millisecond
SECONDS = 20.0  # for a replay; the longest takes less than one of a core that does nothing else

T = TypeVar("T")


class Replays:
    """Carries out replays whose length strangers choose."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def run(self, replay: Replay[T], moves: int, person: str) -> T:
        """Return the answer of a replay of about so many moves, for which a person waits.

        Refusal: that of the replay; `too_many`: this person waits for too many; `busy`: too many wait
        altogether, or the replay had no answer."""
        if moves <= SHORT:
            return replay()
        try:
            return await self._pool.replay(replay, seconds=SECONDS, person=person)
        except SearchFailed as error:
            raise Refusal("busy", message=f"the game was not replayed: {error}") from None
