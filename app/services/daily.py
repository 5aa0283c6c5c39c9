"""Access control of today's daily deals: only players who have finished a deal may see it."""

from __future__ import annotations

from typing import Any

from app.clock import now, utc_day
from app.db.results.daily import DailyStore
from app.domain.daily import games_dealt_today
from app.domain.game_info import Player
from app.errors import UNFINISHED_DAILY, Refusal
from app.live.session import Session
from app.live.state import Access
from engine import Game


class DailyAccess:
    """Access to daily deals, decided by the stored finished attempts."""

    def __init__(self, store: DailyStore) -> None:
        self._store = store

    async def admit(self, session: Session, player: Player | None) -> Access:
        """Return what a player (None: a spectator) may see of a game. The session remembers who has finished
        its daily deal and may see everything."""
        info, access = session.info, session.view.access(player)
        if access is Access.OPEN or player is None or info.daily is None:
            return access
        if await self._store.has_finished(player.id, info.game.id, info.daily):
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
