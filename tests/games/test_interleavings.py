"""Two processes under injected faults: thousands of seeded games on simulated time, with the real sessions.

Messages are duplicated, delayed and lost, processes are killed, commits are slow, fail or end uncertain;
every answer to a client is still true. A failure names its seed; `simulate_seed(seed)` runs it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from random import Random

import pytest

from app.games import registry
from app.model.game_info import GameInfo, Player
from engine import Timed
from tests.app.http_players import PAIR, moves
from tests.app.stored_games import info
from tests.games.simulation_loop import run
from tests.games.simulation_players import simulate
from tests.games.simulation_processes import Simulation
from tests.soak import size

RUNS = size(whole=1000, ordinary=300)
FIRST_RUNS = 40  # in the first tier
NEAR_THE_END = PAIR.show(reduce(PAIR.apply, moves()[:-2], PAIR.start(0)))
PEOPLE = [Player("white", "White"), Player("black", "Black"), Player("rival", "Rival")]


@pytest.fixture(autouse=True)
def _idle_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "IDLE_TIMEOUT", 0.1)  # so that sessions are evicted and loaded again


def game(random: Random) -> tuple[GameInfo, list[Player]]:
    """Return a game and its players: two, and a third who competes for the free seat, some with a clock of
    few seconds; or one on both seats."""
    kind = random.random()
    if kind < 0.3:
        return info(PEOPLE[0], PEOPLE[0], game=PAIR, id="game"), PEOPLE[:1]
    start = random.choice((None, NEAR_THE_END))
    clock = Timed(base=random.choice((1, 2, 4)), increment=random.choice((0, 0, 1))) if kind < 0.6 else None
    return info(PEOPLE[0], None, id="game", control=clock, position=start), PEOPLE


def simulate_seed(seed: int) -> Simulation:
    """Run the simulation of this seed."""
    random = Random(seed)

    async def live() -> Simulation:
        made, people = game(random)
        watched = made.control is None or random.random() < 0.5
        simulation = Simulation(seed, made, watched=watched)
        await simulate(simulation, people, acts=random.randint(5, 20), kills=random.choice((0, 0, 1, 2)))
        return simulation

    return run(live())


def violations_of(seeds: Iterable[int]) -> Iterator[str]:
    """Yield the wrong answers, each with its seed."""
    for seed in seeds:
        try:
            simulation = simulate_seed(seed)
        except Exception as error:
            yield f"seed {seed}: {error!r}"
        else:
            yield from (f"seed {seed}: {violation}" for violation in simulation.violations)


def test_every_answer_is_true_under_all_faults() -> None:
    assert list(violations_of(range(FIRST_RUNS))) == []


@pytest.mark.slow
def test_every_answer_is_true_under_all_faults_in_many_more_games() -> None:
    assert list(violations_of(range(FIRST_RUNS, RUNS))) == []
