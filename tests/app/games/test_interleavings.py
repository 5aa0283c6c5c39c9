"""Two processes under injected faults: thousands of seeded games on simulated time, with the real sessions.

Messages are duplicated, delayed and lost, processes are killed, commits are slow, fail or end uncertain;
every answer to a client is still true. A failure names its seed; `simulate_seed(seed)` runs it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

import pytest

from app.core.errors import TryAgain
from app.db import clock
from app.games import acts, registry
from app.games.inbox import Inbox
from app.games.new_entry import NO_CHANGES, Committed, NewEntry
from app.games.session import Session
from app.games.sync import ClusterSync
from app.games.timekeeper import Timekeeper
from app.model.game_info import GameInfo, Player
from engine import Timed
from tests.app.games.simulation_clocks import now
from tests.app.games.simulation_loop import DeadlockError, run
from tests.app.games.simulation_players import simulate
from tests.app.games.simulation_processes import Simulation
from tests.app.games.simulation_services import SimulatedBus, SimulatedWriter
from tests.app.http_players import PAIR
from tests.app.stored_games import info
from tests.soak import size

RUNS = size(whole=1000, ordinary=300)
FAULT_RUNS = 1000  # within which a planted fault is found
RARE_FAULT_SEED = 300  # where the search for a rare one begins
PEOPLE = [Player("white", "White"), Player("black", "Black"), Player("rival", "Rival")]


@pytest.fixture(autouse=True)
def _time_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", now)
    monkeypatch.setattr(registry, "IDLE_TIMEOUT", 0.1)  # so that sessions are evicted and loaded again


def game(random: Random) -> tuple[GameInfo, list[Player]]:
    """Return a game and its players: two, and a third who competes for the free seat, some with a clock of
    few seconds; or one on both seats."""
    kind = random.random()
    if kind < 0.3:
        return info(PEOPLE[0], PEOPLE[0], game=PAIR, id="game"), PEOPLE[:1]
    clock = Timed(base=random.choice((1, 2, 4)), increment=random.choice((0, 0, 1))) if kind < 0.6 else None
    return info(PEOPLE[0], None, game=PAIR, id="game", control=clock), PEOPLE


def simulate_seed(seed: int, writer: type[SimulatedWriter] = SimulatedWriter) -> Simulation:
    """Run the simulation of this seed."""
    random = Random(seed)

    async def live() -> Simulation:
        made, people = game(random)
        watched = made.control is None or random.random() < 0.5
        simulation = Simulation(seed, made, writer, watched=watched)
        await simulate(simulation, people, acts=random.randint(5, 20), kills=random.choice((0, 0, 1, 2)))
        return simulation

    return run(live())


def violations_of(seeds: Iterable[int], writer: type[SimulatedWriter] = SimulatedWriter) -> Iterator[str]:
    """Yield the wrong answers, each with its seed."""
    for seed in seeds:
        try:
            simulation = simulate_seed(seed, writer)
        except Exception as error:
            yield f"seed {seed}: {error!r}"
        else:
            yield from (f"seed {seed}: {violation}" for violation in simulation.violations)


@pytest.mark.slow
def test_every_answer_is_true_under_all_faults() -> None:
    assert list(violations_of(range(RUNS))) == []


def test_a_seed_is_deterministic() -> None:
    for seed in range(20):
        one, two = simulate_seed(seed), simulate_seed(seed)
        assert one.database.log == two.database.log
        assert one.attempts == two.attempts


def test_a_deadlock_of_all_tasks_is_detected() -> None:
    async def wait() -> None:
        await asyncio.Event().wait()

    with pytest.raises(DeadlockError):
        run(wait())


def test_simulated_sleep_takes_no_real_time() -> None:
    async def sleep() -> float:
        await asyncio.sleep(80_000)
        return asyncio.get_running_loop().time()

    assert run(sleep()) == pytest.approx(80_000)


# Planted bugs of a server: the simulation finds each of them.


class BroadcastsBeforeCommit(Session):
    async def act(self, player: Player, message: acts.Act) -> None:
        match = self._judge(player, message)
        if match:
            self._advance(match)
            await self._writer.write(NewEntry.of(self.info, match))


class IgnoresRepeatedMessages(Session):
    def _is_repeat(self, *_: object) -> bool:
        return False


class RefusesWithoutReadingNewEntries(Session):
    def _may_be_behind(self, *_: object) -> bool:
        return False


class ChecksDuringACommit(Session):
    """Two acts run at once, and the later one to finish sets the match back."""

    async def act(self, player: Player, message: acts.Act) -> None:
        self.inbox = Inbox()
        await super().act(player, message)


@pytest.mark.parametrize(
    "faulty",
    [BroadcastsBeforeCommit, IgnoresRepeatedMessages, RefusesWithoutReadingNewEntries, ChecksDuringACommit],
)
def test_a_faulty_session_is_found(monkeypatch: pytest.MonkeyPatch, faulty: type[Session]) -> None:
    monkeypatch.setattr(registry, "Session", faulty)
    assert next(violations_of(range(FAULT_RUNS)), None)


class AcknowledgesTakenPlies(SimulatedWriter):
    """An entry whose ply was taken is reported as written."""

    async def write(self, entry: NewEntry) -> Committed | None:
        await super().write(entry)
        return NO_CHANGES


class ReportsUncertainAsFailed(SimulatedWriter):
    """An uncertain commit is reported as not applied."""

    async def _write_uncertain(self, entry: NewEntry) -> bool:
        await super()._write_uncertain(entry)
        raise TryAgain


class ReportsUncertainAsWritten(SimulatedWriter):
    """An uncertain commit is reported as written."""

    async def _write_uncertain(self, entry: NewEntry) -> bool:
        if self._database.faults.happens(0.5):
            self._database.insert(entry, self._sender)
        return True


class NeverAnswers(SimulatedWriter):
    async def _write_uncertain(self, _: NewEntry) -> bool:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "faulty", [AcknowledgesTakenPlies, ReportsUncertainAsFailed, ReportsUncertainAsWritten, NeverAnswers]
)
def test_a_faulty_writer_is_found(faulty: type[SimulatedWriter]) -> None:
    assert next(violations_of(range(FAULT_RUNS), faulty), None)


def test_a_process_that_misses_notices_while_disconnected_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_comparisons(monkeypatch)
    monkeypatch.setattr(SimulatedBus, "lost", 0.0)
    monkeypatch.setattr(ClusterSync, "_on_reconnect", lambda _: None)
    assert next(violations_of(range(FAULT_RUNS)), None)


def test_a_process_that_compares_nothing_with_the_database_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice may be lost alone."""
    no_comparisons(monkeypatch)
    assert next(violations_of(range(FAULT_RUNS)), None)


def no_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.games.sync.COMPARE_INTERVAL", 1e9)


def test_a_process_that_misses_notices_while_loading_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It needs a rare interleaving: the search starts shortly before the first seed with it."""
    no_comparisons(monkeypatch)
    monkeypatch.setattr(SimulatedBus, "lost", 0.0)
    monkeypatch.setattr(registry.SessionRegistry, "has", lambda self, game: game in self._sessions)
    assert next(violations_of(chain(range(RARE_FAULT_SEED, FAULT_RUNS), range(RARE_FAULT_SEED))), None)


def test_a_flag_seen_only_where_the_game_is_loaded_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def find_nothing(*_: object) -> int:
        return 0

    monkeypatch.setattr(Timekeeper, "round", find_nothing)
    found = next(violations_of(range(FAULT_RUNS)), "")
    assert "nobody has said so" in found


def test_time_runs_out_in_many_simulated_games() -> None:
    made = [simulate_seed(seed) for seed in range(40)]
    ended = [simulation.database.info.match(simulation.database.log).outcome for simulation in made]
    assert sum(outcome is not None and outcome.reason == "flag" for outcome in ended) >= 5
