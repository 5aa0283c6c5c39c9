"""Entries to be written, with what they change besides the log, and what their commit changed."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.check import Fold
from app.model.game_info import GameInfo, SeatRating
from app.results.conduct import EarlyEnd
from app.results.ratings import RatedGame, rated_game
from app.results.results import Result, results_of_match
from engine import Entry, Match, Seat

EntryKey = tuple[str, int]  # game, ply


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
