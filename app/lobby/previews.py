"""Previews of listed games: position and turn, without the log.

Loaded games are asked directly; for others the log is replayed, and the preview is cached until the ply
changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from cachetools import LRUCache

from app.clock import now, utc_day
from app.db.games.lists import GameSummary
from app.db.games.store import GameStore
from app.domain.game_info import GameInfo
from app.live.cooperative_replay import MAX_ENTRIES_UNSLICED, replay
from app.live.registry import SessionRegistry
from engine import Match, Seat

CACHE_SIZE = 5000  # previews of games that are not loaded

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Preview:
    """Preview of a game. `moved`: time of the last entry, or of the start; `position`: a spectator's, None
    for a daily deal of today; `deal`: None while secret; `moves`: number of moves in effect."""

    ply: int
    turn: Seat | None
    moved: int
    position: str | None
    deal: int | str | None
    moves: int

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> Preview:
        closed, over = info.is_closed(utc_day(now())), match.outcome is not None
        return cls(
            ply=match.ply,
            turn=match.turn if info.full else None,
            moved=match.last.at if match.last else info.started or info.created,
            position=None if closed else match.view(None)["position"],
            deal=None if closed else info.visible_deal(over),
            moves=match.step.number if match.step else 0,
        )


class Previews:
    """Previews from the sessions of this process, or from the database."""

    def __init__(self, sessions: SessionRegistry, store: GameStore) -> None:
        self._sessions, self._store = sessions, store
        self._cache: LRUCache[tuple[str, str], Preview] = LRUCache(CACHE_SIZE)  # by game and day
        self._unreadable: set[tuple[str, int]] = set()  # games that cannot be replayed, by id and ply

    async def read(self, summaries: Iterable[GameSummary]) -> dict[str, Preview]:
        """Return the previews of these games; a game that cannot be replayed is logged once and omitted.
        TryAgain: the database is unavailable."""
        found: dict[str, Preview] = {}
        today, unread = utc_day(now()), dict[str, GameSummary]()
        for summary in summaries:
            session = self._sessions.peek(summary.info.id)
            cached = self._cache.get((summary.info.id, today))
            if session:
                found[summary.info.id] = Preview.of(session.info, session.match)
            elif cached and cached.ply == summary.ply:
                found[summary.info.id] = cached
            elif (summary.info.id, summary.ply) not in self._unreadable:
                unread[summary.info.id] = summary
        short = {game: 0 for game, summary in unread.items() if summary.ply <= MAX_ENTRIES_UNSLICED}
        logs = await self._store.entries_since(short) if short else {}
        for game, summary in unread.items():
            entries = logs.get(game, []) if game in short else await self._store.log(game)
            try:
                match = await replay(summary.info, entries)
                found[game] = self._cache[game, today] = Preview.of(summary.info, match)
            except Exception as error:
                self._unreadable.add((game, summary.ply))
                log.warning("preview_failed", game=game, error=repr(error))
        return found
