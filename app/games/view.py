"""View of one live game: access, and states and steps, encoded once per kind of reader."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw

from app.core import wire
from app.db import clock
from app.games import messages
from app.games.audience import Audience
from app.games.game_clock import GameClock, Loaded
from app.games.state import (
    NO_CLAIMS,
    NO_TIME,
    Access,
    TimeShown,
    allowed_acts,
    clock_message,
    ends_streak,
    first_move_message,
    last_move,
    legal_moves,
    offer_messages,
    remark_of,
    state_for,
    tally_message,
)
from app.games.teaching import warning_of
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


class Snapshot:
    """A published match. `claims`: seats that may claim the game."""

    __slots__ = ("_acts", "claims", "info", "match")

    def __init__(self, info: GameInfo, match: Match, claims: frozenset[Seat] = NO_CLAIMS) -> None:
        self.info, self.match, self.claims = info, match, claims
        self._acts: dict[Seat | None, list[str]] = {}

    def acts(self, seat: Seat | None) -> list[str]:
        """Return the acts besides `move` that the player in `seat` may send; made once."""
        acts = self._acts.get(seat)
        if acts is None:
            acts = self._acts[seat] = allowed_acts(self.info, self.match, seat, self.claims)
        return acts


def _shown(match: Match) -> Any:
    """Return the clock fields of a frame, without elapsed time: turns alternate, so that each move changes
    the running seat."""
    return match.clocks and (match.clocks.left, match.clocks.running)


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
        self._steps: dict[Seat | None, messages.Step] = {}  # from `_before`, by reader of what is hidden
        self._step_texts: dict[tuple[Seat | None, Seat | None], bytes] = {}  # by previous and current seat
        self._texts: dict[tuple[Seat | None, Access], bytes] = {}  # encoded states
        self._encoded_at = 0  # time of the oldest encoded text

    def publish(self, *, step: bool = False) -> None:
        """Publish the game as it is now, and wake every viewer. `step`: exactly one move led to it and did
        not end the game."""
        self._texts.clear()
        game, before = self._game, self._now
        self._now = Snapshot(game.info, game.match, self._audience.claims)
        self._before = before if step else None
        self._steps.clear()
        self._step_texts.clear()
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
        text = self._step_texts.get((was, seat))
        if text is None:
            text = self._step_texts[was, seat] = wire.encode(self._step_for(before, was, seat))
        return text

    def _step_for(self, before: Snapshot, was: Seat | None, seat: Seat | None) -> messages.Step:
        """Return the step for the player in `seat`, who was in seat `was` before; None: a spectator. It is
        made once, except for the fields set here; if something is hidden, once per seat."""
        reader = seat if self._now.match.game.hides else None
        step = self._steps.get(reader)
        if step is None:
            step = self._steps[reader] = self._make_step(before.match, reader)
        acts = self._now.acts(seat)
        step.legal = legal_moves(self._now.match, seat) if seat is not None and seat == step.turn else []
        step.acts = UNSET if acts == before.acts(was) else acts
        step.seat = UNSET if seat is None or seat == was else seat
        return step

    def _make_step(self, before: Match, reader: Seat | None) -> messages.Step:
        """Return the step without the fields that may differ between the seats of readers like `reader`."""
        info, after = self._now.info, self._now.match
        if after.step is None:
            raise ValueError("a step needs a move")
        message = messages.Step(
            ply=after.ply,
            turn=after.turn,
            view=Raw(wire.encode(after.view(reader))),
            last=last_move(after, reader),
            told=after.step.notation(after.game, reader),
            legal=[],
        )
        if after.solitaire:
            score = after.game.score(after.state)
            message.tally = tally_message(after)
            if not before.moved and ends_streak(info, after):
                message.streak = True
            if score != before.game.score(before.state):
                message.score = score
        if after.clocks and _shown(after) != _shown(before):
            time = self._time()
            message.clock = clock_message(after, time.at, time.left)
        if len(before.moved) < len(before.game.seats):
            message.first_move = first_move_message(info, after, self._time())
        if after.offers != before.offers:
            message.offers = offer_messages(info, after)
        if info.bot_seat is not None:
            message.remark = remark_of(info, after)
            message.warning = warning_of(info, after)
        return message

    def _forget_old_clocks(self) -> None:
        """Drop the encoded texts if their clock is older than CLOCK_TTL_MS."""
        at = clock.now()
        if at - self._encoded_at > CLOCK_TTL_MS:
            self._encoded_at = at
            self._steps.clear()
            self._step_texts.clear()
            self._texts.clear()
