"""What one move changed, as the wire's Step: it costs the same however long the game is, where a whole state
grows with the moves."""

from __future__ import annotations

from typing import Any

import msgspec

from app.clock import now
from app.domain.game_info import GameInfo
from app.live.state import (
    NOBODY,
    allowed_acts,
    clock_message,
    last_move,
    legal_moves,
    offer_messages,
    remark_of,
    tally_message,
)
from app.messages import games as messages
from engine import Match, Seat


class StepEncoder:
    """The step from one match to the next one, which has one more move and has not ended, for each of its
    audiences. The view is made and encoded once where nothing is hidden. `claims`: the seats that may claim
    the game, before the move and after it."""

    __slots__ = ("_after", "_before", "_claims", "_info", "_view")

    def __init__(self, info: GameInfo, before: Match, after: Match, claims: frozenset[Seat] = NOBODY) -> None:
        self._info, self._before, self._after, self._claims = info, before, after, claims
        self._view: msgspec.Raw | None = None

    def text(self, was: Seat | None, seat: Seat | None) -> bytes:
        """The step for the player who is now in `seat` and was in seat `was` (of both seats that to move);
        None: for a spectator."""
        info, before, after = self._info, self._before, self._after
        game, step = after.game, after.step
        if step is None:
            raise ValueError("a step needs a move")
        message = messages.Step(
            ply=after.ply,
            turn=after.turn,
            legal=legal_moves(after, seat) if seat is not None and seat == after.turn else [],
            view=self._view_of(seat),
            last=last_move(after, seat),
            told=step.notation(game, after.reader(seat)),
        )
        acts = allowed_acts(info, after, seat, self._claims)
        if acts != allowed_acts(info, before, was, self._claims):
            message.acts = acts
        tally, score = tally_message(after), game.score(after.state)
        if tally != tally_message(before):
            message.tally = tally
        if score != game.score(before.state):
            message.score = score
        if after.clocks and _shown(after) != _shown(before):
            message.clock = clock_message(after, now())
        if after.offers != before.offers:
            message.offers = offer_messages(info, after)
        if seat != was:
            message.seat = seat
        message.remark = remark_of(info, after)
        return messages.encode(message)

    def _view_of(self, seat: Seat | None) -> Any:
        if self._after.game.hides:
            return self._after.view(seat)
        if self._view is None:
            self._view = msgspec.Raw(messages.encode(self._after.view(None)))
        return self._view


def _shown(match: Match) -> Any:
    """What a frame tells of the clock, but for the time that runs."""
    return match.clocks and (match.clocks.left, match.clocks.running)
