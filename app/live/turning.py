"""Turning points: the searches of a lost solitaire, started at the first request.

They are spare work. Each verdict is stored as soon as it is found; a cancelled search continues with the next
position at the next request.
"""

from __future__ import annotations

from app.clock import now
from app.db.games.search_results import HintLine, SearchResultStore
from app.db.games.turning_points import TurningPointStore
from app.domain.game_info import GameInfo
from app.domain.turning import Turning
from app.live.searches import Searches
from app.live.shared_searches import SharedSearches
from engine import Match

MAX_SEARCHES = 8  # per game
MAX_NODES = 200_000  # per search: about 2 s of one core


class TurningPoints:
    """Turning point searches of this process. `lines`: with the winning lines stored for hints."""

    def __init__(self, store: TurningPointStore, lines: SearchResultStore, searches: Searches) -> None:
        self._store, self._lines, self._searches = store, lines, searches
        self._shared = SharedSearches[Turning]()

    async def known(self, info: GameInfo) -> Turning | None:
        """Return the turning point of a game, None if it is not fully searched."""
        found = await self._store.read(info.id)
        return found if found and _next(found) is None else None

    async def search(self, info: GameInfo, match: Match) -> Turning:
        """Search the missing positions of an ended game, and store the verdicts. Refusal `busy`: too many
        games are being searched, or other spare work takes too long; `not_found`: spare work is disabled."""
        return await self._shared.wait(info.id, lambda: self._search(info, match))

    def close(self) -> None:
        """Cancel all searches."""
        self._shared.close()

    async def _search(self, info: GameInfo, match: Match) -> Turning:
        states = states_of(match)
        found = await self._store.read(info.id) or Turning(len(states) - 1)
        known_line = await self._lines.hint_line(info.id)
        while (position := _next(found)) is not None:
            if found.winnable is not None:
                known_line = match.game.show(states[found.winnable]), found.line
            found = await self._look(match, found, position, known_line)
            await self._store.keep(info.id, found, now())
        return found

    async def _look(
        self, match: Match, found: Turning, position: int, known_line: HintLine | None
    ) -> Turning:
        """Return the findings with the verdict of one more position."""
        if position == found.moves and match.game.outcome(match.state):
            return found.found(position, "lost")  # the rules ended the game there
        value = await self._searches.solve_earlier(match, position, MAX_NODES, known_line)
        return found.found(position, value.value.verdict or "unknown", value.line)


def states_of(match: Match) -> list[object]:
    """Return the states after each number of moves in effect, from 0."""
    return [*(step.before for step in [*match.steps()][::-1]), match.state]


def _next(found: Turning) -> int | None:
    """Return the next position to search, None if there is none within MAX_SEARCHES."""
    return found.next() if len(found.verdicts) < MAX_SEARCHES else None
