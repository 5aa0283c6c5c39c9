"""View of one live game: access, and states and steps, encoded once per kind of reader."""

from __future__ import annotations

from collections.abc import Callable

from app import clock
from app.domain.game_info import GameInfo, Player
from app.live.audience import Audience
from app.live.game_time import Loaded
from app.live.state import Access, Snapshot, state_for
from app.live.steps import StepEncoder
from app.messages import games as messages
from engine import Match, Seat

CLOCK_TTL_MS = 100  # until a frame with a running clock is encoded again

TimeLeft = Callable[[int], tuple[int, int]]  # each seat's time left at a time in ms since the epoch


def access_of(info: GameInfo, match: Match, seat: Seat | None, *, finished: bool = False) -> Access:
    """Return what the player in `seat` may see of a daily deal of today. `finished`: they have finished that
    deal in another game."""
    if not info.is_closed(clock.utc_day(clock.now())):
        return Access.OPEN
    own = seat is not None
    if finished or (own and match.outcome is not None):
        return Access.OPEN
    return Access.WITHOUT_DEAL if own else Access.CLOSED


class GameView:
    """Readers' view of the last published match. `version`: number of published matches; `finished`: players
    known to have finished this daily deal; `time_left`: for games with a clock."""

    def __init__(self, game: Loaded, audience: Audience, time_left: TimeLeft) -> None:
        self.version = 0
        self.finished: set[str] = set()
        self._audience, self._time_left = audience, time_left
        self._now = Snapshot(game.info, game.match)
        self._before: Snapshot | None = None  # the previous one, if one move led from it
        self._step: StepEncoder | None = None  # from `_before`, created on first use
        self._texts: dict[tuple[Seat | None, Access], bytes] = {}  # encoded states
        self._encoded_at = 0  # time of the oldest encoded text

    def publish(self, game: Loaded, claims: frozenset[Seat], *, step: bool) -> None:
        """Publish a new version and wake every viewer. `claims`: seats that may claim the game now; `step`:
        exactly one move led to it and did not end the game."""
        self.forget()
        before, self._now = self._now, Snapshot(game.info, game.match, claims)
        self._before, self._step = before if step else None, None
        self.version += 1
        self._audience.wake()

    def forget(self) -> None:
        """Drop the encoded states: presence or claims have changed."""
        self._texts.clear()

    def seat(self, player: Player | None) -> Seat | None:
        """Return the seat of a player, None for a spectator; of both seats, the one to move."""
        seats = self._now.info.seats_by_player.get(player.id) if player else None
        if seats is None:
            return None
        return seats[0] if len(seats) == 1 else self._now.match.turn or 0

    def access(self, player: Player | None) -> Access:
        """Return what this player may see of a daily deal of today, by `finished`."""
        if self._now.info.daily is None:
            return Access.OPEN
        finished = player is not None and player.id in self.finished
        return access_of(self._now.info, self._now.match, self.seat(player), finished=finished)

    def state(self, player: Player | None) -> messages.State:
        """Return the full state for this player."""
        now, at = self._now, clock.now()
        left = self._time_left(at) if now.match.clocks else None
        presence, access = self._audience.presence, self.access(player)
        return state_for(now.info, now.match, self.seat(player), presence, access, now.claims, (at, left))

    def state_text(self, player: Player | None) -> bytes:
        """Return the full state as JSON, encoded once per kind of reader."""
        if self._now.match.clocks:
            self._forget_old_clocks()
        reader = self.seat(player), self.access(player)
        text = self._texts.get(reader)
        if text is None:
            text = self._texts[reader] = messages.encode(self.state(player))
        return text

    def step_text(self, player: Player | None, access: Access) -> bytes | None:
        """Return the newest version's step as JSON, encoded once per kind of reader. None: a full state is
        needed, because there was not exactly one move, or the player's access has changed."""
        before, info = self._before, self._now.info
        if before is None or access is Access.CLOSED:
            return None
        if info.daily is not None and access is not self.access(player):
            return None
        if self._now.match.clocks:
            self._forget_old_clocks()
        seat = was = self.seat(player)
        if info.free and seat is not None:
            was = before.match.turn or 0
        if self._step is None:
            self._step = StepEncoder(before, self._now, self._time_left)
        return self._step.text(was, seat)

    def _forget_old_clocks(self) -> None:
        """Drop the encoded texts if their clock is older than CLOCK_TTL_MS."""
        at = clock.now()
        if at - self._encoded_at > CLOCK_TTL_MS:
            self._encoded_at = at
            if self._step:
                self._step.forget()
            self._texts.clear()
