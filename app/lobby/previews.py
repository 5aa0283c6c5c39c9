"""Previews: how games stand that are shown in lists, small and without their logs.

A game that is loaded here is asked; of another one the log is read and replayed, and the preview is kept as
long as its ply is the same.
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
from app.live.registry import SessionRegistry
from app.live.replay import LONG, replay
from engine import Match, Seat

KEPT = 5000  # previews of games that are not loaded

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Preview:
    """`moved`: when the last entry was written, or the game began; `position`: as a spectator sees it, None
    while it is a deal of today; `deal`: None while it is secret; `moves`: those in effect."""

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
    """Makes previews from the sessions of this process, or from the database."""

    def __init__(self, sessions: SessionRegistry, store: GameStore) -> None:
        self._sessions, self._store = sessions, store
        self._kept: LRUCache[tuple[str, str], Preview] = LRUCache(KEPT)  # by game and day
        self._unreadable: set[tuple[str, int]] = set()  # games that cannot be replayed, with their ply

    async def read(self, summaries: Iterable[GameSummary]) -> dict[str, Preview]:
        """The previews of these games; one that cannot be replayed is logged once and left out. TryAgain: the
        database is unavailable."""
        found: dict[str, Preview] = {}
        today, unread = utc_day(now()), dict[str, GameSummary]()
        for summary in summaries:
            session = self._sessions.peek(summary.info.id)
            kept = self._kept.get((summary.info.id, today))
            if session:
                found[summary.info.id] = Preview.of(session.info, session.match)
            elif kept and kept.ply == summary.ply:
                found[summary.info.id] = kept
            elif (summary.info.id, summary.ply) not in self._unreadable:
                unread[summary.info.id] = summary
        short = {game: 0 for game, summary in unread.items() if summary.ply <= LONG}
        logs = await self._store.entries_since(short) if short else {}
        for game, summary in unread.items():
            entries = logs.get(game, []) if game in short else await self._store.log(game)
            try:
                match = await replay(summary.info, entries)
                found[game] = self._kept[game, today] = Preview.of(summary.info, match)
            except Exception as error:
                self._unreadable.add((game, summary.ply))
                log.warning(
                    "game left out of lists: its log cannot be replayed", game=game, error=repr(error)
                )
        return found
