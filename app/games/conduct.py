"""Early ends of one loaded game: which player they count against, by what this process knows of presence."""

from __future__ import annotations

from app.games.audience import Audience
from app.games.deadlines import turn_began
from app.games.game_clock import Loaded
from app.games.stalls import Stalls
from app.results.conduct import FIRST_MOVE_WAIT_MS, MINUTE_MS, EarlyEnd, early_end, was_paused
from engine import Entry, Seat

PRESENT_AFTER_ACT = MINUTE_MS  # in ms; for a player without a connection: a program over HTTP


def find_early_end(
    game: Loaded, entry: Entry, audience: Audience, stalls: Stalls, *, first_move: bool = False
) -> EarlyEnd | None:
    """Return the player that the entry ending a game counts against, None if none.

    Nothing counts while the server is out of reach or soon after. Except for leaving, nothing counts if the
    opponent was absent or kept the player waiting. `first_move`: as in `early_end`.
    """
    info = game.info
    found = early_end(info, game.match, entry, first_move=first_move)
    if found is None or was_paused(game.log, entry.at):
        return None
    if stalls.was_out_of_reach(entry.at, info.started or info.created):
        return None
    if found.kind != "abandoned" and not _waits(game, 1 - found.seat, entry.at, audience):
        return None
    return found


def _waits(game: Loaded, seat: Seat, at: int, audience: Audience) -> bool:
    """Return whether the player of a seat is present and does not keep the other one waiting."""
    info, log = game.info, game.log
    if game.match.turn == seat and at - turn_began(info, log) >= FIRST_MOVE_WAIT_MS:
        return False
    player = info.players[seat]
    if player is None or audience.presence.players[seat]:
        return player is not None
    if audience.has_left(player.id):
        return False
    began = info.started or info.created
    return at - max([began, *(one.at for one in log if one.seat == seat)]) < PRESENT_AFTER_ACT
