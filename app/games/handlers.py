"""Act handlers: one function per act, from message and situation to log entry.

A handler refuses what the log alone cannot judge; `Match.then` decides whether the log permits the entry.
Rematches and warnings are not in the log: see `rematch.py` and `teaching.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.core.errors import Refusal
from app.games import acts
from app.model.game_info import GameInfo
from engine import Entry, Match, Seat


class Situation(NamedTuple):
    """Context of an act. `seat`: of the acting player; `at`: time of the entry in milliseconds since the
    epoch; `claims`: seats that may claim the game now."""

    info: GameInfo
    match: Match
    seat: Seat
    at: int
    claims: frozenset[Seat]


def _move(message: acts.Move, now: Situation) -> Entry:
    if now.seat == now.info.bot_seat and message.ply != now.match.ply:
        # A move would answer an offer that the bot has not seen: it accepts takebacks.
        raise Refusal("stale", message="An offer was made meanwhile.")
    return Entry(message.ply, now.seat, "move", message.move, now.at)


def _undo(message: acts.Undo, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "undo", "", now.at)


def _redo(message: acts.Redo, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "redo", "", now.at)


def _resign(_: acts.Resign, now: Situation) -> Entry:
    return Entry(now.match.ply, now.seat, "resign", "", now.at)


def _abort(_: acts.Abort, now: Situation) -> Entry:
    return Entry(now.match.ply, now.seat, "abort", "", now.at)


def _claim(message: acts.Claim, now: Situation) -> Entry:
    if now.seat not in now.claims and not now.match.outcome:
        raise Refusal("illegal_move", rule="too_early", message="The opponent has not been away long enough.")
    return Entry(now.match.ply, now.seat, "claim", message.what, now.at)


def _offer(message: acts.Offer, now: Situation) -> Entry:
    if message.what == "draw" and now.match.is_offered("draw", 1 - now.seat):
        return Entry(message.ply, now.seat, "accept", "draw", now.at)
    if message.what == "takeback" and now.info.rated:
        raise Refusal("illegal_move", rule="not_here", message="Rated games have no takebacks.")
    return Entry(message.ply, now.seat, "offer", message.what, now.at)


def _withdraw(message: acts.Withdraw, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "withdraw", message.what, now.at)


def _answer(message: acts.Answer, now: Situation) -> Entry:
    if message.yes:
        return Entry(message.ply, now.seat, "accept", now.match.accepting(message.what, now.seat), now.at)
    return Entry(message.ply, now.seat, "decline", message.what, now.at)


HANDLERS: Mapping[type[acts.Act], Callable[[Any, Situation], Entry]] = {
    acts.Move: _move,
    acts.Undo: _undo,
    acts.Redo: _redo,
    acts.Resign: _resign,
    acts.Abort: _abort,
    acts.Claim: _claim,
    acts.Offer: _offer,
    acts.Withdraw: _withdraw,
    acts.Answer: _answer,
}


def entry_of_act(message: acts.Act, now: Situation) -> Entry:
    """Return the entry requested by a message. Refusal `illegal_move`: forbidden by a rule beyond the log."""
    return HANDLERS[type(message)](message, now)


def is_entry_of(entry: Entry, message: acts.Act) -> bool:
    """Return whether an entry is the one requested by a message."""
    what = entry.text.partition(" ")[0]
    match message:
        case acts.Move(move=move):
            return entry.act == "move" and entry.text == move
        case acts.Offer(what=offered):
            return entry.act in ("offer", "accept") and what == entry.text == offered
        case acts.Answer(what=offered, yes=yes):
            return entry.act == ("accept" if yes else "decline") and what == offered
        case acts.Withdraw(what=offered) | acts.Claim(what=offered):
            return entry.act == message.name and entry.text == offered
    return entry.act == message.name and not entry.text
