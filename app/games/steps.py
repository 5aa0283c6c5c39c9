"""Step messages: the delta of one move. Unlike a full state, they do not grow with the length of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.core import wire
from app.games import messages
from app.games.state import (
    Snapshot,
    TimeShown,
    clock_message,
    ends_streak,
    first_move_message,
    last_move,
    offer_messages,
    remark_of,
    tally_message,
)
from app.games.teaching import warning_of
from engine import Match, Seat


class StepEncoder:
    """Encoder of the step from one match to the next one, which has one more move and is not over. It is
    encoded once, except for the seat-dependent fields, which come last; if something is hidden, once per
    seat."""

    __slots__ = ("_after", "_before", "_shared", "_texts", "_time")

    def __init__(self, before: Snapshot, after: Snapshot, time: Callable[[], TimeShown]) -> None:
        self._before, self._after, self._time = before, after, time
        self._shared: dict[Seat | None, bytes] = {}  # by reader
        self._texts: dict[tuple[Seat | None, Seat | None], bytes] = {}  # by previous and current seat

    def text(self, was: Seat | None, seat: Seat | None) -> bytes:
        """Return the step for the player in `seat`, who was in seat `was` before (of both seats, the one to
        move); None: a spectator."""
        text = self._texts.get((was, seat))
        if text is not None:
            return text
        after = self._after
        reader = seat if after.match.game.hides else None
        shared = self._shared.get(reader)
        if shared is None:
            shared = self._shared[reader] = self._encode(reader)
        text, acts = shared + after.legal(seat), after.acts(seat)
        if acts != self._before.acts(was):
            text += b',"acts":' + acts
        if seat is not None and seat != was:
            text += b',"seat":%d' % seat
        text = self._texts[was, seat] = text + b"}"
        return text

    def forget(self) -> None:
        """Drop the encoded texts: they show an old clock."""
        self._shared.clear()
        self._texts.clear()

    def _encode(self, reader: Seat | None) -> bytes:
        """Return the step up to the legal moves, the same for all readers like `reader`."""
        before, after = self._before.match, self._after.match
        if after.step is None:
            raise ValueError("a step needs a move")
        message = messages.Step(
            ply=after.ply,
            turn=after.turn,
            view=self._after.view(reader),
            last=last_move(after, reader),
            told=after.step.notation(after.game, reader),
            legal=[],
        )
        if after.solitaire:
            score = after.game.score(after.state)
            message.tally = tally_message(after)
            if not before.moved and ends_streak(self._after.info, after):
                message.streak = True
            if score != before.game.score(before.state):
                message.score = score
        if after.clocks and _shown(after) != _shown(before):
            time = self._time()
            message.clock = clock_message(after, time.at, time.left)
        if len(before.moved) < len(before.game.seats):
            message.first_move = first_move_message(self._after.info, after, self._time())
        if after.offers != before.offers:
            message.offers = offer_messages(self._after.info, after)
        if self._after.info.bot_seat is not None:
            message.remark = remark_of(self._after.info, after)
            message.warning = warning_of(self._after.info, after)
        return wire.encode(message).removesuffix(b"[]}")


def _shown(match: Match) -> Any:
    """Return the clock fields of a frame, without elapsed time: turns alternate, so that each move changes
    the running seat."""
    return match.clocks and (match.clocks.left, match.clocks.running)
