"""Live extras of a player's own games: clock, absence, presence of challenged players, which change without a
log entry; and rematch offers, to players who may have left the ended game.

Games with a running base/increment clock stay loaded while one of their players is connected to the lobby, so
that the lobby shows the same as the game's socket. Offers are kept in memory, as this process saw them; the
game's own state shows one as long as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from cachetools import TTLCache

from app.core.errors import Refusal
from app.db.clock import now
from app.games.lists import GameSummary
from app.games.messages import Clock
from app.games.registry import SessionRegistry
from app.games.state import clock_message, listed_players
from app.lobby.host_presence import HostPresence
from app.lobby.messages import WantedRematch
from app.model.game_info import GameInfo, Rematch
from app.people.player_store import PlayerStore
from engine import Timed

MAX_PLAYERS = 10_000  # with offers of rematches
OFFER_TTL = 3600.0  # seconds for which a player's offers are shown

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Extras:
    """Live extras of a game. `clock`: as of the read; `away`: by seat, when the game of an absent player may
    be claimed; `here`: whether the challenged player is connected, None if that is not shown."""

    clock: Clock | None = None
    away: tuple[int | None, ...] = ()
    here: bool | None = None

    @property
    def people(self) -> tuple[object, ...]:
        """Who is here, without the time."""
        return self.here, self.away


NO_EXTRAS = Extras()


def has_running_clock(summary: GameSummary) -> bool:
    """Return whether this is a running game of two people with a base/increment clock."""
    info = summary.info
    return summary.status == "live" and isinstance(info.control, Timed) and not info.free


class OwnGames:
    """Reads extras from sessions and presence."""

    def __init__(self, sessions: SessionRegistry, hosts: HostPresence, players: PlayerStore) -> None:
        self._sessions, self._hosts, self._players = sessions, hosts, players

    async def read(self, summaries: list[GameSummary]) -> dict[str, Extras]:
        """Return the extras of these games. TryAgain: the database is unavailable."""
        found = {summary.info.id: await self._newest(summary) for summary in summaries}
        asked = {one.info.id: one.info.to.id for one in summaries if one.status == "open" and one.info.to}
        hidden = await self._players.unlisted(set(asked.values())) if asked else frozenset()
        return found | {game: NO_EXTRAS for game, player in asked.items() if player in hidden}

    async def have_changed(self, summaries: Mapping[str, GameSummary], known: Mapping[str, Extras]) -> bool:
        """Return whether somebody has come or gone since the extras of these games were read."""
        for game, summary in summaries.items():
            if known[game] is NO_EXTRAS:
                continue
            newest = await self._newest(summary)
            if newest is not NO_EXTRAS and newest.people != known[game].people:
                return True
        return False

    async def _newest(self, summary: GameSummary) -> Extras:
        """Return the present extras of a game; NO_EXTRAS also if it cannot be read now."""
        if summary.status == "open" and summary.info.to:
            return Extras(here=self._hosts.is_connected(summary.info.to.id))
        if not has_running_clock(summary):
            return NO_EXTRAS
        try:
            async with self._sessions.open(summary.info.id) as session:
                at = now()
                left = session.clock.left(at) if session.match.clocks else None
                return Extras(clock_message(session.match, at, left), tuple(session.audience.presence.away))
        except Refusal:
            return NO_EXTRAS
        except Exception:
            log.exception("own_game_read_failed", game=summary.info.id)
            return NO_EXTRAS


class WantedRematches:
    """Pending offers by answering player and ended game."""

    def __init__(self) -> None:
        self._offers: TTLCache[str, dict[str, WantedRematch]] = TTLCache(MAX_PLAYERS, OFFER_TTL)

    def note(self, info: GameInfo, rematch: Rematch | None) -> None:
        """Update the offers from the rematch state of an ended game."""
        people = listed_players(info)
        for seat, person in enumerate(info.players):
            opponent = people[1 - seat]
            if person is None or opponent is None:
                continue
            offers = {game: one for game, one in self._offers.get(person.id, {}).items() if game != info.id}
            offered = rematch is not None and rematch.offered_by == 1 - seat and not rematch.next
            if offered:
                offers[info.id] = WantedRematch(info.id, info.game.id, opponent)
            if offers:
                self._offers[person.id] = offers
            else:
                self._offers.pop(person.id, None)

    def of(self, player: str) -> list[WantedRematch]:
        """Return the offers to this player, oldest first."""
        return [*self._offers.get(player, {}).values()]
