"""A very short run of the bench, without a check of its speed, and the names that it reads of the product."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.app.redis_server import running_redis, why_unavailable
from tests.bench import capacity, measures, profile, stages
from tests.bench.__main__ import PARTS
from tests.bench.load import RULES
from tests.bench.measures import Size
from tests.bench.servers import running
from tests.databases import migrated, unreachable

SHORT = Size(
    seconds=0.4,
    games=10,
    at_once=5,
    settled=0.3,
    spectators=(2, 4),
    watched_moves=2,
    lobby=3,
    crowd=3,
    pace=60,
    link=(100_000_000, 2),
)


@pytest.mark.slow
def test_the_cost_of_a_move_is_measured(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, running("ours", url) as server:
        found = asyncio.run(measures.play(server, SHORT))
    assert min(found.cpu, found.rate, found.p99, found.bytes_turn, found.bytes_waiting) > 0


@pytest.mark.soak(only=True)
@pytest.mark.postgres
def test_every_part_of_the_bench_the_capacity_and_the_profile_are_measured(tmp_path: Path) -> None:
    if why := unreachable() or why_unavailable():
        pytest.skip(why)
    for measured in PARTS.values():
        assert list(measured(SHORT, 1))
    with (
        migrated("postgres", tmp_path) as make,
        make() as url,
        running_redis() as redis,
        running("profiled", url, redis_url=(shared := redis.new_url())) as one,
        running("ours", url, redis_url=shared) as other,
    ):
        for name, (measure, _, _) in capacity.PARTS.items():
            step = asyncio.run(measure([one, other], 20, 0.5))
            assert step.done > 0, name
            assert capacity.row(name, 2, step).count("|") == len(capacity.COLUMNS) + 1
        found = asyncio.run(profile.profile(one, RULES, 100, 20))
    assert set(found) == {*stages.ORDER, profile.WHOLE, profile.PLAIN}


def test_the_stages_of_a_move_are_modules_that_exist() -> None:
    """One that was moved would silently count as another stage."""
    assert [name for name in stages.STAGES if find_spec(name) is None] == []
