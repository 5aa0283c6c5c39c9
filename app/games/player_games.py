"""Running games of players whose account has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import structlog

from app.bus.notices import Bus
from app.db.clock import now
from app.games.acts import Abort, Resign
from app.games.new_entry import NewEntry
from app.games.registry import SessionRegistry, isolate_errors
from app.games.store import GameStore
from app.model.game_info import Player

log = structlog.get_logger(__name__)


class PlayerGames:
    """Ends and refreshes games for the accounts and for moderators."""

    def __init__(self, store: GameStore, sessions: SessionRegistry, bus: Bus) -> None:
        self._store, self._sessions, self._bus = store, sessions, bus

    async def end(self, player: Player) -> None:
        """Abort a player's unstarted games for two and the challenges to them, and resign their other games
        for two. TryAgain: some may go on."""
        await self._store.end_challenges(player.id, now())
        for game in await self._store.unfinished_for_two(player.id):
            with isolate_errors("game_end_failed", game):
                async with self._sessions.open(game) as session:
                    abort = not session.info.full or session.match.abortable
                    await session.act(player, Abort() if abort else Resign())

    async def refresh(self, games: Iterable[str]) -> None:
        """Show changes that were written outside of sessions in loaded sessions and in the lobby. The change
        is committed, so a session that cannot be read now is read later."""
        for game in games:
            try:
                if self._sessions.has(game) and (session := await self._sessions.get(game)):
                    await session.refresh()
                self._bus.announce(game)
            except Exception as error:
                log.warning("session_refresh_failed", game=game, error=repr(error))
                self._bus.reread([game])

    async def abort(self, game: str, at: int, commit: Callable[[NewEntry | None], Awaitable[bool]]) -> None:
        """Abort a game as `Session.abort` does, and show it."""
        async with self._sessions.open(game) as session:
            await session.abort(at, commit)
            await self.refresh([game])
