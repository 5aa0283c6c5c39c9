"""View of one live game: access, and states and steps, encoded once per kind of reader."""

from __future__ import annotations

from app.core import wire
from app.db import clock
from app.games import messages
from app.games.audience import Audience
from app.games.game_clock import GameClock, Loaded
from app.games.state import NO_TIME, Access, Snapshot, TimeShown, state_for
from app.games.steps import StepEncoder
from app.model.game_info import GameInfo, Player
from app.results.daily.days import DealOfDay
from engine import Match, Seat

CLOCK_TTL_MS = 100  # until a frame with a running clock is encoded again


def _today() -> str:
    return clock.utc_day(clock.now())


def access_of(
    info: GameInfo, match: Match, seat: Seat | None, dealt: DealOfDay | None, *, finished: bool = False
) -> Access:
    """Return what the player in `seat` may see of a game. `dealt`: the daily deal that it is played at;
    `finished`: the player has finished that deal in another game."""
    if dealt is None or finished or not dealt.is_closed(_today()):
        return Access.OPEN
    if seat is None:
        return Access.CLOSED
    # Only who had finished the deal could choose it for a rehearsal.
    return Access.WITHOUT_DEAL if info.daily is not None and match.outcome is None else Access.OPEN


class GameView:
    """Readers' view of the last published match. `version`: number of published matches; `dealt`: the daily
    deal that the game is played at; `finished`: players known to have finished it."""

    def __init__(
        self, game: Loaded, audience: Audience, game_clock: GameClock, dealt: DealOfDay | None
    ) -> None:
        self._game = game
        self.version = 0
        self.dealt = dealt
        self.finished: set[str] = set()
        self._audience, self._clock = audience, game_clock
        self._now = Snapshot(game.info, game.match)
        self._before: Snapshot | None = None  # the previous one, if one move led from it
        self._step: StepEncoder | None = None  # from `_before`, created on first use
        self._texts: dict[tuple[Seat | None, Access], bytes] = {}  # encoded states
        self._encoded_at = 0  # time of the oldest encoded text

    def publish(self, *, step: bool = False) -> None:
        """Publish the game as it is now, and wake every viewer. `step`: exactly one move led to it and did
        not end the game."""
        self._texts.clear()
        game, before = self._game, self._now
        self._now = Snapshot(game.info, game.match, self._audience.claims)
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

    @property
    def is_closed(self) -> bool:
        """Whether only players who have finished a daily deal of today may see the game."""
        return self.dealt is not None and self.dealt.is_closed(_today())

    def access(self, player: Player | None) -> Access:
        """Return what this player may see of the game, by `finished`."""
        if self.dealt is None:
            return Access.OPEN
        now, finished = self._now, player is not None and player.id in self.finished
        return access_of(now.info, now.match, self.seat(player), self.dealt, finished=finished)

    def state(self, player: Player | None) -> messages.State:
        now, time = self._now, self._time() if self._now.match.clocks else NO_TIME
        presence, access = self._audience.presence, self.access(player)
        return state_for(now.info, now.match, self.seat(player), presence, access, now.claims, time)

    def _time(self) -> TimeShown:
        at = clock.now()
        return TimeShown(at, self._clock.left(at), self._clock.first_move_by())

    def state_text(self, player: Player | None) -> bytes:
        """Return the full state as JSON, encoded once per kind of reader."""
        if self._now.match.clocks:
            self._forget_old_clocks()
        reader = self.seat(player), self.access(player)
        text = self._texts.get(reader)
        if text is None:
            text = self._texts[reader] = wire.encode(self.state(player))
        return text

    def step_text(self, player: Player | None, access: Access) -> bytes | None:
        """Return the newest version's step as JSON, encoded once per kind of reader. None: a full state is
        needed, because there was not exactly one move, or the player's access has changed."""
        before, info = self._before, self._now.info
        if before is None or access is Access.CLOSED:
            return None
        if self.dealt is not None and access is not self.access(player):
            return None
        if self._now.match.clocks:
            self._forget_old_clocks()
        seat = was = self.seat(player)
        if info.free and seat is not None:
            was = before.match.turn or 0
        if self._step is None:
            self._step = StepEncoder(before, self._now, self._time)
        return self._step.text(was, seat)

    def _forget_old_clocks(self) -> None:
        """Drop the encoded texts if their clock is older than CLOCK_TTL_MS."""
        at = clock.now()
        if at - self._encoded_at > CLOCK_TTL_MS:
            self._encoded_at = at
            if self._step:
                self._step.forget()
            self._texts.clear()
