"""The benchmark runs, each measurement very short; the speed is not checked here."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, Game
from tests.app.redis_server import running_redis, why_unavailable
from tests.bench import capacity, crowds, leaderboards, loading, measures, profile, rows, stages
from tests.bench.growth import growth
from tests.bench.load import RICH, RULES, new_load
from tests.bench.measures import Size
from tests.bench.rows import GROWTH
from tests.bench.servers import Server, Sort, running
from tests.databases import migrated, unreachable
from tests.serving import PATIENCE

SHORT = Size(seconds=0.4, games=40, at_once=10, idle=8, watched_moves=2, lobby=3, pace=60)


@pytest.mark.parametrize("sort", ["ours", "memory", "orm"])
async def test_play_is_measured_at_a_fixed_rate_and_at_full_speed(sort: Sort, tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, running(sort, url) as server:
        played = await measures.play(server, SHORT)
        assert played.rate > 0
        assert played.cpu > 0
        assert played.p99 > 0


async def mean_bytes(server: Server, rules: Game[Any]) -> list[float]:
    """Of a step to the other seat and to the seat to move, over whole drawn games."""
    load = await new_load(server, 12, rules)
    load.start_games(12)
    async with asyncio.timeout(PATIENCE):
        while not all(game.over for game in load.games):  # noqa: ASYNC110 (no event per game)
            await asyncio.sleep(0.05)
    load.close()
    return [statistics.fmean(lengths) for lengths in load.steps]


async def test_a_step_has_no_more_bytes_than_it_may(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, running("ours", url) as server:
        assert statistics.fmean(await mean_bytes(server, RULES)) <= 260
        waiting, to_move = await mean_bytes(server, RICH)
        assert waiting <= 600
        assert to_move <= 1300


async def test_times_at_a_fixed_rate_are_not_those_of_later_moves(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, running("ours", url) as server:
        load = await new_load(server, 10)
        times = await load.play_at_rate(60, 12)
        load.start_games(5)
        await load.run_for(0.3)
        load.close()
        assert load.moves > len(times) == 12


def test_loading_is_judged_on_a_slow_link_through_the_proxy_only() -> None:
    found = loading.Loading(lobby=1.0, board=2.0, again=3.0, requests=(20, 18, 3))
    slow = loading.LINKS[-1]
    assert [limit for _, _, limit in loading.rows("HTTP/2", slow, found, judged=True)] == [
        *("at most 9 s", "at most 9 s", "at most 6 s")
    ]
    assert [row[2] for row in loading.rows("HTTP/1.1", slow, found, judged=False)] == ["", "", ""]


@pytest.mark.postgres
def test_the_start_of_a_server_is_measured_on_both_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    if why := unreachable():
        pytest.skip(why)
    monkeypatch.setattr(rows, "STARTS", 1)
    found = list(rows.of_start(SHORT, 1))
    assert [float(value.split()[0]) > 0 for _, value, _ in found] == [True, True]


async def test_an_echo_is_measured() -> None:
    with running("echo") as server:
        assert await measures.echo(server, SHORT) > 0


def test_the_engine_of_every_game_is_measured() -> None:
    assert set(measures.engines(0.01)) == set(GAMES)
    assert measures.engine_share() > 0


def test_the_table_of_moves_has_a_row_for_every_limit() -> None:
    names = ["ours sqlite", "ours postgres", "memory sqlite", "memory postgres", "orm postgres"]
    parts = ("cpu", "rate", "p99", "busy", "generator")
    found = {f"{part} {name}": [1.0] for part in parts for name in names} | {"echo": [1.0], "share": [1.0]}
    assert len([limit for _, _, limit in rows.move_rows(found, 300) if limit]) == 6
    assert len([limit for _, _, limit in rows.growth_rows(dict.fromkeys(GROWTH, 1.0), 1000) if limit]) == 3


async def test_crowds_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "SETTLED", 0.3)
    with migrated("sqlite", tmp_path) as make, make() as url, running("ours", url) as server:
        alone, watched = await crowds.spectators(server, (0, 4), 3)
        assert min(alone, watched) > 0
        assert min(await crowds.lobby(server, 3, 1)) > 0
        assert (await crowds.idle(server, 8, 0.3)).core > 0
        assert min(await crowds.opening(server, (2, 40))) > 0


def test_the_stages_of_a_move_are_profiled(tmp_path: Path) -> None:
    """Calls are exact: a change of the path of a move that makes half as many again fails here."""
    with migrated("sqlite", tmp_path) as make, make() as url, running("profiled", url) as server:
        found = asyncio.run(profile.profile(server, RULES, 100, 20))
    assert set(found) == {*stages.ORDER, profile.WHOLE, profile.PLAIN}
    assert 0 < found["match"][0] < 40
    assert 0 < found["session"][0] < 45


@pytest.mark.postgres
def test_a_long_leaderboard_is_filled_and_read(tmp_path: Path) -> None:
    if why := unreachable():
        pytest.skip(why)
    with migrated("postgres", tmp_path) as make, make() as url:
        token = asyncio.run(leaderboards.fill(url, 300))
        with running("ours", url) as server:
            pages = asyncio.run(leaderboards.pages(server, token, 300))
            assert min(astuple(pages)) > 0


@pytest.fixture(scope="module")
def two_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes on one PostgreSQL with a Redis."""
    if why := unreachable() or why_unavailable():
        pytest.skip(why)
    with (
        running_redis() as redis,
        migrated("postgres", tmp_path_factory.mktemp("capacity")) as make,
        make() as url,
        running("ours", url, bus_url=(bus := redis.new_url())) as one,
        running("ours", url, bus_url=bus) as other,
    ):
        yield [one, other]


@pytest.mark.postgres
@pytest.mark.parametrize("part", capacity.PARTS)
async def test_capacity_is_measured_over_several_processes(part: str, two_servers: list[Server]) -> None:
    measure, _, _ = capacity.PARTS[part]
    step = await measure(two_servers, 20, 0.5)
    assert step.done > 0
    assert step.servers > 0
    assert capacity.row(part, 2, "redis", step).count("|") == len(capacity.COLUMNS) + 1


async def test_capacity_stops_at_the_first_step_over_the_knee(monkeypatch: pytest.MonkeyPatch) -> None:
    async def measure(_: object, asked: float, __: float) -> capacity.Step:
        return capacity.Step(asked, min(asked, 50), 5, 1, 1, 0, 1, 10)

    monkeypatch.setitem(capacity.PARTS, "moves", (measure, 20, "moves/s"))
    found = [step.asked async for step in capacity.steps("moves", [], 1, 1000)]
    assert found == [20, 30, 45, 67.5]


@pytest.mark.postgres
def test_growth_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if why := unreachable():
        pytest.skip(why)
    monkeypatch.setattr("tests.bench.growth.LONG", 40)
    with migrated("postgres", tmp_path) as make, make() as url, running("ours", url) as server:
        grown = asyncio.run(growth(server, 100, 3, 0.5, 60))
        assert min(astuple(grown)[:-1]) > 0
