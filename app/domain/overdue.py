"""Games of two players that the server ends: nobody joined them, they were not begun, or they were left.

A game whose seats one person has, and a solitaire, wait for ever.
"""

from __future__ import annotations

from app.domain.game_info import GameInfo
from engine import Daily, Entry, Match
from engine.checks import ABANDONED_AFTER

__all__ = ["ABANDONED_AFTER", "BEGIN_WITHIN", "JOIN_WITHIN", "entry_that_ends"]

DAY = 24 * 3600 * 1000  # milliseconds
JOIN_WITHIN = DAY  # of its creation; then an open game is aborted
BEGIN_WITHIN = DAY  # of the start or the last entry; then a game is aborted unless each seat has moved. Where
# the clock is of days, within the days of a move


def entry_that_ends(info: GameInfo, match: Match, now: int) -> Entry | None:
    """The entry of no seat that ends this game at `now`, in milliseconds since the epoch; None while it may
    go on."""
    if match.solitaire or info.free or match.outcome:
        return None
    if info.started is None:
        return Entry(match.ply, None, "abort", "", now) if now - info.created >= JOIN_WITHIN else None
    idle = now - (match.last.at if match.last else info.started)
    if match.abortable:
        within = info.control.full if isinstance(info.control, Daily) else BEGIN_WITHIN
        return Entry(match.ply, None, "abort", "", now) if idle >= within else None
    return Entry(match.ply, None, "claim", "draw", now) if idle >= ABANDONED_AFTER else None
