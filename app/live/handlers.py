"""Act handlers: one function per act, from message and situation to log entry.

A handler refuses what the log alone cannot judge; `Match.then` decides whether the log permits the entry.
Rematches and warnings are not in the log: see `rematch.py` and `warning.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeGuard

from app.domain.game_info import GameInfo
from app.errors import Refusal
from app.messages import games as messages
from engine import Entry, Match, Seat


class Situation(NamedTuple):
    """Context of an act. `seat`: of the acting player; `at`: time of the entry in milliseconds since the
    epoch; `claims`: seats that may claim the game now."""

    info: GameInfo
    match: Match
    seat: Seat
    at: int
    claims: frozenset[Seat]


def _move(message: messages.Move, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "move", message.move, now.at)


def _undo(message: messages.Undo, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "undo", "", now.at)


def _redo(message: messages.Redo, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "redo", "", now.at)


def _resign(_: messages.Resign, now: Situation) -> Entry:
    return Entry(now.match.ply, now.seat, "resign", "", now.at)


def _abort(_: messages.Abort, now: Situation) -> Entry:
    return Entry(now.match.ply, now.seat, "abort", "", now.at)


def _claim(message: messages.Claim, now: Situation) -> Entry:
    if now.seat not in now.claims and not now.match.outcome:
        raise Refusal("illegal_move", rule="too_early", message="The opponent has not been away long enough.")
    return Entry(now.match.ply, now.seat, "claim", message.what, now.at)


def _offer(message: messages.Offer, now: Situation) -> Entry:
    if message.what == "draw" and now.match.is_offered("draw", 1 - now.seat):
        return Entry(message.ply, now.seat, "accept", "draw", now.at)
    if message.what == "takeback" and now.info.rated:
        raise Refusal("illegal_move", rule="not_here", message="Rated games have no takebacks.")
    return Entry(message.ply, now.seat, "offer", message.what, now.at)


def _withdraw(message: messages.Withdraw, now: Situation) -> Entry:
    return Entry(message.ply, now.seat, "withdraw", message.what, now.at)


def _answer(message: messages.Answer, now: Situation) -> Entry:
    if message.yes:
        return Entry(message.ply, now.seat, "accept", now.match.accepting(message.what, now.seat), now.at)
    return Entry(message.ply, now.seat, "decline", message.what, now.at)


HANDLERS: Mapping[type[messages.Act], Callable[[Any, Situation], Entry]] = {
    messages.Move: _move,
    messages.Undo: _undo,
    messages.Redo: _redo,
    messages.Resign: _resign,
    messages.Abort: _abort,
    messages.Claim: _claim,
    messages.Offer: _offer,
    messages.Withdraw: _withdraw,
    messages.Answer: _answer,
}


def entry_of(message: messages.Act, now: Situation) -> Entry:
    """Return the entry requested by a message. Refusal `illegal_move`: forbidden by a rule beyond the log."""
    return HANDLERS[type(message)](message, now)


def is_entry_of(entry: Entry, message: messages.Act) -> bool:
    """Return whether an entry is the one requested by a message."""
    what = entry.text.partition(" ")[0]
    match message:
        case messages.Move(move=move):
            return entry.act == "move" and entry.text == move
        case messages.Offer(what=offered):
            return entry.act in ("offer", "accept") and what == entry.text == offered
        case messages.Answer(what=offered, yes=yes):
            return entry.act == ("accept" if yes else "decline") and what == offered
        case messages.Withdraw(what=offered) | messages.Claim(what=offered):
            return entry.act == message.name and entry.text == offered
    return entry.act == message.name and not entry.text


def is_about_rematch(
    message: messages.Act,
) -> TypeGuard[messages.Offer | messages.Withdraw | messages.Answer]:
    """Return whether a message is about a rematch, which is not in the log."""
    if not isinstance(message, messages.Offer | messages.Withdraw | messages.Answer):
        return False
    return message.what == "rematch"


def asks_database(message: messages.Act) -> bool:
    """Return whether a message needs the database before it can be judged: claims, rematches and
    `proceed`."""
    return isinstance(message, messages.Claim | messages.Proceed) or is_about_rematch(message)
