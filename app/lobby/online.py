"""Who is connected: the names of people with an account who are listed, in all processes together."""

from __future__ import annotations

import asyncio

from app.cluster.host_presence import HostPresence
from app.db.people.players import PlayerStore
from app.domain.game_info import Player
from app.domain.presence import MAX_LISTED_ACCOUNTS
from app.lobby.lobby import Lobby

AGE = 5.0  # seconds for which the names are kept that were read


class OnlinePeople:
    """The names, read when somebody asks for them, at most once in AGE seconds."""

    def __init__(self, lobby: Lobby, hosts: HostPresence, players: PlayerStore) -> None:
        self._lobby, self._hosts, self._players = lobby, hosts, players
        self._reading = asyncio.Lock()
        self._found: list[Player] = []
        self._read_at = -AGE

    async def people(self) -> list[Player]:
        """At most MAX_LISTED_ACCOUNTS people with an account who are listed, by name. TryAgain: the database
        does not answer."""
        async with self._reading:
            time = asyncio.get_running_loop().time()
            if time >= self._read_at + AGE:
                ids = self._lobby.local_people() | self._hosts.remote_people
                self._found = await self._players.listed(ids, MAX_LISTED_ACCOUNTS) if ids else []
                self._read_at = time
            return self._found
