"""Turning points: the searches of an ended solitaire that was not won, at the first request for them.

They are spare work. Each verdict is kept as soon as it is found; a search that was ended goes on with the
next position at the next request.
"""

from __future__ import annotations

from app.clock import now
from app.db.games.machines import Line, MachineStore
from app.db.games.turning_points import TurningPointStore
from app.domain.game_info import GameInfo
from app.domain.turning import Turning
from app.live.searches import Searches
from app.live.shared_searches import SharedSearches
from engine import Match

SEARCHES = 8  # of one game, at most
NODES = 200_000  # of each: about 2 s of one core


class TurningPoints:
    """The searches of this process. `lines`: with those that hints have kept."""

    def __init__(self, store: TurningPointStore, lines: MachineStore, searches: Searches) -> None:
        self._store, self._lines, self._searches = store, lines, searches
        self._shared = SharedSearches[Turning]()

    async def known(self, info: GameInfo) -> Turning | None:
        """Return what was found of a game; None: not all is searched."""
        found = await self._store.read(info.id)
        return found if found and _next(found) is None else None

    async def search(self, info: GameInfo, match: Match) -> Turning:
        """Search what is missing of a game that has ended, and keep it. Refusal `busy`: too many games are
        searched, or other spare work takes too long; `not_found`: spare work is switched off."""
        return await self._shared.wait(info.id, lambda: self._search(info, match))

    def close(self) -> None:
        """End all searches."""
        self._shared.close()

    async def _search(self, info: GameInfo, match: Match) -> Turning:
        states = states_of(match)
        found = await self._store.read(info.id) or Turning(len(states) - 1)
        kept = await self._lines.hint_line(info.id)
        while (position := _next(found)) is not None:
            if found.winnable is not None:
                kept = match.game.show(states[found.winnable]), found.line
            found = await self._look(match, found, position, kept)
            await self._store.keep(info.id, found, now())
        return found

    async def _look(self, match: Match, found: Turning, position: int, kept: Line | None) -> Turning:
        """Return what is known with the verdict of one more position."""
        if position == found.moves and match.game.outcome(match.state):
            return found.found(position, "lost")  # the rules ended the game there
        value = await self._searches.solve_earlier(match, position, NODES, kept)
        return found.found(position, value.value.verdict or "unknown", value.line)


def states_of(match: Match) -> list[object]:
    """Return the states after each number of moves in effect, from 0 on."""
    return [*(step.before for step in [*match.steps()][::-1]), match.state]


def _next(found: Turning) -> int | None:
    """Return the position to search next; None: all is known that SEARCHES can tell."""
    return found.next() if len(found.verdicts) < SEARCHES else None
