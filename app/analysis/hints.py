"""Hints in a running solitaire: searched, then counted by a log entry, then sent."""

from __future__ import annotations

from functools import partial
from typing import Literal

from app.core.errors import Refusal, TryAgain, refusal
from app.db import clock
from app.games.session import MAX_ATTEMPTS, Session
from app.model.game_info import Player
from engine import Entry, IllegalMove, Match, Seat

Ask = Literal["move", "winnable"]


def check_hint(session: Session, player: Player, ply: int) -> Match:
    """Return the match at which a hint is requested. A request repeated after a lost answer is accepted.
    Refusal `not_seated`, `game_over`, `stale`, `illegal_move` (not a solitaire)."""
    match, seat = session.match, session.view.seat(player)
    if seat is None:
        raise Refusal("not_seated", message="Only the player of this game can ask for a hint.")
    if not _is_repeat(session, ply):
        try:
            match.then(_entry(session, seat, ply, "move"))
        except IllegalMove as error:
            raise refusal(error) from None
    return match


def step_of(session: Session, ply: int) -> int:
    """Return the requested step of a hint: one more than the number of hints since the last other act."""
    step = 1
    for entry in reversed(session.log[:ply]):
        if entry.act != "hint" or entry.text:
            break
        step += 1
    return step


def was_helped(session: Session) -> bool:
    """Return whether a hint was counted in this game."""
    return any(entry.act == "hint" for entry in session.log)


async def write_hint(session: Session, player: Player, ply: int, ask: Ask) -> None:
    """Write the log entry of a hint. Refusal `stale`, `game_over`: the game has gone on meanwhile."""
    await session.inbox.put(partial(_write_hint, session, player, ply, ask))


async def _write_hint(session: Session, player: Player, ply: int, ask: Ask) -> None:
    for _ in range(MAX_ATTEMPTS):
        seat = session.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="Only the player of this game can ask for a hint.")
        if _is_repeat(session, ply):
            return
        try:
            match = session.match.then(_entry(session, seat, ply, ask))
        except IllegalMove as error:
            raise refusal(error) from None
        if await session.write(match):
            return
    raise TryAgain("Too many acts at the same time. Try again.")


def _is_repeat(session: Session, ply: int) -> bool:
    """Return whether the last entry is the hint requested at this ply."""
    last = session.match.last
    return last is not None and last.act == "hint" and last.ply == ply and session.match.outcome is None


def _entry(session: Session, seat: Seat, ply: int, ask: Ask) -> Entry:
    last = session.match.last
    at = max(clock.now(), last.at if last else 0)
    return Entry(ply, seat, "hint", "" if ask == "move" else ask, at)
