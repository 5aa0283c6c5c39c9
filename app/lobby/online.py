"""Names of registered players online, across processes."""

from __future__ import annotations

import asyncio

from app.cluster.host_presence import HostPresence
from app.db.people.players import PlayerStore
from app.domain.game_info import Player
from app.domain.presence import MAX_LISTED_ACCOUNTS
from app.lobby.lobby import Lobby

CACHE_TTL = 5.0  # seconds


class OnlinePeople:
    """Listed players online, read on request, at most once per CACHE_TTL seconds."""

    def __init__(self, lobby: Lobby, hosts: HostPresence, players: PlayerStore) -> None:
        self._lobby, self._hosts, self._players = lobby, hosts, players
        self._reading = asyncio.Lock()
        self._found: list[Player] = []
        self._read_at = -CACHE_TTL

    async def people(self) -> list[Player]:
        """Return at most MAX_LISTED_ACCOUNTS listed players with an account, by name. TryAgain: the database
        is unavailable."""
        async with self._reading:
            time = asyncio.get_running_loop().time()
            if time >= self._read_at + CACHE_TTL:
                ids = self._lobby.local_people() | self._hosts.remote_people
                self._found = await self._players.listed(ids, MAX_LISTED_ACCOUNTS) if ids else []
                self._read_at = time
            return self._found
