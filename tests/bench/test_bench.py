"""A very short run of the bench, without a check of its speed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.bench import measures
from tests.bench.measures import Size
from tests.bench.servers import running
from tests.databases import migrated

SHORT = Size(seconds=0.2, games=6, at_once=3, pace=60)


@pytest.mark.slow
def test_the_cost_of_a_move_is_measured(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, running("ours", url) as server:
        found = asyncio.run(measures.play(server, SHORT))
    assert min(found.cpu, found.rate, found.p99, found.bytes_turn, found.bytes_waiting) > 0
