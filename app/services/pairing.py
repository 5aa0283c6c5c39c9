"""Pairing with people who are there: a host is asked before somebody is seated with them."""

from __future__ import annotations

import asyncio

from app.clock import now
from app.cluster.host_presence import HostPresence
from app.db.games.pairing import Paired, PairingStore
from app.domain.game_info import GameInfo, Player
from app.domain.pairing import Seek, is_new
from engine import Seat

ANSWER = 2.0  # seconds within which a host has to answer, or to come back
ASKED = 5  # hosts that are asked at a time


class Pairing:
    """Pairs by open games. Who has opened one is there:

    - with a socket in the lobby or at the game, if it answers a ping (one at another process counts unasked);
    - for ANSWER seconds after the last one closed: the page of the game opens after that of the lobby closed;
    - without any socket since, while the game is new: a program over HTTP, or a page that is loading.
    """

    def __init__(self, store: PairingStore, hosts: HostPresence) -> None:
        self._store, self._hosts = store, hosts

    async def pair(self, wish: GameInfo, player: Player, seat: Seat | None) -> Paired:
        """Join the best fitting open game of a host who is there, or open `wish`. Refusal: `too_many_games`,
        `paused_pairing`; TryAgain: not applied."""
        absent: set[str] = set()
        waiting = await self._store.candidates(wish, seat)
        for start in range(0, len(waiting), ASKED):
            asked = waiting[start : start + ASKED]
            answers = await asyncio.gather(*map(self._ask, asked))
            absent |= {seek.id for seek, answer in zip(asked, answers, strict=True) if not answer}
            if any(answers):
                break

        def is_there(seek: Seek) -> bool:
            return seek.id not in absent and (self._is_connected(seek) or self._is_expected(seek))

        return await self._store.pair(wish, player, seat, is_there)

    async def _ask(self, seek: Seek) -> bool:
        ids = seek.owner, seek.id
        if not self._is_connected(seek):
            left = self._hosts.left_at(*ids)
            if left is None or left < seek.created:
                return self._is_expected(seek)
            await self._hosts.wait_for(*ids, seconds=ANSWER - (now() - left) / 1000)
        return await self._hosts.answer(*ids, seconds=ANSWER)

    def _is_connected(self, seek: Seek) -> bool:
        return self._hosts.is_connected(seek.owner, seek.id)

    def _is_expected(self, seek: Seek) -> bool:
        """Return whether a host without a connection has not had one since they opened the game, just now."""
        left = self._hosts.left_at(seek.owner, seek.id)
        return is_new(seek, now()) and (left is None or left < seek.created)
