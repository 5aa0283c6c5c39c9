"""Entries to be written, with what they change besides the log, and what their commit changed.

Which player an early end counts against is decided by what this process knows of presence.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.games.audience import Audience
from app.games.check import Fold
from app.games.deadlines import turn_began
from app.games.game_clock import Loaded
from app.games.stalls import Stalls
from app.model.game_info import GameInfo, SeatRating
from app.results.conduct import FIRST_MOVE_WAIT_MS, MINUTE_MS, EarlyEnd, early_end, was_paused
from app.results.ratings import RatedGame, rated_game
from app.results.results import Result, results_of_match
from engine import Entry, Match, Seat

EntryKey = tuple[str, int]  # game, ply
PRESENT_AFTER_ACT = MINUTE_MS  # in ms; for a player without a connection: a program over HTTP


@dataclass(frozen=True, slots=True)
class End:
    """Effects of the end of a game: the fold of its row, results, rating, early end, and publication."""

    fold: Fold
    results: tuple[Result, ...]
    rated: RatedGame | None = None
    early: EarlyEnd | None = None
    publishes: bool = False


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written, with the columns of its game's row after it. `deadline`: when the running
    seat's time is up; `end`: None while the game goes on."""

    game: str
    entry: Entry
    turn: Seat | None
    end: End | None
    deadline: int | None = None

    @property
    def key(self) -> EntryKey:
        return self.game, self.entry.ply

    @classmethod
    def of(cls, info: GameInfo, match: Match, early: EarlyEnd | None = None) -> NewEntry:
        """Return the last entry of a match, which must have one. `early`: the early end that it counts as."""
        if match.last is None:
            raise ValueError("a match without an entry has nothing to write")
        if match.outcome is None:
            return cls(info.id, match.last, match.turn, None, match.deadline)
        ended = info.at_end(match.outcome)
        publishes = ended.public and not info.public
        end = End(
            Fold.of(ended, match), results_of_match(ended, match), rated_game(ended, match), early, publishes
        )
        return cls(info.id, match.last, None, end)


@dataclass(frozen=True, slots=True)
class Committed:
    """What the commit of an entry changed besides the log. `ratings`: by seat, with their changes, if it
    ended a rated game."""

    ratings: tuple[SeatRating, ...] = ()


NO_CHANGES = Committed()


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
