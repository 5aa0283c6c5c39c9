"""Acts of moderators, each recorded in the audit log."""

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
    """What moderators do. `moderator` is the id of the one who acts, `name` that of the player concerned.
    Refusal `not_found`: nobody has this name; `moderator`: it is a moderator's, or a game of one's own."""

    store: ModerationStore
    lookup: PlayerLookup
    reports: ReportStore
    games: GameStore
    sessions: SessionRegistry
    bus: Bus
    auth: Auth
    accounts: Accounts

    async def close_report(self, moderator: str, id: int) -> None:
        """Close a report. Refusal: `not_found`."""
        if not 0 <= id < 2**31:
            raise Refusal("not_found", report=str(id)[:40])
        await self.reports.close(id, moderator, now())

    async def look(self, moderator: str, name: str) -> PlayerFile:
        """Return the file of a player; the audit log has one look a day."""
        return await self.lookup.look(moderator, await self._find(name), now())

    async def mute(self, moderator: str, name: str, until: int | None) -> None:
        """Let a player write in no chat until a time; None: they can again."""
        player = await self._find(name)
        act = Act(moderator, "mute", player, detail={"until": until})
        await self.store.change(act, {"muted_until": until}, now())
        self.auth.forget([f"person {player}"])

    async def close_account(self, moderator: str, name: str) -> None:
        """Close an account: its running games end, and nobody can sign in to it."""
        player = (await self.accounts.find(name, closed=True)).player
        act = Act(moderator, "close_account", player.id)
        self.auth.forget(await self.store.close_account(act, player.id, now()))
        await self.accounts.end_games(player)

    async def open_account(self, moderator: str, name: str) -> None:
        """Open a closed account again."""
        player = await self._find(name)
        await self.store.change(Act(moderator, "open_account", player), {"closed": None}, now())
        self.auth.forget([f"person {player}"])

    async def rename(self, moderator: str, name: str, new: str) -> None:
        """Give a player another name. Refusal: `bad_name`, `name_taken`."""
        player, checked = await self._find(name), check_name(new)
        await self.store.rename(Act(moderator, "rename", player), player, checked, now())
        await self.accounts.forget_player(player)

    async def undo_rating(self, moderator: str, game: str) -> None:
        """Take back what a game changed in ratings. Refusal: `not_found`; `too_old`: more than 2,000 games
        have been rated since."""
        games = await self.store.undo_rating(Act(moderator, "undo_rating", game=game), game, now())
        self.bus.send("facts", games)
        self.bus.reread(games)

    async def close_game(self, moderator: str, id: str) -> None:
        """Take a game off the lists and leaderboards; abort it if it is a running one of two seats. Refusal:
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
