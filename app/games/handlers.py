"""Entries of acts: from a message to what is written into the log, and back.

This refuses what the log alone cannot judge; `Match.then` decides whether the log permits the entry.
Rematches and warnings are not in the log: see `rematch_store.py` and `teaching.py`.
"""

from __future__ import annotations

from typing import cast

from app.core.errors import Refusal
from app.games import acts
from app.games.game_clock import Loaded
from engine import Act, Entry, Seat


def entry_of_act(message: acts.Act, game: Loaded, seat: Seat, at: int, claims: frozenset[Seat]) -> Entry:
    """Return the entry requested by the player in `seat`. `at`: its time in milliseconds since the epoch;
    `claims`: seats that may claim the game now. Refusal `illegal_move`: forbidden by a rule beyond the log;
    `stale`."""
    act, ply, text = cast(Act, message.name), game.match.ply, ""
    match message:
        case acts.Move(ply=ply, move=text):
            if seat == game.info.bot_seat and ply != game.match.ply:
                # It would answer an offer that the bot has not seen: a bot accepts takebacks.
                raise Refusal("stale", message="An offer was made meanwhile.")
        case acts.Undo(ply=ply) | acts.Redo(ply=ply):
            pass
        case acts.Claim(what=text):
            if seat not in claims and not game.match.outcome:
                why = "The opponent has not been away long enough."
                raise Refusal("illegal_move", rule="too_early", message=why)
        case acts.Offer(ply=ply, what=text):
            if text == "draw" and game.match.is_offered("draw", 1 - seat):
                act = "accept"
            elif text == "takeback" and game.info.rated:
                raise Refusal("illegal_move", rule="not_here", message="Rated games have no takebacks.")
        case acts.Withdraw(ply=ply, what=text):
            pass
        case acts.Answer(ply=ply, what=what, yes=True):
            act, text = "accept", game.match.accepting(what, seat)
        case acts.Answer(ply=ply, what=text):
            act = "decline"
    return Entry(ply, seat, act, text, at)


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
