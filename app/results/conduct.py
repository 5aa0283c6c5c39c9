"""Player conduct: early ends of games, the pairing pauses they cause, and the limit of rated games per pair.

All times are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.model.game_info import GameInfo
from app.results.ratings import has_rated_moves
from engine import Entry, Match, Seat
from engine.clock import DAY_MS

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
MAX_EARLY_ENDS = 3  # within EARLY_ENDS_WINDOW_MS; then pairing is closed
EARLY_ENDS_WINDOW_MS = HOUR_MS
PAIRING_PAUSES_MS = (5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS)  # first, second, every later pause
EARLY_ENDS_RESET_MS = DAY_MS  # a gap that resets the counts
EARLY_END_MAX_AGE_MS = 3 * DAY_MS  # older ones are ignored and deleted
OUTAGE_EXCUSE_MS = MINUTE_MS  # early ends so soon after a server pause do not count
FIRST_MOVE_WAIT_MS = MINUTE_MS // 2  # waiting time for the opponent's first move before a player may abort
MAX_RATED_GAMES = 12  # of the same two players within RATED_GAMES_WINDOW_MS; further ones are casual
RATED_GAMES_WINDOW_MS = DAY_MS

EarlyKind = Literal["abort", "first_move", "abandoned", "resigned"]


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """An early end by a player: they aborted a paired game, did not make their first move in time, lost by
    leaving (`abandoned`), or resigned a rated paired game too early for a rating."""

    player: str
    kind: EarlyKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class PairingPause:
    """A pause of pairing for a player. `until`: when pairing opens again; `count`: early ends since the last
    reset."""

    until: int
    count: int


def early_end(info: GameInfo, before: Match, entry: Entry, *, first_move: bool = False) -> EarlyEnd | None:
    """Return the early end that a final entry counts as, or None.

    `first_move`: the server wrote the entry because the seat to move missed its first-move deadline."""
    if not (info.between_people and info.full):
        return None
    costs_no_rating = info.pair and info.rated and not has_rated_moves(before)
    kind: EarlyKind
    if entry.act == "claim" and entry.text == "win" and entry.seat is not None:
        seat, kind = 1 - entry.seat, "abandoned"
    elif entry.act == "abort" and entry.seat is not None and info.pair:
        seat, kind = entry.seat, "abort"
    elif entry.act == "resign" and entry.seat is not None and costs_no_rating:
        seat, kind = entry.seat, "resigned"
    elif entry.act == "abort" and first_move and before.turn is not None:
        seat, kind = before.turn, "first_move"
    else:
        return None
    player = info.players[seat]
    return EarlyEnd(player.id, kind, seat) if player else None


def was_paused(log: Sequence[Entry], at: int) -> bool:
    """Return whether a pause of the server ended within OUTAGE_EXCUSE_MS before `at`."""
    for entry in reversed(log):
        if entry.at <= at - OUTAGE_EXCUSE_MS:
            return False
        if entry.act == "pause":
            return True
    return False


def pairing_pause(ends: Iterable[int], now: int) -> PairingPause | None:
    """Return the pairing pause of a player with early ends at these times; None: pairing is open."""
    until = level = count = 0
    recent: list[int] = []
    last: int | None = None
    for at in sorted(ends):
        if last is not None and at - last >= EARLY_ENDS_RESET_MS:
            level, count, recent = 0, 0, []
        last = at
        count += 1
        recent = [*(one for one in recent if at - one < EARLY_ENDS_WINDOW_MS), at]
        if len(recent) == MAX_EARLY_ENDS:
            until = at + PAIRING_PAUSES_MS[min(level, len(PAIRING_PAUSES_MS) - 1)]
            level += 1
            recent = []
    return PairingPause(until, count) if now < until else None
