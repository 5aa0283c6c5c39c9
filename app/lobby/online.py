"""People online: connected to the lobby or a game, across processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from app.games.registry import SessionRegistry
from app.lobby.host_presence import HostPresence
from app.lobby.visitor import Visitors
from app.model.game_info import Player
from app.model.presence import MAX_LISTED_ACCOUNTS
from app.people.player_store import PlayerStore

COUNT_TTL = 1.0  # seconds
NAMES_TTL = 5.0  # seconds


class OnlinePeople:
    """Number and names of people online. Of other processes only their number, their hosts and
    MAX_LISTED_ACCOUNTS others each are known."""

    def __init__(
        self, visitors: Visitors, sessions: SessionRegistry, hosts: HostPresence, players: PlayerStore
    ) -> None:
        self._visitors, self._sessions, self._hosts, self._players = visitors, sessions, hosts, players
        self._counted = (-COUNT_TTL, 0)  # loop time and result
        self._reading = asyncio.Lock()
        self._found: list[Player] = []
        self._read_at = -NAMES_TTL

    def count(self) -> int:
        """Return the number of people online, at most COUNT_TTL old: players once each, other connections
        separately."""
        time = asyncio.get_running_loop().time()
        if time > self._counted[0] + COUNT_TTL:
            self._counted = time, self.count_here() + self._hosts.remote_online
        return self._counted[1]

    def has(self, player: str) -> bool:
        if self._hosts.is_connected(player) or player in self._hosts.remote_people:
            return True
        return any(session.audience.has_viewer(player) for session in self._sessions.loaded().values())

    async def people(self) -> list[Player]:
        """Return at most MAX_LISTED_ACCOUNTS listed players with an account, by name, at most NAMES_TTL old.
        TryAgain: the database is unavailable."""
        async with self._reading:
            time = asyncio.get_running_loop().time()
            if time >= self._read_at + NAMES_TTL:
                ids = self.accounts_here() | self._hosts.remote_people
                self._found = await self._players.listed(ids, MAX_LISTED_ACCOUNTS) if ids else []
                self._read_at = time
            return self._found

    def count_here(self) -> int:
        """Return the number of people connected to this process."""
        connected = [*self._connected_here()]
        players = {player.id for player in connected if player}
        return len(players) + sum(player is None for player in connected)

    def accounts_here(self) -> frozenset[str]:
        """Return the ids of people with an account connected to this process, MAX_LISTED_ACCOUNTS at most:
        the same ones while nobody comes or goes."""
        accounts = {player.id for player in self._connected_here() if player and player.account}
        return frozenset(sorted(accounts)[:MAX_LISTED_ACCOUNTS])

    def _connected_here(self) -> Iterator[Player | None]:
        """Yield the player of each connection; None for a visitor who is none."""
        yield from (visitor.player for visitor in self._visitors)
        for session in self._sessions.loaded().values():
            yield from (viewer.player for viewer in (*session.audience.players, *session.audience.spectators))
