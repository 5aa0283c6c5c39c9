"""Pairing: joins each seek with the best fitting open game, by an in-memory index of open games.

Every process indexes all open games and pairs those that it opened itself at once. The process that owns a
key (`app.bus.notices.owner_of`) also pairs those of others, a moment after they were opened. Any process
pairs games that have waited for TAKEOVER_AFTER_MS, in case the owner is slow. If two processes choose the
same game, the transaction of `PairingStore.join` decides: without the moment a crowd lost two of five
transactions so.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Literal

import structlog

from app.bus.notices import Bus, owner_of
from app.core.errors import Refusal, TryAgain
from app.db.clock import now
from app.lobby.host_presence import HostPresence
from app.lobby.pairing_store import Failure, Paired, PairingStore
from app.lobby.pools import Seek, SeekKey, SeekPool
from app.model.game_info import GameInfo, Player
from engine import Seat

# A host without a connection counts as present for so long after opening a game: it may be a program without
# a socket, or a page that is still loading.
NEW_SEEK_MS = 30_000
ANSWER_TIMEOUT = 2.0  # seconds for a host to answer a ping, or to reconnect
MAX_ASKED = 5  # hosts pinged at a time
OWNER_AFTER_MS = 500  # from then on the owner of a key pairs a game that another process opened
TAKEOVER_AFTER_MS = 2000  # from then on any process does
ABSENT_FOR = 5.0  # seconds during which a host who did not answer is asked only for new seeks
MAX_TRANSACTIONS = 8  # of pairing at a time, per process: leaves database connections to other requests
SCAN_INTERVAL = 0.5  # seconds between two scans for waiting players; rating ranges widen with time
REREAD_INTERVAL = 10.0  # seconds between two reads of all open games: notices may be lost; below NEW_SEEK_MS
DEBOUNCE = 0.02  # seconds in which notices are collected

log = structlog.get_logger(__name__)


class Pairing:
    """Pairs players by open games. A host, who has opened a game, counts as present:

    - with a socket in the lobby or at the game, if it answers a ping (sockets at another process count
      without a ping);
    - for ANSWER_TIMEOUT after the last socket closed: the game's page opens after the lobby's has closed;
    - without any socket since, while the game is new: a program over HTTP, or a page that is loading.
    """

    def __init__(self, store: PairingStore, hosts: HostPresence, bus: Bus) -> None:
        self._store, self._hosts, self._bus = store, hosts, bus
        self._pools: dict[SeekKey, SeekPool] = defaultdict(SeekPool)
        self._keys: dict[str, SeekKey] = {}  # by seek
        self._opening: dict[str, asyncio.Future[bool]] = {}  # seeks being written; True once they are
        self._own: set[str] = set()  # seeks opened by this process
        self._reserved: set[str] = set()
        self._absent: dict[str, float] = {}  # host is absent until then, in loop time
        self._unfit: dict[str, set[str]] = defaultdict(set)  # by seek: players who cannot join it
        self._unread: set[str] = set()  # games that may have become seeks, or ceased to be
        self._all_unread = True
        self._changed = asyncio.Event()
        self.transactions = asyncio.Semaphore(MAX_TRANSACTIONS)
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listeners.append(self._on_change)

    async def pair(self, new_game: GameInfo, player: Player, seat: Seat | None, *, any_clock: bool) -> Paired:
        """Join the best fitting open game of a present host, or open `new_game`. Refusal `too_many_games`,
        `paused_pairing`; TryAgain: nothing was applied."""
        mover = Seek.of(new_game, seat, any_clock=any_clock)
        if mover is None:
            raise ValueError("pairing is for games between two players")
        for unfit in self._unfit.values():  # a block may have ended
            unfit.discard(player.id)
        passed: set[str] = set()
        while host := await self._reserve_host(mover, passed):
            try:
                paired = await self._join(host, mover, new_game.created)
            finally:
                self._release(host)
            if isinstance(paired, Paired):
                return paired
            passed.add(host.id)
        return await self._open(new_game, player, mover)

    def add(self, info: GameInfo) -> None:
        """Add a game opened by this process."""
        if seek := Seek.of(info):
            self._add(seek)
            self._own.add(seek.id)

    def note(self, game: str) -> None:
        """Note a game opened by another process."""
        self._unread.add(game)
        self._changed.set()

    async def run(self) -> None:
        clock = asyncio.get_running_loop().time
        read = clock()
        try:
            while True:
                try:
                    self._all_unread |= clock() > read + REREAD_INTERVAL
                    if self._all_unread:
                        read = clock()
                    if self._all_unread or self._unread:
                        await self._read()
                    self._pair_waiting()
                except TryAgain as error:
                    log.warning("seeks_read_failed", error=str(error.detail))
                    await asyncio.sleep(SCAN_INTERVAL)
                except Exception:
                    log.exception("pairing_failed")
                    await asyncio.sleep(SCAN_INTERVAL)
                with suppress(TimeoutError):
                    async with asyncio.timeout(SCAN_INTERVAL if self._keys else REREAD_INTERVAL):
                        await self._changed.wait()
                await asyncio.sleep(DEBOUNCE)
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
        """Read the games that may have changed, or all. After TryAgain they remain to be read."""
        everything, unread = self._all_unread, self._unread
        self._all_unread, self._unread = False, set()
        # A seek that is being written may be missing from the rows read.
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

    # For a new seek

    async def _reserve_host(self, mover: Seek, passed: set[str]) -> Seek | None:
        """Return the best game of a present host, reserved, or None. A None is current: nothing was awaited
        since the scan. The games of hosts who did not answer are added to `passed`."""
        pool = self._pools[mover.key]

        def is_free(seek: Seek) -> bool:
            if seek.id in passed or seek.id in self._reserved or mover.owner in self._unfit.get(seek.id, ()):
                return False
            return self._is_ours(seek, newest) and self._availability(seek) != "no"

        while True:
            newest, asked = self._newest(mover.key), list[Seek]()
            while len(asked) < MAX_ASKED and (seek := pool.best(mover, now(), is_free)):
                asked.append(seek)
                passed.add(seek.id)
                self._reserved.add(seek.id)
                if self._availability(seek) == "yes":
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

    async def _open(self, new_game: GameInfo, player: Player, mover: Seek) -> Paired:
        """Open a game. Others can find it from now on, but wait to join until it is written."""
        opening = self._opening[mover.id] = asyncio.get_running_loop().create_future()
        self._add(mover)
        self._own.add(mover.id)
        opened = False
        try:
            async with self.transactions:
                paired = await self._store.open(new_game, player, mover)
            opened = paired.opened
            if not opened and paired.game not in self._keys:
                self.note(paired.game)
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
        """Join a reserved game. None: the host has left meanwhile, or the game was not opened. Refusal,
        TryAgain: as `PairingStore.join`."""
        opening = self._opening.get(host.id)
        if opening and not await asyncio.shield(opening):
            return None
        async with self.transactions:
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
            if paired == "gone":  # one of the two may still be waiting
                self._unread |= {host.id, mover.id}
                self._changed.set()
        return paired

    # For waiting players

    def _pair_waiting(self) -> None:
        time = asyncio.get_running_loop().time()
        for key, pool in self._pools.items():
            newest = self._newest(key)
            movers = sum(seek.pair for seek in pool)
            if not movers or len(pool) < 2:
                continue

            def is_free(seek: Seek, newest: int = newest) -> bool:
                if seek.id in self._reserved or seek.id in self._opening:
                    return False
                if not self._is_ours(seek, newest):
                    return False
                return self._absent.get(seek.id, 0) < time and self._is_present(seek)

            for mover, host in pool.pairs(now(), is_free, self._may_meet):
                self._reserved |= {mover.id, host.id}
                task = asyncio.create_task(self._move(mover, host))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _may_meet(self, one: Seek, other: Seek) -> bool:
        unfit = self._unfit
        return one.owner not in unfit.get(other.id, ()) and other.owner not in unfit.get(one.id, ())

    async def _move(self, mover: Seek, host: Seek) -> None:
        """Move the owner of one reserved seek into the other's game, if both are present."""
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
        except Refusal as refusal:  # pairing is closed to this player, or to all, or the database is away
            log.info("pairing_postponed", code=refusal.code, error=str(refusal.detail))
            self._set_aside(mover)
        except Exception:
            log.exception("pairing_failed", game=host.id)
            self._set_aside(mover)
        finally:
            self._release(mover)
            self._release(host)

    def _set_aside(self, seek: Seek) -> None:
        self._absent[seek.id] = asyncio.get_running_loop().time() + ABSENT_FOR

    def _release(self, seek: Seek) -> None:
        self._reserved.discard(seek.id)
        if seek.id in self._keys:
            self._changed.set()

    def _newest(self, key: SeekKey) -> int:
        """Return the time of opening, in milliseconds since the epoch, of the newest game of another process
        that this one pairs."""
        owner = owner_of(" ".join(map(str, key)), self._bus.processes)
        return now() - (OWNER_AFTER_MS if owner == self._bus.process else TAKEOVER_AFTER_MS)

    def _is_ours(self, seek: Seek, newest: int) -> bool:
        return seek.id in self._own or seek.created <= newest

    # Presence of hosts

    def _availability(self, seek: Seek) -> Literal["yes", "no", "ask"]:
        """Return whether a host is present, as far as known without a ping."""
        if seek.id in self._opening:
            return "yes"
        if self._is_connected(seek):
            return "ask"
        left = self._hosts.left_at(seek.owner, seek.id)
        if left is None or left < seek.created:  # not connected since it was opened
            return "yes" if seek.created > now() - NEW_SEEK_MS else "no"
        return "ask" if left >= now() - 1000 * ANSWER_TIMEOUT else "no"

    async def _ask(self, seek: Seek) -> bool:
        available, ids = self._availability(seek), (seek.owner, seek.id)
        if available != "ask":
            return available == "yes"
        if not self._is_connected(seek) and (left := self._hosts.left_at(*ids)):
            await self._hosts.wait_for(*ids, seconds=ANSWER_TIMEOUT - (now() - left) / 1000)
        return await self._hosts.answer(*ids, seconds=ANSWER_TIMEOUT)

    def _is_present(self, seek: Seek) -> bool:
        return self._is_connected(seek) or self._availability(seek) == "yes"

    def _is_connected(self, seek: Seek) -> bool:
        return self._hosts.is_connected(seek.owner, seek.id)
