"""Returns of the player to move of one game after an outage: the time until they are back is not charged.

After a `pause` in the log, of all processes or of a stalled one, the player is back at their first socket,
stream or act here. If only their process has died, the others have written no pause: the process to which the
player comes back finds out whether the one that still counts as holding their socket is heard of. A live one
answers each change of presence by a renewal (`app/games/presence_sync.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.bus.notices import Bus
from app.bus.presence import EXPIRY_MS, LATE_AFTER_MS
from app.core.errors import TryAgain
from app.db import clock
from app.games.audience import Audience
from app.games.game_clock import GameClock, Loaded
from app.games.stalls import Stalls
from app.model.game_info import Player
from engine import Seat

ANSWER_SECONDS = 0.7  # in which a live process answers a change of presence

Start = Callable[[Awaitable[None], str], None]


class Returns:
    """Watches for the player to move. `settle`: writes the owed pauses; `start`: waits for something in a
    task, with the event to log if it fails; `pending`: set once it is known whether the process of a player
    who has just come back is dead."""

    def __init__(
        self,
        game: Loaded,
        time: GameClock,
        audience: Audience,
        bus: Bus,
        stalls: Stalls,
        settle: Callable[[], Awaitable[None]],
        start: Start,
    ) -> None:
        self._game, self._time, self._audience = game, time, audience
        self._bus, self._stalls, self._settle, self._start = bus, stalls, settle, start
        self._arrivals: dict[str, int] = {}  # last first sockets here, by player
        self.pending: asyncio.Event | None = None
        audience.on_arrival = self._on_arrival

    def on_publish(self) -> None:
        """Note whether the awaited player is present where an outage has just been written."""
        if self._is_present():
            self._time.dismiss()

    def on_presence(self) -> None:
        """Note that the awaited player has come back here. Another process writes the return to itself."""
        if not self._is_present():
            return
        mover = self._game.mover
        if mover and mover.id in self._audience.counted:
            self._time.come_back(clock.now())
            self._start(self._settle(), "pause_write_failed")
        else:
            self._time.dismiss()

    def on_act(self, player: Player, at: int) -> None:
        """Note that a player has acted, perhaps the awaited one over HTTP."""
        if player == self._game.mover:
            self._time.come_back(at)

    def is_elsewhere(self) -> bool:
        """Return whether the player to move is connected to other processes only."""
        mover = self._game.mover
        return mover is not None and self._is_present() and mover.id not in self._audience.counted

    async def is_out_of_reach(self, seat: Seat | None) -> bool:
        """Return whether the time of this seat may not be ended here now. A live process that has the
        player's socket ends it itself; once a late one serves again, it must write its stall first."""
        player = None if seat is None else self._game.info.players[seat]
        if player is None or self._audience.has_socket(player.id):
            return False
        silence = await self._silence(player)
        if silence is None:
            late = await self._bus.are_others_late()
        elif silence < EXPIRY_MS:
            late = silence >= LATE_AFTER_MS
            if not late:
                return True
        else:  # dead: the player had some time to come back
            self._time.lose(clock.now() - silence, clock.now())
            return self._time.owes_pause
        if late:
            self._stalls.be_quiet(clock.now())
        return late

    def _on_arrival(self, player: Player) -> None:
        """Note a player's first socket here."""
        at, before = clock.now(), self._arrivals.get(player.id, 0)
        self._arrivals[player.id] = at
        if player == self._game.mover and self._time.is_running and not self._time.awaits_player:
            self.pending = asyncio.Event()
            self._start(self._find_loss(player, before, at), "pause_write_failed")

    async def _find_loss(self, player: Player, before: int, at: int) -> None:
        """Write a pause if the process that held the socket of a player, who was here `before` and is back
        since `at`, has died or stopped in between."""
        pending = self.pending
        try:
            silence = await self._silence(player)
            if silence is not None and silence < LATE_AFTER_MS:
                await asyncio.sleep(ANSWER_SECONDS)
                silence = await self._silence(player)
            lost = clock.now() - (silence or 0)
            if silence is not None and before < lost < at and player == self._game.mover:
                self._time.lose(lost, at)
        finally:
            if pending:
                pending.set()
            if self.pending is pending:
                self.pending = None
        await self._settle()

    async def _silence(self, player: Player) -> int | None:
        """Return the silence of the other processes that have this player's sockets; None if it is
        unknown."""
        try:
            return await self._bus.silence(self._game.info.id, player.id)
        except TryAgain:
            return None

    def _is_present(self) -> bool:
        turn = self._game.match.turn
        return turn is not None and self._audience.presence.players[turn]
