"""Moderation: actions of moderators, each recorded in the audit log."""

from __future__ import annotations

from dataclasses import dataclass

from app.auth import Auth
from app.clock import now
from app.db.batch import NewEntry
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.people.lookup import PlayerFile, PlayerLookup
from app.db.people.moderation import Act, ModerationStore
from app.db.people.reports import ReportStore
from app.domain.derive import derive
from app.domain.names import check_name
from app.errors import Refusal
from app.live.registry import SessionRegistry
from app.services.accounts import Accounts


@dataclass(frozen=True, slots=True, kw_only=True)
class Moderation:
    """Use cases of moderators. `moderator`: id of the acting moderator; `name`: of the player concerned.
    Refusal `not_found`: no such player; `moderator`: the player is a moderator, or it is the moderator's own
    game."""

    store: ModerationStore
    lookup: PlayerLookup
    reports: ReportStore
    games: GameStore
    sessions: SessionRegistry
    bus: Bus
    auth: Auth
    accounts: Accounts

    async def close_report(self, moderator: str, id: int) -> None:
        """Close a report. Refusal `not_found`."""
        if not 0 <= id < 2**31:
            raise Refusal("not_found", report=str(id)[:40])
        await self.reports.close(id, moderator, now())

    async def look(self, moderator: str, name: str) -> PlayerFile:
        """Return the moderators' view of a player; audit it at most once a day."""
        return await self.lookup.look(moderator, await self._find(name), now())

    async def mute(self, moderator: str, name: str, until: int | None) -> None:
        """Mute a player in all chats until a time; None unmutes."""
        player = await self._find(name)
        act = Act(moderator, "mute", player, detail={"until": until})
        await self.store.change(act, {"muted_until": until}, now())
        self.auth.revoke([f"person {player}"])

    async def close_account(self, moderator: str, name: str) -> None:
        """Close an account: its running games end and sign-in is refused."""
        player = (await self.accounts.find(name, closed=True)).player
        act = Act(moderator, "close_account", player.id)
        self.auth.revoke(await self.store.close_account(act, player.id, now()))
        await self.accounts.end_games(player)

    async def open_account(self, moderator: str, name: str) -> None:
        """Reopen a closed account."""
        player = await self._find(name)
        await self.store.change(Act(moderator, "open_account", player), {"closed": None}, now())
        self.auth.revoke([f"person {player}"])

    async def rename(self, moderator: str, name: str, new: str) -> None:
        """Rename a player. Refusal `bad_name`, `name_taken`."""
        player, checked = await self._find(name), check_name(new)
        await self.store.rename(Act(moderator, "rename", player), player, checked, now())
        await self.accounts.refresh_player(player)

    async def undo_rating(self, moderator: str, game: str) -> None:
        """Undo the rating changes of a game. Refusal `not_found`; `too_old`: more than 2,000 games have been
        rated since."""
        games = await self.store.undo_rating(Act(moderator, "undo_rating", game=game), game, now())
        self.bus.send("facts", games)
        self.bus.reread(games)

    async def close_game(self, moderator: str, id: str) -> None:
        """Remove a game from lists and leaderboards; abort it if it is a running game for two. Refusal
        `not_found`."""
        act, at, people = Act(moderator, "close_game", game=id), now(), list[str]()

        async def commit(ended: NewEntry | None) -> bool:
            found = await self.store.close_game(act, id, ended, at)
            people[:] = found or ()
            return found is not None

        async with self.sessions.open(id) as session:
            await session.abort(at, commit)
            await self.accounts.refresh_games([id])
        for player in people:
            await self.games.rebuild_results(player, derive)

    async def _find(self, name: str) -> str:
        return (await self.accounts.find(name, closed=True)).player.id
