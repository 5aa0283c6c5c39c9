"""Absence claims of one loaded game: which seats may claim the game of an absent player, and from when."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.db import clock
from app.games.deadlines import claim_time, turn_began
from app.games.game_clock import Loaded
from app.games.stalls import Stalls
from app.model.presence import Gone
from engine import Seat

STREAM_PRESENCE_MS = 5 * 60 * 1000  # after an act in a game a stream counts as presence there


class AbsenceClaims:
    """Absence claims of one game. `game`: returns the current game; `is_streaming`: whether a player has an
    open stream here; `seats`: those that may claim the game, as published."""

    def __init__(
        self, game: Callable[[], Loaded], stalls: Stalls, is_streaming: Callable[[str], bool]
    ) -> None:
        self._game, self._stalls, self._is_streaming = game, stalls, is_streaming
        self.seats: frozenset[Seat] = frozenset()

    def time(self, gone: Gone) -> int | None:
        """Return when the game of this absent player may be claimed, None if never in the current
        position."""
        info, match, log = self._game()
        at = claim_time(info, match, gone, turn_began(info, log))
        return None if at is None else max(at, self._stalls.quiet_until)

    def update(self, away: Sequence[int | None]) -> bool:
        """Update which seats may claim the game; return whether that changed. `away`: claim time by absent
        seat."""
        at = clock.now()
        seats = frozenset(1 - seat for seat, time in enumerate(away) if time is not None and time <= at)
        changed, self.seats = seats != self.seats, seats
        return changed

    def coming(self, away: Sequence[int | None]) -> list[int]:
        """Return the claim times of seats that may not claim yet."""
        return [time for seat, time in enumerate(away) if time is not None and 1 - seat not in self.seats]

    def follows(self, player: str) -> bool:
        """Return whether an open stream counts as presence of this player: it is not their turn, or they
        acted in this game within STREAM_PRESENCE_MS."""
        if not self._is_streaming(player):
            return False
        info, match, _ = self._game()
        own_turn = match.turn in info.seats_by_player.get(player, ())
        return not own_turn or clock.now() < self.stream_counts_until(player)

    def stream_counts_until(self, player: str) -> int:
        """Return until when a stream counts as presence during the player's own turn."""
        info, _, log = self._game()
        seats = info.seats_by_player.get(player, ())
        return next((entry.at for entry in reversed(log) if entry.seat in seats), 0) + STREAM_PRESENCE_MS
