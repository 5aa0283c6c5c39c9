"""Conduct: which ends of games count as early against a player, how long that closes pairing to them, and how
many rated games the same two may play.

All times are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.game_info import GameInfo
from engine import Entry, Match, Seat

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MAX_EARLY_ENDS = 3  # within EARLY_ENDS_WITHIN; then pairing is closed
EARLY_ENDS_WITHIN = HOUR
PAUSES = (5 * MINUTE, 15 * MINUTE, HOUR)  # the first one, the second one, and every later one
FORGOTTEN_AFTER = DAY  # without an early end
REMEMBERED = 3 * DAY  # after which an early end is not looked at any more
EXCUSED_AFTER_OUTAGE = MINUTE
MAX_WAIT = MINUTE // 2  # for the opponent's first move, after which a player may abort
MAX_RATED_GAMES = 12  # of the same two players, begun within RATED_WITHIN; the next ones are casual
RATED_WITHIN = DAY

EarlyKind = Literal["abort", "first_move", "abandoned"]


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """A player's early end of a game: they aborted a game made by pairing, did not make their first move in
    time, or lost by leaving (`abandoned`)."""

    player: str
    kind: EarlyKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class PairingPause:
    """`until`: when pairing opens again; `count`: early ends since the last DAY without one."""

    until: int
    count: int


def early_end(info: GameInfo, before: Match, entry: Entry, *, first_move: bool = False) -> EarlyEnd | None:
    """Return against whom the entry that ends a match counts as an early end; None: against nobody.

    `first_move`: the server wrote it since the seat to move did not make its first move in time."""
    if not (info.between_people and info.full):
        return None
    kind: EarlyKind
    if entry.act == "claim" and entry.text == "win" and entry.seat is not None:
        seat, kind = 1 - entry.seat, "abandoned"
    elif entry.act == "abort" and entry.seat is not None and info.pair:
        seat, kind = entry.seat, "abort"
    elif entry.act == "abort" and first_move and before.turn is not None:
        seat, kind = before.turn, "first_move"
    else:
        return None
    player = info.players[seat]
    return EarlyEnd(player.id, kind, seat) if player else None


def was_paused(log: Sequence[Entry], at: int) -> bool:
    """Return whether a pause of the server ended within EXCUSED_AFTER_OUTAGE before `at`."""
    for entry in reversed(log):
        if entry.at <= at - EXCUSED_AFTER_OUTAGE:
            return False
        if entry.act == "pause":
            return True
    return False


def pairing_pause(ends: Iterable[int], now: int) -> PairingPause | None:
    """Return until when pairing is closed to a player with early ends at these times; None: it is open."""
    until = level = count = 0
    recent: list[int] = []
    last: int | None = None
    for at in sorted(ends):
        if last is not None and at - last >= FORGOTTEN_AFTER:
            level, count, recent = 0, 0, []
        last = at
        count += 1
        recent = [*(one for one in recent if at - one < EARLY_ENDS_WITHIN), at]
        if len(recent) == MAX_EARLY_ENDS:
            until = at + PAUSES[min(level, len(PAUSES) - 1)]
            level += 1
            recent = []
    return PairingPause(until, count) if now < until else None
