"""Pairing: an index in memory over the open games, and who of those that wait is seated with whom.

Every process has the index of all open games. The owner of a key (`app/cluster/owners.py`) pairs at once. Any
process joins what it has opened itself, and what has waited for LATE: then the owner is late, or nobody has
fitted. The transaction of `PairingStore.join` decides where two processes choose the same game.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Literal

import structlog

from app.clock import now
from app.cluster.host_presence import HostPresence
from app.cluster.owners import owner_of
from app.db.games.pairing import Failure, Paired, PairingStore
from app.db.notices import Bus
from app.domain.game_info import GameInfo, Player
from app.domain.pairing import Key, Pool, Seek, is_new
from app.errors import Refusal, TryAgain
from engine import Seat

ANSWER = 2.0  # seconds within which a host has to answer, or to come back
ASKED = 5  # hosts that are asked at a time
LATE = 2000  # milliseconds after which any process may join a game that another one has opened
ABSENT = 5.0  # seconds for which a host who did not answer is not asked again, but for a new wish
AT_ONCE = 8  # transactions of pairing in one process: the other connections stay free for other requests
INTERVAL = 0.5  # seconds between two looks for players who fit each other since their range has widened
REREAD = 10.0  # seconds between two reads of all open games: a notice may be lost; well below GRACE
GATHER = 0.02  # seconds in which notices are gathered

log = structlog.get_logger(__name__)


class Pairing:
    """Pairs by open games. Who has opened one is there:

    - with a socket in the lobby or at the game, if it answers a ping (one at another process counts unasked);
    - for ANSWER seconds after the last one closed: the page of the game opens after that of the lobby closed;
    - without any socket since, while the game is new: a program over HTTP, or a page that is loading.
    """

    def __init__(self, store: PairingStore, hosts: HostPresence, bus: Bus) -> None:
        self._store, self._hosts, self._bus = store, hosts, bus
        self._pools: dict[Key, Pool] = defaultdict(Pool)
        self._keys: dict[str, Key] = {}  # of the seeks in the pools
        self._opening: dict[
            str, asyncio.Future[bool]
        ] = {}  # seeks that are not written yet, and if they were
        self._own: set[str] = set()  # seeks that this process has opened
        self._reserved: set[str] = set()
        self._absent: dict[str, float] = {}  # until when, by the clock of the loop
        self._unfit: dict[str, set[str]] = defaultdict(set)  # by seek: players with whom it failed
        self._unread: set[str] = set()  # games that may be seeks, or no longer are
        self._all_unread = True
        self._changed = asyncio.Event()
        self.turn = asyncio.Semaphore(AT_ONCE)  # for what reads and writes for a wish
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listeners.append(self._on_change)

    async def pair(self, wish: GameInfo, player: Player, seat: Seat | None) -> Paired:
        """Join the best fitting open game of a host who is there, or open `wish`. Refusal: `too_many_games`,
        `paused_pairing`; TryAgain: not applied."""
        mover = Seek.of(wish, seat)
        if mover is None:
            raise ValueError("pairing is for games between two players")
        for unfit in self._unfit.values():  # a block may have ended
            unfit.discard(player.id)
        passed: set[str] = set()
        while host := await self._reserve_host(mover, passed):
            try:
                paired = await self._join(host, mover, wish.created)
            finally:
                self._release(host)
            if isinstance(paired, Paired):
                return paired
            passed.add(host.id)
        return await self._open(wish, player, mover)

    def add(self, info: GameInfo) -> None:
        """Add a game that this process has opened."""
        if seek := Seek.of(info):
            self._add(seek)
            self._own.add(seek.id)

    def note(self, game: str) -> None:
        """Note that another process has opened a game."""
        self._unread.add(game)
        self._changed.set()

    async def run(self) -> None:
        """Pair those who wait, until cancelled."""
        clock = asyncio.get_running_loop().time
        read = clock()
        try:
            while True:
                try:
                    if clock() > read + REREAD:
                        self._all_unread = True
                    if self._all_unread:
                        read = clock()
                    if self._all_unread or self._unread:
                        await self._read()
                    self._pair_waiting()
                except TryAgain as error:
                    log.warning("seeks_not_read", error=str(error.detail))
                    await asyncio.sleep(INTERVAL)
                except Exception:
                    log.exception("pairing_failed")
                    await asyncio.sleep(INTERVAL)
                with suppress(TimeoutError):
                    async with asyncio.timeout(INTERVAL if self._keys else REREAD):
                        await self._changed.wait()
                await asyncio.sleep(GATHER)
                self._changed.clear()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # The index

    def _on_change(self, game: str | None) -> None:
        if game is None:
            self._all_unread = True
        elif game in self._keys and game not in self._opening and game not in self._reserved:
            self._unread.add(game)
        else:
            return
        self._changed.set()

    async def _read(self) -> None:
        """Read the games that may have changed, or all. TryAgain: they are still to be read."""
        everything, unread = self._all_unread, self._unread
        self._all_unread, self._unread = False, set()
        # A seek that is being written now may be missing in what is read.
        known = (set(self._keys) if everything else unread) - self._opening.keys()
        try:
            found = await self._store.open_seeks(None if everything else unread)
        except BaseException:
            self._all_unread |= everything
            self._unread |= unread
            raise
        open_ids = {seek.id for seek in found}
        for game in known:
            if game not in open_ids:
                self._drop(game)
        for seek in found:
            self._add(seek)

    def _add(self, seek: Seek) -> None:
        self._keys[seek.id] = seek.key
        self._pools[seek.key].add(seek)
        self._changed.set()

    def _drop(self, game: str) -> None:
        if key := self._keys.pop(game, None):
            self._pools[key].discard(game)
            self._own.discard(game)
            self._absent.pop(game, None)
            self._unfit.pop(game, None)

    # For a wish

    async def _reserve_host(self, mover: Seek, passed: set[str]) -> Seek | None:
        """Return the best game of a host who is there, reserved. None: there is none at this moment; nothing
        was awaited since. The games of hosts who did not answer are added to `passed`."""
        pool, owned = self._pools[mover.key], self._owns(mover.key)

        def is_free(seek: Seek) -> bool:
            if seek.id in passed or seek.id in self._reserved or mover.owner in self._unfit.get(seek.id, ()):
                return False
            if not (owned or seek.id in self._own or seek.created < now() - LATE):
                return False
            return self._is_there(seek) != "no"

        while True:
            asked: list[Seek] = []
            while len(asked) < ASKED and (seek := pool.best(mover, now(), is_free)):
                asked.append(seek)
                passed.add(seek.id)
                self._reserved.add(seek.id)
                if self._is_there(seek) == "yes":
                    break
            if not asked:
                return None
            found: Seek | None = None
            try:
                answers = await asyncio.gather(*map(self._ask, asked))
                found = next((seek for seek, answer in zip(asked, answers, strict=True) if answer), None)
            finally:
                for seek in asked:
                    if seek is not found:
                        self._release(seek)
            for seek in asked[: asked.index(found)] if found else asked:
                self._set_aside(seek)
            if found:
                passed.difference_update(seek.id for seek in asked[asked.index(found) + 1 :])
                return found

    async def _open(self, wish: GameInfo, player: Player, mover: Seek) -> Paired:
        """Open a game. It can be found from now on: who finds it waits until it is written."""
        opening = self._opening[mover.id] = asyncio.get_running_loop().create_future()
        self._add(mover)
        self._own.add(mover.id)
        opened = False
        try:
            async with self.turn:
                paired = await self._store.open(wish, player, mover.asked)
            opened = paired.opened
            if not opened and paired.info.id not in self._keys:
                self.note(paired.info.id)
            return paired
        finally:
            del self._opening[mover.id]
            if not opened:
                self._drop(mover.id)
            opening.set_result(opened)
            self._changed.set()

    async def _join(
        self, host: Seek, mover: Seek, time: int, *, moved: bool = False
    ) -> Paired | Failure | None:
        """Join a reserved game. None: the owner has left meanwhile, or the game was not opened. Refusal,
        TryAgain: as of `PairingStore.join`."""
        opening = self._opening.get(host.id)
        if opening and not await asyncio.shield(opening):
            return None
        async with self.turn:
            for seek in (host, mover) if moved else (host,):
                if not self._is_present(seek):
                    self._set_aside(seek)
                    return None
            paired = await self._store.join(host, mover, time, moved=moved)
        if paired == "unfit":
            self._unfit[host.id].add(mover.owner)
        else:
            for seek in (host, mover):
                self._drop(seek.id)
            if paired == "gone":  # one of the two may still wait
                self._unread |= {host.id, mover.id}
                self._changed.set()
        return paired

    # For those who wait

    def _pair_waiting(self) -> None:
        """Pair those who wait and fit each other: of keys that this process owns now, of others as it was
        LATE ago."""
        time = asyncio.get_running_loop().time()
        for key, pool in self._pools.items():
            at = now() if self._owns(key) else now() - LATE
            movers = sum(seek.pair for seek in pool)
            if not movers or len(pool) < 2:
                continue

            def is_free(seek: Seek, at: int = at) -> bool:
                if seek.id in self._reserved or seek.id in self._opening or seek.created > at:
                    return False
                return self._absent.get(seek.id, 0) < time and self._is_present(seek)

            for mover, host in pool.pairs(at, is_free, self._may_meet):
                self._reserved |= {mover.id, host.id}
                task = asyncio.create_task(self._move(mover, host))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _may_meet(self, one: Seek, other: Seek) -> bool:
        return one.owner not in self._unfit.get(other.id, ()) and other.owner not in self._unfit.get(
            one.id, ()
        )

    async def _move(self, mover: Seek, host: Seek) -> None:
        """Move the owner of one reserved seek into the other one, if both are there."""
        try:
            both = mover, host
            answers = await asyncio.gather(*map(self._ask, both))
            if all(answers):
                paired = await self._join(host, mover, now(), moved=True)
                if isinstance(paired, Paired):
                    log.info("players_paired", game=host.id, player=mover.owner, left=mover.id)
            for seek, answer in zip(both, answers, strict=True):
                if not answer:
                    self._set_aside(seek)
        except Refusal:  # pairing is closed to them, or to all
            self._set_aside(mover)
        except TryAgain as error:
            log.info("pairing_postponed", error=str(error.detail))
            self._set_aside(mover)
        except Exception:
            log.exception("pairing_failed", game=host.id)
            self._set_aside(mover)
        finally:
            self._release(mover)
            self._release(host)

    def _set_aside(self, seek: Seek) -> None:
        self._absent[seek.id] = asyncio.get_running_loop().time() + ABSENT

    def _release(self, seek: Seek) -> None:
        self._reserved.discard(seek.id)
        if seek.id in self._keys:
            self._changed.set()

    def _owns(self, key: Key) -> bool:
        owner = owner_of(" ".join(map(str, key)), self._bus.processes)
        return owner in (None, self._bus.process)

    # Who is there

    def _is_there(self, seek: Seek) -> Literal["yes", "no", "ask"]:
        """Return whether a host is there, as far as it is known without asking."""
        if seek.id in self._opening or self._is_expected(seek):
            return "yes"
        if self._is_connected(seek):
            return "ask"
        left = self._hosts.left_at(seek.owner, seek.id)
        return "no" if left is None or left < max(seek.created, now() - 1000 * ANSWER) else "ask"

    async def _ask(self, seek: Seek) -> bool:
        if self._is_there(seek) == "yes":
            return True
        ids = seek.owner, seek.id
        if not self._is_connected(seek):
            left = self._hosts.left_at(*ids)
            if left is None or left < seek.created:
                return False
            await self._hosts.wait_for(*ids, seconds=ANSWER - (now() - left) / 1000)
        return await self._hosts.answer(*ids, seconds=ANSWER)

    def _is_present(self, seek: Seek) -> bool:
        return self._is_connected(seek) or self._is_expected(seek)

    def _is_connected(self, seek: Seek) -> bool:
        return self._hosts.is_connected(seek.owner, seek.id)

    def _is_expected(self, seek: Seek) -> bool:
        """Return whether a host without a connection has not had one since they opened the game, just now."""
        if self._is_connected(seek):
            return False
        left = self._hosts.left_at(seek.owner, seek.id)
        return is_new(seek, now()) and (left is None or left < seek.created)
