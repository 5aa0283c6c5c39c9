"""The warning of a machine that teaches: whether its opponent may let it answer, and what is shown of it."""

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
    """Return the warning after which the machine is to answer; None: it was let answer before, by the same
    message.

    Refusal: `game_over`, `not_live`, `stale`, `illegal_move` (no machine that teaches: `not_here`;
    `no_warning`)."""
    for warning in info.warnings:
        quiet = all(entry.act in QUIET_ACTS for entry in log[warning.ply : ply])
        if warning.proceeded and quiet and warning.ply <= ply <= match.ply:
            return None
    if match.outcome:
        raise Refusal("game_over", message=f"the game is over: {match.outcome.reason}")
    if not info.full:
        raise Refusal("not_live", message="a seat is still free")
    if not info.teach:
        raise Refusal("illegal_move", rule="not_here", message="no machine that teaches sits at this game")
    if not match.min_move_ply <= ply <= match.ply:
        raise Refusal("stale", message=f"ply {ply}, but the match is at {match.ply}")
    warning_now = standing_warning(info, match)
    if warning_now is None:
        raise Refusal("illegal_move", rule="no_warning", message="the machine waits for nothing")
    return warning_now


def warning_of(info: GameInfo, match: Match) -> messages.MoveWarning | UnsetType | None:
    """Return the warning that stands; None: there is none; UNSET: no machine teaches in this game."""
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
