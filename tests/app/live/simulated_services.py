"""The services of a process in memory, with the contracts of the real ones and every fault they may have.

`Ledger` is the one database of all processes: its primary key is the referee. Reads come late and show what
was; commits are slow, are refused, or lose their connection so that nobody knows; notices are late, doubled
and out of order, and are lost when the listening connection is cut.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from app.cluster.presence import PresenceStore
from app.cluster.rate_limits import SharedConnectionLimits
from app.db.batch import NewEntry
from app.db.games import GameStore
from app.db.writer import Writer
from app.domain.game_info import GameInfo, Player
from app.domain.notices import Bus, Topic
from app.domain.presence import NO_CONNECTIONS, Connected
from app.errors import TryAgain
from engine import Entry, Seat


@dataclass(slots=True)
class Weather:
    """How likely what is: of pauses that they are long, of reads and commits that they fail, of commits
    that nobody knows, of notices that their connection breaks."""

    chance: Random
    long: float = 0.1
    fails: float = 0.03
    doubt: float = 0.1
    cut: float = 0.1

    def happens(self, likely: float) -> bool:
        return self.chance.random() < likely

    def clear(self) -> None:
        """All goes well from now on."""
        self.long = self.fails = self.doubt = self.cut = 0.0

    def stay(self) -> float:
        """How long somebody looks, in seconds; in fair weather for ever."""
        return self.chance.expovariate(2) if self.long else 1e9

    async def pause(self) -> None:
        """As long as a message takes, or a disk."""
        await asyncio.sleep(self.chance.expovariate(2 if self.happens(self.long) else 100))


class Ledger:
    """One game in the database, and who hears when it moves on."""

    def __init__(self, info: GameInfo, weather: Weather) -> None:
        self.info, self.weather = info, weather
        self.log: list[Entry] = []
        self.buses: set[SimulatedBus] = set()

    def insert(self, line: NewEntry, writer: SimulatedBus) -> bool:
        """The referee: whether the line is written now."""
        ply = line.entry.ply
        assert ply <= len(self.log), f"a line for ply {ply}, but the log has only {len(self.log)}"
        if ply < len(self.log):
            return False
        self.log.append(line.entry)
        self.notify("log", writer)
        return True

    def notify(self, topic: Topic, writer: SimulatedBus) -> None:
        for bus in sorted(self.buses - {writer}, key=lambda bus: bus.number):
            bus.notice(topic, self.info.id)


class SimulatedBus(Bus):
    """Notices between processes: as reliable as the connection that carries them."""

    number = 0

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        SimulatedBus.number = self.number = SimulatedBus.number + 1
        self._weather = ledger.weather
        self._hear: Callable[[Topic, str], None] | None = None
        self._cut = asyncio.Event()
        ledger.buses.add(self)

    async def run(self, hear: Callable[[Topic, str], None], lost: Callable[[], None]) -> None:
        while True:
            await self._weather.pause()
            self._hear = hear
            lost()
            await self._cut.wait()
            self._cut.clear()

    def notice(self, topic: Topic, game: str) -> None:
        if self._weather.happens(self._weather.cut):
            self._hear = None
            self._cut.set()
        for _ in range(self._weather.chance.choice((1, 1, 2))):
            delay = self._weather.chance.expovariate(50)
            asyncio.get_running_loop().call_later(delay, self._deliver, topic, game)

    def _deliver(self, topic: Topic, game: str) -> None:
        if self._hear:
            self._hear(topic, game)


class SimulatedStore(GameStore):
    """What sessions ask of the store, of a ledger."""

    def __init__(self, ledger: Ledger, bus: SimulatedBus) -> None:
        self._ledger, self._own = ledger, bus

    async def _reading(self) -> None:
        weather = self._ledger.weather
        await weather.pause()
        if weather.happens(weather.fails):
            raise TryAgain

    async def info(self, _: str) -> GameInfo | None:
        await self._reading()
        found = self._ledger.info
        await self._ledger.weather.pause()
        return found

    async def log(self, _: str, since: int = 0) -> list[Entry]:
        await self._reading()
        found = self._ledger.log[since:]
        await self._ledger.weather.pause()
        return found

    async def news(self, plies: Mapping[str, int]) -> dict[str, list[Entry]]:
        return {game: await self.log(game, since) for game, since in plies.items()}

    async def join(self, _: str, player: Player, seat: Seat | None, now: int) -> GameInfo | None:
        await self._reading()
        info, joined = self._ledger.info, None
        free = [place for place, other in enumerate(info.players) if other is None]
        if free and not info.match(self._ledger.log).outcome:
            people = list(info.players)
            people[free[0] if seat is None else seat] = player
            self._ledger.info = joined = replace(info, players=tuple(people), started=now)
            self._ledger.notify("facts", self._own)
        await self._ledger.weather.pause()
        return joined


class SimulatedWriter(Writer):
    """The writer's contract: True, written; False, the ply was taken; TryAgain, surely not applied."""

    def __init__(self, ledger: Ledger, bus: SimulatedBus) -> None:
        self._ledger, self._own = ledger, bus
        self._sent: set[asyncio.Task[bool]] = set()

    def send(self, line: NewEntry) -> asyncio.Future[bool]:
        fate = asyncio.create_task(self.write(line))
        self._sent.add(fate)
        fate.add_done_callback(self._sent.discard)
        return fate

    def kill(self) -> None:
        """What has not come to the ledger never will."""
        for fate in self._sent:
            fate.cancel()

    async def write(self, line: NewEntry) -> bool:
        weather = self._ledger.weather
        await weather.pause()
        if weather.happens(weather.fails):
            raise TryAgain
        if weather.happens(weather.doubt):
            return await self._doubtful(line)
        written = self._ledger.insert(line, self._own)
        await weather.pause()
        return written

    async def _doubtful(self, line: NewEntry) -> bool:
        """The connection broke in mid-commit: it is sent again until it is known."""
        weather = self._ledger.weather
        if weather.happens(0.5):
            self._ledger.insert(line, self._own)
        await asyncio.sleep(weather.chance.uniform(0.1, 1))
        self._ledger.insert(line, self._own)
        found = self._ledger.log[line.entry.ply] == line.entry
        await weather.pause()
        return found


class NoPresences(PresenceStore):
    """Nobody looks."""

    def __init__(self) -> None:
        pass

    async def write(self, local: Mapping[str, Connected], now: int, *, renew: bool) -> None:
        pass

    async def read_remote(self, games: list[str], _: int) -> dict[str, Connected]:
        return dict.fromkeys(games, NO_CONNECTIONS)

    async def delete_expired(self, now: int) -> None:
        pass

    async def withdraw(self) -> None:
        pass


class NoPlaces(SharedConnectionLimits):
    """No socket stands."""

    def __init__(self) -> None:
        pass

    async def flush(self, *, renew: bool) -> None:
        pass
