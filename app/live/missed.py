"""Missed wins: a search in an ended game, started when one of its players first asks.

It is spare work and looks at the moves from the last one back, in steps of some tenths of a second.
Concurrent requests share the search, which is cancelled when both players have disconnected. The result is
stored; a cancelled search starts over at the next request.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.clock import now
from app.db.games.missed_wins import MissedWinStore
from app.domain.analysts import analyst_of
from app.domain.game_info import GameInfo
from app.domain.missed import MissedWin
from app.domain.plies import plies_before_moves
from app.live.searches import Searches
from app.live.shared_searches import SharedSearches
from engine import Entry, Match
from engine.analysis import Evaluation

SEARCH_BUDGET = 4.5  # seconds of search per game, after which no further step starts
MAX_MOVES = 1000  # of a searched game: each step replays them


class MissedWins:
    """Missed win searches of this process."""

    def __init__(self, store: MissedWinStore, searches: Searches) -> None:
        self._store, self._searches = store, searches
        self._shared = SharedSearches[MissedWin | None]()

    async def known(self, info: GameInfo) -> tuple[bool, MissedWin | None]:
        """Return whether nothing has to be searched in a game, and its missed win."""
        analyst = analyst_of(info.game)
        if not info.of_two or analyst is None or not analyst.missed:
            return True, None
        found = await self._store.read(info.id)
        return found is not None, found.win if found else None

    async def search(self, info: GameInfo, match: Match, log: Sequence[Entry]) -> MissedWin | None:
        """Search an ended game for a missed win and store the result. Refusal `busy`: too many games are
        being searched, or other spare work takes too long; `not_found`: spare work is disabled."""
        entries = tuple(log)
        return await self._shared.wait(info.id, lambda: self._search(info, match, entries))

    def close(self) -> None:
        """Cancel all searches."""
        self._shared.close()

    async def _search(self, info: GameInfo, match: Match, log: Sequence[Entry]) -> MissedWin | None:
        until = match.step.number if match.step else 0
        win, seconds = None, 0.0
        while win is None and 0 < until <= MAX_MOVES and seconds < SEARCH_BUDGET:
            look = await self._searches.look_for_missed_win(match, until)
            until, seconds = look.number, seconds + look.seconds
            if look.found:
                win = _missed_win(match, log, look.number, look.found)
        await self._store.keep(info.id, win, now())
        return win


def _missed_win(match: Match, log: Sequence[Entry], number: int, found: Evaluation) -> MissedWin:
    """Return the win that the move of this number, from 0, gave away."""
    seat = next(step.seat for step in match.steps() if step.number == number + 1)
    return MissedWin(plies_before_moves(log)[number], seat, found.value.plies, found.line)
