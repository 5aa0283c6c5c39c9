"""Missed wins: forced wins that a player gave away."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Seat


@dataclass(frozen=True, slots=True)
class MissedWin:
    """`seat` had a forced win after `ply` entries of the log, and gave it away.

    `plies`: length of the win, if known; `line`: its moves, as far as known, at least the first."""

    ply: int
    seat: Seat
    plies: int | None
    line: tuple[str, ...]
