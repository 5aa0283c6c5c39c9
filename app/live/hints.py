"""Hints in a running solitaire: searched first, then counted by an entry of the log, then told."""

from __future__ import annotations

from time import time
from typing import Literal

from app.domain.game_info import Player
from app.errors import Refusal, TryAgain, refusal
from app.live.session import TRIES, Session
from engine import Entry, IllegalMove, Match, Seat

Ask = Literal["move", "winnable"]


def check_hint(session: Session, player: Player, ply: int) -> Match:
    """The match at which a hint is asked for. Refusal: `not_seated`, `game_over`, `stale`, `illegal_move`
    (no solitaire). A request that was answered before, but for the answer that was lost, is taken again."""
    match, seat = session.match, session.view.seat(player)
    if seat is None:
        raise Refusal("not_seated", message="only the player of this game may ask for a hint")
    if not _is_repeat(session, ply):
        try:
            match.then(_entry(session, seat, ply, "move"))
        except IllegalMove as error:
            raise refusal(error) from None
    return match


def step_of(session: Session, ply: int) -> int:
    """Which step of a hint is asked for at a ply: one more than there were hints since the last act that is
    none."""
    step = 1
    for entry in reversed(session.log[:ply]):
        if entry.act != "hint" or entry.text:
            break
        step += 1
    return step


def was_helped(session: Session) -> bool:
    """Whether a hint was counted in this game."""
    return any(entry.act == "hint" for entry in session.log)


async def write_hint(session: Session, player: Player, ply: int, ask: Ask) -> None:
    """Counts a hint. Refusal: the game has gone on since (`stale`, `game_over`)."""
    async with session.lock:
        for _ in range(TRIES):
            seat = session.view.seat(player)
            if seat is None:
                raise Refusal("not_seated", message="only the player of this game may ask for a hint")
            if _is_repeat(session, ply):
                return
            try:
                match = session.match.then(_entry(session, seat, ply, ask))
            except IllegalMove as error:
                raise refusal(error) from None
            if await session.write(match):
                return
    raise TryAgain("too much contention, try again")


def _is_repeat(session: Session, ply: int) -> bool:
    """Whether the last entry is the hint that was asked for at this ply."""
    last = session.match.last
    return last is not None and last.act == "hint" and last.ply == ply and session.match.outcome is None


def _entry(session: Session, seat: Seat, ply: int, ask: Ask) -> Entry:
    last = session.match.last
    at = max(int(time() * 1000), last.at if last else 0)
    return Entry(ply, seat, "hint", "" if ask == "move" else ask, at)
