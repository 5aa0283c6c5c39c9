"""Replays requested by clients: short ones in this process, long ones in workers, in turns by person."""

from __future__ import annotations

from typing import TypeVar

from app.errors import Refusal
from app.workers.pool import Pool, SearchFailed
from app.workers.tasks import Replay

MAX_LOCAL_MOVES = 20  # replayed in this process: about a millisecond
REPLAY_TIMEOUT = 20.0  # seconds; the longest replay takes less than one second of an idle core

T = TypeVar("T")


class Replays:
    """Runs replays whose length clients choose."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def run(self, replay: Replay[T], moves: int, person: str) -> T:
        """Return the result of a replay of about so many moves, requested by a person.

        Refusal: those of the replay; `too_many`: this person is waiting for too many; `busy`: too many are
        waiting altogether, or the replay failed.
        """
        if moves <= MAX_LOCAL_MOVES:
            return replay()
        try:
            return await self._pool.replay(replay, seconds=REPLAY_TIMEOUT, person=person)
        except SearchFailed as error:
            raise Refusal("busy", message=f"The game was not replayed: {error}.") from None
