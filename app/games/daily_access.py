"""Access control of today's daily deals: only players who have finished a deal may see it."""

from __future__ import annotations

from typing import Any

from app.core.errors import UNFINISHED_DAILY, Refusal
from app.db.clock import now, utc_day
from app.games.session import Session
from app.games.state import Access
from app.model.game_info import Player
from app.results.daily.days import games_dealt_today
from app.results.daily.store import DailyStore
from engine import Game


class DailyAccess:
    """Access to daily deals, decided by the stored finished attempts."""

    def __init__(self, store: DailyStore) -> None:
        self._store = store

    async def admit(self, session: Session, player: Player | None) -> Access:
        """Return what a player (None: a spectator) may see of a game. The session remembers who has finished
        its daily deal and may see everything."""
        dealt, access = session.view.dealt, session.view.access(player)
        if access is Access.OPEN or player is None or dealt is None:
            return access
        for rules in dealt.rules:
            if not await self._store.has_finished(player.id, rules, dealt.date):
                return access
        session.view.finished.add(player.id)
        return session.view.access(player)

    async def refuse_deal_of_today(
        self, player: Player | None, game: Game[Any], deal: int | bytes | None, position: str | None
    ) -> None:
        """Raise Refusal `hidden` if the deal or start position is a daily deal of today, in any game of the
        family, that the player has not finished."""
        today = utc_day(now())
        day = await self._store.day(today, today)
        for rules in games_dealt_today(day, game, deal, position) if day else ():
            if player is None or not await self._store.has_finished(player.id, rules, today):
                raise Refusal("hidden", rules=rules, message=UNFINISHED_DAILY)
