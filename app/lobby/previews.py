"""Previews of listed games: position and turn, without the log.

Loaded games are asked directly; for others the log is replayed, and the preview is cached until the ply
changes, or the game begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from cachetools import LRUCache

from app.db.clock import now, utc_day
from app.games.cooperative_replay import MAX_ENTRIES_UNSLICED, replay
from app.games.lists import GameSummary
from app.games.registry import SessionRegistry
from app.games.store import GameStore
from app.model.game_info import GameInfo
from app.results.daily.days import is_closed
from engine import Match, Seat

CACHE_SIZE = 5000  # previews of games that are not loaded

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Preview:
    """Preview of a game. `moved`: time of the last entry, or of the start; `position`: a spectator's, None
    at a daily deal of today; `deal`: None while secret; `moves`: number of moves in effect."""

    ply: int
    turn: Seat | None
    moved: int
    position: str | None
    deal: int | str | None
    moves: int

    @classmethod
    def of(cls, info: GameInfo, match: Match, *, closed: bool) -> Preview:
        over = match.outcome is not None
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
        # by game, day, and whether the game has begun
        self._cache: LRUCache[tuple[str, str, bool], Preview] = LRUCache(CACHE_SIZE)
        self._unreadable: set[tuple[str, int]] = set()  # games that cannot be replayed, by id and ply

    async def read(self, summaries: Iterable[GameSummary]) -> dict[str, Preview]:
        """Return the previews of these games; a game that cannot be replayed is logged once and omitted.
        TryAgain: the database is unavailable."""
        found: dict[str, Preview] = {}
        today, unread = utc_day(now()), dict[str, GameSummary]()
        day = await self._sessions.today()
        for summary in summaries:
            game, info = summary.info.id, summary.info
            session = self._sessions.peek(game)
            cached = self._cache.get((game, today, info.full))
            if session:
                begun = session.info if session.info.full else info  # the session may not know of a join yet
                try:
                    found[game] = Preview.of(begun, session.match, closed=session.view.is_closed)
                except Exception:
                    log.exception("preview_failed", game=game, ply=session.match.ply)
            elif cached and cached.ply == summary.ply:
                found[game] = cached
            elif (game, summary.ply) not in self._unreadable:
                unread[game] = summary
        short = {game: 0 for game, summary in unread.items() if summary.ply <= MAX_ENTRIES_UNSLICED}
        logs = await self._store.entries_since(short) if short else {}
        for game, summary in unread.items():
            entries = logs.get(game, []) if game in short else await self._store.log(game)
            try:
                match = await replay(summary.info, entries)
                closed = is_closed(summary.info, day, today)
                preview = Preview.of(summary.info, match, closed=closed)
                found[game] = self._cache[game, today, summary.info.full] = preview
            except Exception as error:
                if (game, summary.ply) not in self._unreadable:  # another read may have said it meanwhile
                    self._unreadable.add((game, summary.ply))
                    log.warning("preview_failed", game=game, error=repr(error))
        return found
