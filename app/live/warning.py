"""Warnings of a teaching bot: proceeding despite a warning, and the warning as a message."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from app.domain.game_info import GameInfo, MoveWarning
from app.domain.teaching import standing_warning, warnings_left
from app.errors import Refusal
from app.live.values import told_line
from app.messages import games as messages
from engine import Entry, Match
from engine.entry import QUIET_ACTS


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
