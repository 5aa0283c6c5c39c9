"""From a player's message to the entry of the log that it asks for, and back. A move does not come here, so
that its path is short."""

from __future__ import annotations

from typing import TypeGuard

from app.domain.game_info import GameInfo
from app.errors import Refusal
from app.messages import games as messages
from engine import Entry, Match, Seat

Other = (  # what a player may send besides a move
    messages.Undo
    | messages.Redo
    | messages.Resign
    | messages.Abort
    | messages.Offer
    | messages.Withdraw
    | messages.Answer
    | messages.Claim
)


def entry_of(message: Other, match: Match, info: GameInfo, seat: Seat, at: int) -> Entry:
    """The entry that a message of the player in `seat` asks for, written at `at`. Whether it is permitted is
    for the match to say. Refusal `illegal_move`: the engine does not know what forbids it."""
    match message:
        case messages.Undo(ply=ply):
            return Entry(ply, seat, "undo", "", at)
        case messages.Redo(ply=ply):
            return Entry(ply, seat, "redo", "", at)
        case messages.Resign():
            return Entry(match.ply, seat, "resign", "", at)
        case messages.Abort():
            return Entry(match.ply, seat, "abort", "", at)
        case messages.Claim(what=what):
            return Entry(match.ply, seat, "claim", what, at)
        case messages.Offer(ply=ply, what="draw") if match.is_offered("draw", 1 - seat):
            return Entry(ply, seat, "accept", "draw", at)
        case messages.Offer(ply=ply, what=what):
            if what == "takeback" and info.rated:
                raise Refusal("illegal_move", rule="not_here", message="rated games have no takebacks")
            return Entry(ply, seat, "offer", what, at)
        case messages.Withdraw(ply=ply, what=what):
            return Entry(ply, seat, "withdraw", what, at)
        case messages.Answer(ply=ply, what=what, yes=True):
            return Entry(ply, seat, "accept", match.accepting(what, seat), at)
        case messages.Answer(ply=ply, what=what):
            return Entry(ply, seat, "decline", what, at)


def is_slow(message: messages.Act) -> bool:
    """Whether carrying a message out asks the database first: a claim, and what is about a rematch."""
    return isinstance(message, messages.Claim) or is_of_rematch(message)


def is_of_rematch(message: messages.Act) -> TypeGuard[messages.Offer | messages.Withdraw | messages.Answer]:
    """Whether a message is about a rematch, which is not in the log."""
    if not isinstance(message, messages.Offer | messages.Withdraw | messages.Answer):
        return False
    return message.what == "rematch"


def is_entry_of(entry: Entry, message: messages.Act) -> bool:
    """Whether an entry is what a message asks for."""
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
