"""Warnings of teaching bots: the pending one, the limit, the player's answer, and the bot's planned reply.

A warning is pending while only offers and their answers have followed it. A position gets one warning at
most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import UNSET, UnsetType

from app.core.errors import Refusal
from app.games import messages
from app.games.told import told_line
from app.model.game_info import GameInfo, MoveWarning
from engine import Entry, Match
from engine.entry import QUIET_ACTS

MAX_WARNINGS = 3  # per game


def standing_warning(info: GameInfo, match: Match) -> MoveWarning | None:
    """Return the pending warning, while the bot waits; None: there is none."""
    if match.outcome or not info.warnings or match.turn != info.bot_seat:
        return None
    last = info.warnings[-1]
    return last if not last.proceeded and match.min_move_ply <= last.ply <= match.ply else None


def warnings_left(info: GameInfo, warning: MoveWarning) -> int:
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


def find_proceeding(info: GameInfo, match: Match, log: Sequence[Entry], ply: int) -> MoveWarning | None:
    """Return the warning after which the bot is to answer, None if the same message was processed before.

    Refusal `game_over`, `not_live`, `stale`, `illegal_move` (rule `not_here`: no teaching bot; `no_warning`).
    """
    for warning in info.warnings:
        quiet = all(entry.act in QUIET_ACTS for entry in log[warning.ply : ply])
        if warning.proceeded and quiet and warning.ply <= ply <= match.ply:
            return None
    if match.outcome:
        raise Refusal("game_over", message=f"The game is over: {match.outcome.reason}.")
    if not info.full:
        raise Refusal("not_live", message="A seat is still free. Wait for an opponent.")
    if not info.teach:
        raise Refusal("illegal_move", rule="not_here", message="This game has no teaching bot.")
    if not match.min_move_ply <= ply <= match.ply:
        raise Refusal("stale", message=f"ply {ply}, but the match is at {match.ply}")
    warning_now = standing_warning(info, match)
    if warning_now is None:
        raise Refusal("illegal_move", rule="no_warning", message="The bot is not waiting.")
    return warning_now


def warning_of(info: GameInfo, match: Match) -> messages.MoveWarning | UnsetType | None:
    """Return the pending warning, None if there is none, UNSET without a teaching bot."""
    if not info.teach:
        return UNSET
    warning = standing_warning(info, match)
    if warning is None:
        return None
    return messages.MoveWarning(
        ply=warning.ply,
        line=told_line(match.game, match.state, warning.line),
        left=warnings_left(info, warning),
        reason=warning.reason,
        plies=UNSET if warning.plies is None else warning.plies,
        points=UNSET if warning.points is None else warning.points,
    )
