"""In-memory services of a process, with the contracts of the real ones and injected faults.

`SimulatedDatabase` is shared by all processes; its primary key (game, ply) decides. Reads are delayed and may
be stale; commits are slow, fail, or lose the connection so that their outcome is uncertain; notices are late,
duplicated and out of order; all are lost while the listening connection is broken, and single ones at random.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from random import Random

from app.bus.notices import Bus, Topic
from app.bus.presence import Renewal, SharedPresence
from app.core.errors import TryAgain
from app.db import clock
from app.games.clock_store import ClockStore
from app.games.new_entry import NO_CHANGES, Committed, NewEntry
from app.games.registry import SessionRegistry
from app.games.stalls import Stalls
from app.games.store import GameStore, Version
from app.games.timekeeper import Timekeeper
from app.games.writer import Writer
from app.model.game_info import GameInfo, Player
from app.model.presence import NO_CONNECTIONS, Connected
from engine import Entry, Seat


@dataclass(slots=True)
class Faults:
    """Probabilities: `slow` of a long delay, `failure` of a read or commit, `uncertain` of a commit whose
    outcome is unknown, `disconnect` of the listening connection at a notice."""

    random: Random
    slow: float = 0.1
    failure: float = 0.03
    uncertain: float = 0.1
    disconnect: float = 0.1

    def happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def stop(self) -> None:
        """Inject no faults from now on."""
        self.slow = self.failure = self.uncertain = self.disconnect = 0.0

    def viewing_time(self) -> float:
        """Return how long a spectator stays, in seconds; practically forever after `stop`."""
        return self.random.expovariate(2) if self.slow else 1e9

    async def delay(self) -> None:
        """Wait for a network or disk latency."""
        await asyncio.sleep(self.random.expovariate(2 if self.happens(self.slow) else 100))


class SimulatedDatabase:
    """One game in the database, and the buses that are notified of its changes. `reads`: how often a process
    has loaded it; `heard`: by player, when a lost process that held their socket was last heard of."""

    def __init__(self, info: GameInfo, faults: Faults) -> None:
        self.info, self.faults = info, faults
        self.log: list[Entry] = []
        self.buses: set[SimulatedBus] = set()
        self.reads = 0
        self.heard: dict[str, int] = {}

    def insert(self, entry: NewEntry, writer: SimulatedBus) -> bool:
        """Write the entry if its ply is free; return whether it was."""
        ply = entry.entry.ply
        assert ply <= len(self.log), f"an entry for ply {ply}, but the log has only {len(self.log)}"
        if ply < len(self.log):
            return False
        self.log.append(entry.entry)
        self.notify("log", writer)
        return True

    def notify(self, topic: Topic, writer: SimulatedBus) -> None:
        for bus in sorted(self.buses - {writer}, key=lambda bus: bus.number):
            bus.notice(topic, self.info.id)


class SimulatedBus(Bus):
    """Notices between processes, as unreliable as Redis. `lost`: the probability to lose a single notice."""

    number = 0
    lost = 0.05

    def __init__(self, database: SimulatedDatabase) -> None:
        super().__init__()
        SimulatedBus.number = self.number = SimulatedBus.number + 1
        self._database, self._faults = database, database.faults
        self._on_notice: Callable[[Topic, str], None] | None = None
        self._disconnected = asyncio.Event()
        database.buses.add(self)

    async def run(self, on_notice: Callable[[Topic, str], None], on_reconnect: Callable[[], None]) -> None:
        while True:
            await self._faults.delay()
            self._on_notice = on_notice
            on_reconnect()
            await self._disconnected.wait()
            self._disconnected.clear()

    def notice(self, topic: Topic, game: str) -> None:
        if self._faults.happens(self._faults.disconnect):
            self._on_notice = None
            self._disconnected.set()
        if self.lost and self._faults.slow and self._faults.happens(self.lost):
            return
        for _ in range(self._faults.random.choice((1, 1, 2))):
            delay = self._faults.random.expovariate(50)
            asyncio.get_running_loop().call_later(delay, self._deliver, topic, game)

    def _deliver(self, topic: Topic, game: str) -> None:
        if self._on_notice:
            self._on_notice(topic, game)

    async def silence(self, _: str, player: str) -> int | None:
        heard = self._database.heard
        return clock.now() - heard[player] if player in heard else None


class SimulatedStore(GameStore):
    """The part of the store that sessions use."""

    def __init__(self, database: SimulatedDatabase, bus: SimulatedBus) -> None:
        self._database, self._sender = database, bus

    async def _delay_read(self) -> None:
        faults = self._database.faults
        await faults.delay()
        if faults.happens(faults.failure):
            raise TryAgain

    async def info(self, _: str) -> GameInfo | None:
        await self._delay_read()
        found = self._database.info
        await self._database.faults.delay()
        return found

    async def log(self, _: str, since: int = 0) -> list[Entry]:
        await self._delay_read()
        found = self._database.log[since:]
        await self._database.faults.delay()
        return found

    async def read(self, id: str, since: int = 0) -> tuple[GameInfo | None, list[Entry]]:
        self._database.reads += 1
        return await self.info(id), await self.log(id, since)

    async def entries_since(self, plies: Mapping[str, int]) -> dict[str, list[Entry]]:
        return {game: await self.log(game, since) for game, since in plies.items()}

    async def versions(self, ids: Collection[str]) -> dict[str, Version]:
        await self._delay_read()
        found = Version(len(self._database.log), self._database.info.revision)
        return dict.fromkeys(ids, found)

    async def join(self, _: str, player: Player, seat: Seat | None, now: int) -> GameInfo | None:
        await self._delay_read()
        info, joined = self._database.info, None
        open_seats = [number for number, other in enumerate(info.players) if other is None]
        if open_seats and not info.match(self._database.log).outcome:
            people = list(info.players)
            people[open_seats[0] if seat is None else seat] = player
            joined = replace(info, players=tuple(people), started=now, revision=info.revision + 1)
            self._database.info = joined
            self._database.notify("facts", self._sender)
        await self._database.faults.delay()
        return joined


class SimulatedWriter(Writer):
    """The writer's contract: Committed, written; None, the ply was taken; TryAgain, certainly not applied."""

    def __init__(self, database: SimulatedDatabase, bus: SimulatedBus) -> None:
        self._database, self._sender = database, bus
        self._sent: dict[asyncio.Task[Committed | None], None] = {}  # in order
        self._killed = False

    def kill(self) -> None:
        """Drop every entry that has not reached the database, and all later ones."""
        self._killed = True
        for task in self._sent:
            task.cancel()

    async def write(self, entry: NewEntry) -> Committed | None:
        if self._killed:
            raise asyncio.CancelledError
        task = asyncio.create_task(self._write(entry))
        self._sent[task] = None
        task.add_done_callback(self._sent.pop)
        return await task

    async def _write(self, entry: NewEntry) -> Committed | None:
        faults = self._database.faults
        await faults.delay()
        if faults.happens(faults.failure):
            raise TryAgain
        if faults.happens(faults.uncertain):
            return NO_CHANGES if await self._write_uncertain(entry) else None
        written = self._database.insert(entry, self._sender)
        await faults.delay()
        return NO_CHANGES if written else None

    async def _write_uncertain(self, entry: NewEntry) -> bool:
        """Break the connection during the commit; resend the entry until its outcome is known."""
        faults = self._database.faults
        if faults.happens(0.5):
            self._database.insert(entry, self._sender)
        await asyncio.sleep(faults.random.uniform(0.1, 1))
        self._database.insert(entry, self._sender)
        found = self._database.log[entry.entry.ply] == entry.entry
        await faults.delay()
        return found


