"""Warnings of teaching bots: the pending warning, the limit, and the bot's planned reply.

A warning is pending while only offers and their answers have followed it. A position gets one warning at
most.
"""

from __future__ import annotations

from itertools import islice

from app.domain.game_info import GameInfo, MoveWarning
from engine import Match

MAX_WARNINGS = 3  # per game


def standing_warning(info: GameInfo, match: Match) -> MoveWarning | None:
    """Return the pending warning, while the bot waits; None: there is none."""
    if match.outcome or not info.warnings or match.turn != info.bot_seat:
        return None
    last = info.warnings[-1]
    return last if not last.proceeded and match.min_move_ply <= last.ply <= match.ply else None


def warnings_left(info: GameInfo, warning: MoveWarning) -> int:
    """Return the number of warnings left after this one."""
    return MAX_WARNINGS - 1 - info.warnings.index(warning)


def is_to_judge(info: GameInfo, match: Match) -> bool:
    """Return whether the bot must judge its opponent's last move before it replies."""
    moved = match.step is not None and match.step.seat != info.bot_seat
    return info.teach and moved and len(info.warnings) < MAX_WARNINGS


def planned_move(info: GameInfo, match: Match) -> str | None:
    """Return the bot's next move in the line of a warning; None: the game follows no line."""
    for warning in reversed(info.warnings):
        since = list(islice(match.steps(), len(warning.line)))  # the newest first
        for count in range(0, min(len(warning.line), len(since) + 1), 2):
            made = tuple(step.move for step in reversed(since[:count]))
            state = since[count - 1].before if count else match.state
            if made == warning.line[:count] and match.game.show(state) == warning.position:
                return warning.line[count]
    return None
