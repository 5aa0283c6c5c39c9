"""The feature `moderation`: reports, and acts of moderators, each recorded in the audit log."""

from typing import Annotated

from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.clock import now
from app.games.player_games import PlayerGames
from app.http.requests import of_process
from app.moderation.lookup import PlayerLookup
from app.moderation.messages import NewReport, PersonFile
from app.moderation.reports import ReportStore
from app.moderation.store import ModerationStore
from app.people.audit import AuditedAct
from app.people.feature import People
from app.people.names import check_name


class Moderation:
    """Use cases of moderators. `moderator`: id of the acting moderator; `name`: of the player concerned;
    `reason`: for the audit log, None from programs that give none. Refusal `not_found`: no such player;
    `moderator`: the player is a moderator, or it is the moderator's own game."""

    def __init__(self, engine: AsyncEngine, bus: Bus, people: People, games: PlayerGames) -> None:
        self.store = ModerationStore(engine, bus)
        self.lookup = PlayerLookup(engine)
        self.reports = ReportStore(engine)
        self.players, self._games, self._bus = people.players, games, bus
        self._auth, self._accounts = people.auth, people.accounts

    async def report(self, reporter: str, report: NewReport) -> None:
        """Store a report. Refusal: as `ReportStore.add`."""
        about = await self.players.profile(report.player) if report.player else None
        if report.player is not None and about is None:
            raise Refusal("not_found", name=report.player[:40])
        await self.reports.add(reporter, about.player.id if about else None, report, now())

    async def close_report(self, moderator: str, id: int, reason: str | None) -> None:
        """Close a report. Refusal `not_found`."""
        if not 0 <= id < 2**31:
            raise Refusal("not_found", report=str(id)[:40])
        await self.reports.close(id, _act(moderator, "close_report", reason, report=id), now())

    async def look(self, moderator: str, name: str) -> PersonFile:
        """Return the moderators' view of a player; audit it at most once a day."""
        return await self.lookup.look(moderator, await self._find(name), now())

    async def mute(self, moderator: str, name: str, until: int | None, reason: str | None) -> None:
        """Mute a player in all chats until a time; None unmutes. Refusal `bad_message`: the time is over."""
        at = now()
        if until is not None and until <= at:
            message = "The time is over. Add the duration to the server's time, not to the device's."
            raise Refusal("bad_message", field="until", message=message, now=at)
        player = await self._find(name)
        act = _act(moderator, "mute", reason, player, until=until)
        await self.store.change(act, player, {"muted_until": until}, at)
        self._auth.revoke([f"person {player}"])

    async def close_account(self, moderator: str, name: str, reason: str | None) -> None:
        """Close an account: its running games end and sign-in is refused."""
        player = (await self._accounts.find(name, closed=True)).player
        act = _act(moderator, "close_account", reason, player.id)
        self._auth.revoke(await self.store.close_account(act, player.id, now()))
        await self._accounts.finish_closing(player)

    async def open_account(self, moderator: str, name: str, reason: str | None) -> None:
        player = await self._find(name)
        act = _act(moderator, "open_account", reason, player)
        await self.store.change(act, player, {"closed": None}, now())
        self._auth.revoke([f"person {player}"])

    async def set_hidden(self, moderator: str, name: str, reason: str | None, *, hidden: bool) -> None:
        player, at = await self._find(name), now()
        act = _act(moderator, "hide" if hidden else "show", reason, player)
        await self.store.set_hidden(act, player, at if hidden else None, at)

    async def rename(self, moderator: str, name: str, new: str, reason: str | None) -> None:
        """Rename a player. Refusal `bad_name`, `name_taken`."""
        player, checked = await self._find(name), check_name(new)
        games = await self.store.rename(_act(moderator, "rename", reason, player), player, checked, now())
        self._auth.revoke([f"player {player}"])
        await self._games.refresh(games)

    async def undo_rating(self, moderator: str, game: str, reason: str | None) -> None:
        """Undo the rating changes of a game. Refusal `not_found`."""
        await self.store.undo_rating(_act(moderator, "undo_rating", reason, game=game), game, now())
        self._bus.reread([game])

    async def close_game(self, moderator: str, id: str, reason: str | None) -> None:
        """Remove a game from lists and leaderboards; abort it if it is a running game for two. Refusal
        `not_found`."""
        act, at = _act(moderator, "close_game", reason, game=id), now()
        await self._games.abort(id, at, lambda ended: self.store.close_game(act, id, ended, at))

    async def _find(self, name: str) -> str:
        return (await self._accounts.find(name, closed=True)).player.id


def _act(
    moderator: str,
    act: str,
    reason: str | None,
    player: str | None = None,
    *,
    game: str | None = None,
    **detail: object,
) -> AuditedAct:
    given = {"reason": reason} if reason else {}
    return AuditedAct(moderator, act, player, game, detail | given)


ModerationFeature = Annotated[Moderation, of_process("moderation")]
