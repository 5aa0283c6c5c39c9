"""Missed wins: the last forced win that a player of an ended game gave away, searched when one of its players
first asks; and in a solved game, for how many moves each player held the win.

The search is spare work and looks at the moves from the last one back, in steps of some tenths of a second.
The result is stored; a search that was cancelled because both players have left starts over.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.analysis.finding_store import FindingStore, Kind
from app.analysis.search_client import SearchClient
from app.analysis.searches import Searches
from app.analysis.workers.tasks import HeldWin
from app.db.clock import now
from app.model.analysts import analyst_of
from app.model.game_info import GameInfo
from engine import Match

SEARCH_BUDGET = 4.5  # seconds of search per game, after which no further step starts
MAX_MOVES = 1000  # of a searched game: each step replays them


@dataclass(frozen=True, slots=True)
class FoundWin:
    """A forced win that the move of a `number`, from 0 among those in effect, gave away.

    `plies`: length of the win, if known; `line`: its moves, as far as known, at least the first."""

    number: int
    plies: int | None
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Searched:
    """Result of the search of a game. `win`: None if nothing was found; `held`: by seat, None if the game is
    not solved."""

    win: FoundWin | None
    held: tuple[HeldWin, ...] | None = None


MISSED_WINS = Kind("missed", Searched)


async def known_search(findings: FindingStore, info: GameInfo) -> Searched | None:
    """Return the result of a game's search; None: it has not been searched yet."""
    analyst = analyst_of(info.game)
    if not info.of_two or analyst is None or not analyst.missed:
        return Searched(None)
    return await findings.get(MISSED_WINS, info.id)


async def search_of(findings: FindingStore, client: SearchClient, info: GameInfo, match: Match) -> Searched:
    """Return the result of the search of an ended game, which begins now if there is none. Refusal
    `too_many`, `busy`: too many games are being searched, or other spare work takes too long; `not_found`:
    spare work is disabled."""
    known = await known_search(findings, info)
    if known is None:
        known = await client.share(
            ("missed", info.id), lambda: _search(findings, client.searches, info.id, match), spare=True
        )
    return known


async def _search(findings: FindingStore, searches: Searches, game: str, match: Match) -> Searched:
    if known := await findings.get(MISSED_WINS, game):  # by a search that has ended since the caller looked
        return known
    until = match.step.number if match.step else 0
    win, held, seconds = None, None, 0.0
    while win is None and 0 < until <= MAX_MOVES and seconds < SEARCH_BUDGET:
        look = await searches.look_for_missed_win(match, until)
        until, held, seconds = look.number, look.held, seconds + look.seconds
        if look.found:
            win = FoundWin(look.number, look.found.value.plies, look.found.line)
    searched = Searched(win, held)
    await findings.put(MISSED_WINS, game, searched, now())
    return searched
