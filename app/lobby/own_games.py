"""Live extras of a player's own games: clock, absence, presence of challenged players. They change without a
log entry.

Games with a running base/increment clock stay loaded while one of their players is connected to the lobby, so
that the lobby shows the same as the game's socket.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.clock import now
from app.cluster.host_presence import HostPresence
from app.db.games.lists import GameSummary
from app.db.people.players import PlayerStore
from app.errors import Refusal, TryAgain
from app.live.registry import SessionRegistry
from app.live.session import Session
from app.live.state import clock_message
from app.messages.games import Clock
from engine import Timed


@dataclass(frozen=True, slots=True)
class Extras:
    """Live extras of a game. `clock`: as of the read; `away`: by seat, when the game of an absent player may
    be claimed; `here`: whether the challenged player is connected, None if that is not shown."""

    clock: Clock | None = None
    away: tuple[int | None, ...] = ()
    here: bool | None = None

    def has_news(self, other: Extras) -> bool:
        """Return whether the newer `other` differs in more than elapsed time."""
        return (self.away, self.here) != (other.away, other.here)


def has_running_clock(summary: GameSummary) -> bool:
    """Return whether this is a running game of two people with a base/increment clock."""
    info = summary.info
    return summary.status == "live" and isinstance(info.control, Timed) and not info.free


class OwnGames:
    """Reads extras from sessions and presence."""

    def __init__(self, sessions: SessionRegistry, hosts: HostPresence, players: PlayerStore) -> None:
        self._sessions, self._hosts, self._players = sessions, hosts, players

    async def read(self, summaries: Iterable[GameSummary]) -> dict[str, Extras]:
        """Return the extras of these games, by game, where there are any. TryAgain: the database is
        unavailable."""
        found: dict[str, Extras] = {}
        challenges = dict[str, str]()  # challenged player by game
        for summary in summaries:
            if has_running_clock(summary):
                extras = await self._of_running(summary.info.id)
                if extras:
                    found[summary.info.id] = extras
            elif summary.status == "open" and summary.info.to:
                challenges[summary.info.id] = summary.info.to.id
        hidden = await self._players.unlisted(set(challenges.values())) if challenges else frozenset()
        for game, player in challenges.items():
            found[game] = Extras(here=None if player in hidden else self._hosts.is_connected(player))
        return found

    async def changed(self, known: dict[str, Extras], challenged: dict[str, str]) -> bool:
        """Return whether absences or presences differ from the known ones. `challenged`: player by game."""
        for game, extras in known.items():
            if extras.here is not None:
                if game in challenged and self._hosts.is_connected(challenged[game]) != extras.here:
                    return True
            elif extras.clock is not None:
                newest = await self._of_running(game)
                if newest and extras.has_news(newest):
                    return True
        return False

    async def _of_running(self, game: str) -> Extras | None:
        """Return the extras of a game with a running clock; None: it cannot be read now."""
        try:
            async with self._sessions.open(game) as session:
                return _of_session(session)
        except (Refusal, TryAgain):
            return None


def _of_session(session: Session) -> Extras:
    at = now()
    left = session.time.left(at) if session.match.clocks else None
    return Extras(clock_message(session.match, at, left), tuple(session.audience.presence.away))