class SimulatedClockStore(ClockStore):
    """A clock store with the deadline of the only game. Some process is always up, so clocks never pause."""

    def __init__(self, database: SimulatedDatabase) -> None:
        self._database = database

    async def _deadline(self) -> int | None:
        faults, database = self._database.faults, self._database
        await faults.delay()
        if faults.happens(faults.failure):
            raise TryAgain
        found = database.info.match(database.log).deadline
        await faults.delay()
        return found

    async def nearest(self) -> int | None:
        return await self._deadline()

    async def due(self, before: int, most: int) -> list[str]:
        deadline = await self._deadline()
        found = [self._database.info.id] if deadline is not None and deadline < before else []
        return found[:most]

    async def note_alive(self, now: int) -> None:
        """Do nothing: another process is up whenever one is killed."""


async def keep_time(database: SimulatedDatabase, sessions: SessionRegistry) -> None:
    """Run the clock task of a process until cancelled."""
    if database.info.control:
        await Timekeeper(SimulatedClockStore(database), sessions).run()


class NoRemotePresence(SharedPresence):
    """A presence without other processes, and without viewers at them."""

    def __init__(self) -> None:
        pass

    async def renew(self, *, stalled: bool = False) -> Renewal:  # noqa: ARG002 (of the interface)
        return Renewal(frozenset(), lost=False, others_late=False)

    async def write(self, local: Mapping[str, Connected]) -> None:
        pass

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        return dict.fromkeys(games, NO_CONNECTIONS)

    async def leave(self) -> None:
        pass

    async def delete_dead(self) -> None:
        pass


def quiet_process(info: GameInfo, stalls: Stalls | None = None) -> tuple[SimulatedDatabase, SessionRegistry]:
    """Return a database without faults, and the sessions of a process on it."""
    faults = Faults(Random(1))
    faults.stop()
    database = SimulatedDatabase(info, faults)
    bus = SimulatedBus(database)
    store, writer = SimulatedStore(database, bus), SimulatedWriter(database, bus)
    return database, SessionRegistry(store, writer, bus, stalls)
