"""Warnings of machines that teach: which one stands, whether another is due, and which move a line plans.

A warning stands while nothing but offers and their answers has followed it. Each position is warned of once.
"""

from __future__ import annotations

from itertools import islice

from app.domain.game_info import GameInfo, MoveWarning
from engine import Match

MAX_WARNINGS = 3  # in a game


def standing_warning(info: GameInfo, match: Match) -> MoveWarning | None:
    """Return the warning for which the machine waits; None: it does not."""
    if match.outcome or not info.warnings or match.turn != info.machine:
        return None
    last = info.warnings[-1]
    return last if not last.proceeded and match.firm <= last.ply <= match.ply else None


def warnings_left(info: GameInfo, warning: MoveWarning) -> int:
    """Return how many warnings a game has after this one."""
    return MAX_WARNINGS - 1 - info.warnings.index(warning)


def is_to_judge(info: GameInfo, match: Match) -> bool:
    """Return whether the machine is to judge the last move, which is its opponent's, before it answers."""
    moved = match.step is not None and match.step.seat != info.machine
    return info.teach and moved and len(info.warnings) < MAX_WARNINGS


def planned_move(info: GameInfo, match: Match) -> str | None:
    """Return the machine's next move in the line of a warning; None: the game is on none."""
    for warning in reversed(info.warnings):
        since = list(islice(match.steps(), len(warning.line)))  # the newest first
        for count in range(0, min(len(warning.line), len(since) + 1), 2):
            made = tuple(step.move for step in reversed(since[:count]))
            state = since[count - 1].before if count else match.state
            if made == warning.line[:count] and match.game.show(state) == warning.position:
                return warning.line[count]
    return None
