"""The other processes on one PostgreSQL: what they wrote and who looks through them, for our sessions.

Nobody owns a game: a notice says that a game has moved on, and whoever holds it reads the log. Notices that
come while we read are taken together with the next reading.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from app.cluster.bus import Bus, Topic
from app.cluster.owners import LOBBY, Owners
from app.cluster.presence import Connected, PresenceStore
from app.cluster.shared_rate_limits import SharedConnectionLimits
from app.db.games import GameStore
from app.errors import TryAgain
from app.live.registry import SessionRegistry
from app.live.session import now

MOST = 200  # games in one reading
RENEW = 4.0  # seconds between two tellings of who is here: with VOID less than 20, which the wire promises
GATHER = 0.05  # seconds in which comings and goings are gathered

log = structlog.get_logger(__name__)


class ClusterSync:
    """Keeps the sessions of this process up with the others, and the others with ours."""

    def __init__(
        self,
        sessions: SessionRegistry,
        store: GameStore,
        owners: Owners,
        presences: PresenceStore,
        places: SharedConnectionLimits,
        bus: Bus,
    ) -> None:
        self._sessions, self._store, self._owners, self._bus = sessions, store, owners, bus
        self._presences, self._places = presences, places
        self._log: set[str] = set()  # games of which lines are to be read
        self._facts: set[str] = set()  # games of which facts are to be read too
        self._noticed = asyncio.Event()

    async def run(self) -> None:
        """Until cancelled; then takes this process's presence back."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._bus.run(self._hear, self._lost))
                tasks.create_task(self._read())
                tasks.create_task(self._meet())
        finally:
            await self._presences.leave()

    def _hear(self, topic: Topic, game: str) -> None:
        known = self._sessions.knows(game)
        if topic == "presence":
            if known or game == LOBBY:
                self._sessions.moved.set()
            return
        if known:
            (self._facts if topic == "facts" else self._log).add(game)
            self._noticed.set()
        self._bus.ring(game)

    def _lost(self) -> None:
        """Notices may have been missed: everything that we hold is read on."""
        self._facts.update(self._sessions.known())
        self._noticed.set()
        self._sessions.moved.set()
        self._bus.ring("")

    async def _read(self) -> None:
        while True:
            await self._noticed.wait()
            self._noticed.clear()
            info, lines = self._facts, self._log - self._facts
            self._facts, self._log = set(), set()
            try:
                await self._take(info, sorted(lines))
            except TryAgain:
                self._facts |= info
                self._log |= lines
                await asyncio.sleep(0.5)
                self._noticed.set()
            except Exception:
                log.exception("neighbours", games=sorted(info | lines)[:20])

    async def _take(self, info: set[str], lines: list[str]) -> None:
        for game in info:
            if session := await self._sessions.arrived(game):
                with _by_itself(game):
                    await session.refresh()
        for start in range(0, len(lines), MOST):
            found = {game: await self._sessions.arrived(game) for game in lines[start : start + MOST]}
            some = {game: session for game, session in found.items() if session}
            if some:
                plies = {game: session.match.ply for game, session in some.items()}
                for game, entries in (await self._store.entries_since(plies)).items():
                    with _by_itself(game):
                        await some[game].take(entries)

    async def _meet(self) -> None:
        """Tells who is here and hears who is elsewhere: when somebody came or went, and when it is time."""
        renewed = 0.0
        clock = asyncio.get_running_loop().time
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renewed + RENEW - clock())):
                    await self._sessions.moved.wait()
                    await asyncio.sleep(GATHER)
            self._sessions.moved.clear()
            renew = clock() >= renewed + RENEW
            try:
                await self._exchange(renew=renew)
            except TryAgain:
                await asyncio.sleep(0.5)
                self._sessions.moved.set()
            except Exception:
                log.exception("presence")
            if renew:
                renewed = clock()

    async def _exchange(self, *, renew: bool) -> None:
        held = self._sessions.held()
        here = {game: session.here() for game, session in held.items() if session.watchers}
        if owners := self._owners.here():
            here[LOBBY] = Connected(owners)
        await self._presences.tell(here, now(), renew=renew)
        await self._places.settle(renew=renew)
        if renew:
            await self._presences.forget(now())
        found = await self._presences.elsewhere([LOBBY, *held], now())
        self._owners.hear_of(found.pop(LOBBY).players)
        for game, elsewhere in found.items():
            held[game].hear_of(elsewhere)


@contextmanager
def _by_itself(game: str) -> Iterator[None]:
    """A fault of one game, whose log cannot be played, leaves no other one behind."""
    try:
        yield
    except TryAgain:
        raise
    except Exception:
        log.exception("neighbours", game=game)
