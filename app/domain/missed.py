"""Missed wins: forced wins that a player gave away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Entry, Match, Seat


@dataclass(frozen=True, slots=True)
class MissedWin:
    """`seat` had a forced win after `ply` entries of the log, and gave it away.

    `plies`: length of the win, if known; `line`: its moves, as far as known, at least the first."""

    ply: int
    seat: Seat
    plies: int | None
    line: tuple[str, ...]


def plies_before_moves(match: Match, log: Iterable[Entry]) -> list[int]:
    """Return, for each move in effect at the end of a log, its ply. `match`: without entries."""
    plies: list[int] = []
    for entry in log:
        before, match = match.ply, match.after(entry)
        made = match.step.number if match.step else 0
        if made > len(plies):
            plies.append(before)
        del plies[made:]
    return plies
