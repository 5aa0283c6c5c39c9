"""Two processes through every weather: thousands of seeded games on simulated time, with the real sessions.

Messages are doubled, late and lost, processes die, commits are slow, fail, or end in doubt; whatever
happens, what somebody was told is true. A failure names its seed; `history(seed)` runs it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from app.db.batch import NewEntry
from app.domain.game_info import GameInfo, Player
from app.errors import TryAgain
from app.live import registry
from app.live import session as sessions
from app.live.session import FifoLock, Session
from app.live.sync import ClusterSync
from app.messages import games as wire
from tests.app.live.simulated_people import play
from tests.app.live.simulated_services import SimulatedWriter
from tests.app.live.simulated_time import Hung, run
from tests.app.live.simulated_world import World
from tests.app.playing import PAIR
from tests.app.written import HOUR, info
from tests.soak import size

RUNS = size(whole=1000, ordinary=300)
FEW = 1000  # runs in which a planted fault has to be found
PEOPLE = [Player("white", "White"), Player("black", "Black"), Player("rival", "Rival")]


@pytest.fixture(autouse=True)
def _time_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def now() -> int:
        return HOUR + int(asyncio.get_running_loop().time() * 1000)

    monkeypatch.setattr(sessions, "now", now)
    monkeypatch.setattr(sessions, "time", lambda: now() / 1000)
    monkeypatch.setattr(registry, "LINGER", 0.1)  # so that games are forgotten and read again


def game(chance: Random) -> tuple[GameInfo, list[Player]]:
    """A game and who comes to it: two people, with a third who wants the seat; or one on both seats."""
    if chance.random() < 0.3:
        return info(PEOPLE[0], PEOPLE[0], game=PAIR, id="game"), PEOPLE[:1]
    return info(PEOPLE[0], None, game=PAIR, id="game"), PEOPLE


def history(seed: int, writer: type[SimulatedWriter] = SimulatedWriter) -> World:
    """What happens with this seed."""
    chance = Random(seed)

    async def live() -> World:
        made, people = game(chance)
        world = World(seed, made, writer)
        await play(world, people, acts=chance.randint(5, 20), kills=chance.choice((0, 0, 1, 2)))
        return world

    return run(live())


def faults(seeds: range, writer: type[SimulatedWriter] = SimulatedWriter) -> Iterator[str]:
    """What was wrong, with the seed."""
    for seed in seeds:
        try:
            world = history(seed, writer)
        except Exception as error:
            yield f"seed {seed}: {error!r}"
        else:
            yield from (f"seed {seed}: {wrong}" for wrong in world.wrong)


@pytest.mark.slow
@pytest.mark.soak
def test_every_answer_is_true_whatever_fails() -> None:
    assert list(faults(range(RUNS))) == []


def test_a_seed_tells_the_same_story_twice() -> None:
    for seed in range(20):
        one, two = history(seed), history(seed)
        assert one.ledger.log == two.ledger.log
        assert one.attempts == two.attempts


def test_nobody_can_wait_for_ever_unnoticed() -> None:
    async def wait() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Hung):
        run(wait())


def test_a_long_time_costs_nothing() -> None:
    async def sleep() -> float:
        await asyncio.sleep(80_000)
        return asyncio.get_running_loop().time()

    assert run(sleep()) == pytest.approx(80_000)


# The faults that a server may have: each of them is found.


class TellsBeforeItWrites(Session):
    async def act(self, player: Player, message: wire.Act) -> None:
        match = self._judge(player, message)
        if match:
            self._advance(match)
            await self._writer.write(NewEntry.of(self.info, match))


class ForgetsWhatItAnswered(Session):
    def _is_repeat(self, *_: object) -> bool:
        return False


class RefusesBeforeItReadsOn(Session):
    def _may_be_behind(self, *_: object) -> bool:
        return False


class JudgesWhileItWrites(Session):
    """Two acts at once: the one that comes back last puts the match where it was before."""

    async def act(self, player: Player, message: wire.Act) -> None:
        self._lock = FifoLock()
        await super().act(player, message)


@pytest.mark.parametrize(
    "faulty", [TellsBeforeItWrites, ForgetsWhatItAnswered, RefusesBeforeItReadsOn, JudgesWhileItWrites]
)
def test_a_session_that_errs_is_found(monkeypatch: pytest.MonkeyPatch, faulty: type[Session]) -> None:
    monkeypatch.setattr(registry, "Session", faulty)
    assert next(faults(range(FEW)), None)


class WithoutAReferee(SimulatedWriter):
    """What was too late is told to be written."""

    async def write(self, line: NewEntry) -> bool:
        await super().write(line)
        return True


class GivesUpInDoubt(SimulatedWriter):
    """Nobody knows whether it was written, and it says that it was not."""

    async def _doubtful(self, line: NewEntry) -> bool:
        await super()._doubtful(line)
        raise TryAgain


class HopesInDoubt(SimulatedWriter):
    """Nobody knows whether it was written, and it says that it was."""

    async def _doubtful(self, line: NewEntry) -> bool:
        if self._ledger.weather.happens(0.5):
            self._ledger.insert(line, self._own)
        return True


class NeverAnswers(SimulatedWriter):
    async def _doubtful(self, _: NewEntry) -> bool:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


@pytest.mark.parametrize("faulty", [WithoutAReferee, GivesUpInDoubt, HopesInDoubt, NeverAnswers])
def test_a_writer_that_errs_is_found(faulty: type[SimulatedWriter]) -> None:
    assert next(faults(range(FEW), faulty), None)


def test_a_process_that_misses_notices_while_disconnected_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ClusterSync, "_on_reconnect", lambda _: None)
    assert next(faults(range(FEW)), None)


def test_a_process_that_misses_notices_while_loading_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry.SessionRegistry, "has", lambda self, game: game in self._sessions)
    assert next(faults(range(FEW)), None)
