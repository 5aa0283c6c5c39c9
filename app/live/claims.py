"""Claims of a game whose other player has gone: from when on, and who may claim it now."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from app.clock import now
from app.domain.presence import Connected, Gone, claim_time
from app.live.state import NOBODY
from engine import Seat

if TYPE_CHECKING:
    from app.live.session import Session

ReadPresence = Callable[[str], Awaitable[Connected]]


class Claims:
    """The claims of one session's game. `seats`: those that may claim it now, as they have been told;
    `read_presence`: asks for the connections to other processes, if there are any. `on_time` is called when
    the time of a claim has come."""

    __slots__ = ("_on_time", "_session", "_timer", "read_presence", "seats")

    def __init__(self, session: Session, on_time: Callable[[], None]) -> None:
        self._session, self._on_time = session, on_time
        self.seats: frozenset[Seat] = NOBODY
        self.read_presence: ReadPresence | None = None
        self._timer: asyncio.TimerHandle | None = None

    def time(self, gone: Gone) -> int | None:
        """From when on the game of this player, who has gone, may be claimed, in milliseconds since the
        epoch; None: never, as things are."""
        session = self._session
        seats = session.info.seats_by_player.get(gone.player, ())
        acted = next((entry.at for entry in reversed(session.log) if entry.seat in seats), 0)
        return claim_time(session.info, session.match, gone, acted)

    def update(self) -> bool:
        """Finds out who may claim the game now, and returns whether that has changed."""
        at, away = now(), self._session.audience.presence.away
        seats = frozenset(1 - seat for seat, time in enumerate(away) if time is not None and time <= at)
        changed, self.seats = seats != self.seats, seats
        self.close()
        later = min((time for time in away if time is not None and time > at), default=None)
        if later is not None:
            wait = (later - at + 1) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_time)
        return changed

    async def check_absence(self) -> None:
        """Before a claim: asks whether the other player is connected to another process by now. TryAgain:
        the database does not answer."""
        if self.read_presence:
            session = self._session
            session.audience.set_remote(await self.read_presence(session.info.id))

    def close(self) -> None:
        """Cancels the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
