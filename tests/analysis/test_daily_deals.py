"""Daily deals are made before their day begins, can be won, and never change afterwards."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import cast

import httpx
import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.daily_deals import DailyDeals
from app.analysis.searches import Searches
from app.analysis.workers.pool import WorkerPool
from app.core.errors import Refusal
from app.db.engine import create_engine
from app.db.schema import days
from app.results.daily.days import days_after
from app.results.daily.store import DailyStore
from app.settings import Settings
from engine import GAMES, Match
from engine.daily import CANDIDATE_NODES, Passed, candidate, has_daily_deal
from tests.app.in_process import LocalServer, run_here

DATE = "2031-05-07"
CASTLES = ("beleaguered_castle", "citadel", "streets_and_alleys")


class Verdicts:
    """Searches that give these verdicts in turn, anew for each game."""

    def __init__(self, *verdicts: str) -> None:
        self._verdicts = verdicts
        self.asked: dict[str, int] = {}

    async def verdict(self, match: Match, nodes: int) -> str:
        assert nodes == CANDIDATE_NODES
        number = self.asked.get(match.game.id, 0)
        self.asked[match.game.id] = number + 1
        verdict = self._verdicts[min(number, len(self._verdicts) - 1)]
        if verdict == "busy":
            raise Refusal("busy")
        return verdict


def daily_deals(engine: AsyncEngine, *verdicts: str) -> DailyDeals:
    return DailyDeals(DailyStore(engine), cast(Searches, Verdicts(*verdicts)))


async def test_a_day_deals_the_first_candidate_that_can_be_won_and_tells_the_others(
    engine: AsyncEngine,
) -> None:
    await daily_deals(engine, "lost", "unknown", "winnable").make(DATE)
    day = await DailyStore(engine).day(DATE, DATE)
    assert day
    assert sorted(day.choice.certified) == sorted(CASTLES)
    for rules in CASTLES:
        assert day.deal(GAMES[rules]) == candidate(GAMES[rules], day.secret, DATE, 2)
    assert day.choice.certified["citadel"].skipped == (Passed(0, "lost"), Passed(1, "unknown"))
    others = [game for game in GAMES.values() if has_daily_deal(game) and game.id not in CASTLES]
    assert all(day.deal(game) == candidate(game, day.secret, DATE, 0) for game in others)


async def test_a_day_that_was_made_is_never_made_again(engine: AsyncEngine) -> None:
    store = DailyStore(engine)
    await daily_deals(engine, "winnable").make(DATE)
    first = await store.day(DATE, DATE)
    await daily_deals(engine, "lost", "winnable").make(DATE)
    again = await DailyStore(engine).make(DATE, bytes(32), {})
    assert first
    assert (again.secret, again.choice) == (first.secret, first.choice), "of two processes the first one"


async def test_a_day_that_nothing_is_proved_of_promises_nothing(engine: AsyncEngine) -> None:
    await daily_deals(engine, "lost").make(DATE)
    day = await DailyStore(engine).day(DATE, DATE)
    assert day
    assert day.choice.certified == {}
    game = GAMES["beleaguered_castle"]
    assert game.legal(game.start(day.deal(game)))


async def test_a_day_whose_searches_find_no_worker_is_made_later(engine: AsyncEngine) -> None:
    with pytest.raises(Refusal):
        await daily_deals(engine, "lost", "busy").make(DATE)
    assert not await DailyStore(engine).is_made(DATE)


async def test_the_commitment_of_a_day_is_told_a_day_ahead_and_not_before(engine: AsyncEngine) -> None:
    store = DailyStore(engine)
    await daily_deals(engine, "winnable").make("2031-05-09")
    assert await store.day("2031-05-09", DATE) is None
    assert await store.day("2031-05-09", "2031-05-08")


@pytest.mark.slow
async def test_workers_prove_the_deals_of_a_day(engine: AsyncEngine, tmp_path: Path) -> None:
    pool = WorkerPool(["spare"], tmp_path)
    try:
        await DailyDeals(DailyStore(engine), Searches(pool), nodes=20_000).make(DATE)
    finally:
        await pool.stop()
    day = await DailyStore(engine).day(DATE, DATE)
    assert day
    assert day.choice.certified.keys() == set(CASTLES)


@pytest.mark.slow
async def test_the_best_scores_of_a_day_are_told_when_it_is_over(
    client: httpx.AsyncClient,
    searching: LocalServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    today = (await client.get("/api/daily")).json()
    yesterday = days_after(today["today"], -1)
    engine = create_engine(Settings(database_url=searching.database_url).url)
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.execute(insert(days).values(date=yesterday, secret=b"1" * 32))
    await engine.dispose()
    solve = partial(run_here, monkeypatch, "solve-daily", database_url=searching.database_url)
    assert await asyncio.to_thread(solve, "--date", today["today"]) == 1
    why = f"solve-daily: {today['today']} is not a past day with deals\n"
    assert capsys.readouterr().err == why
    assert await asyncio.to_thread(solve) == 0
    day = (await client.get("/api/daily", params={"date": yesterday})).json()
    assert today["best"] == (await client.get("/api/daily")).json()["best"] == {}
    known = [game for game in GAMES.values() if has_daily_deal(game) and not game.hides]
    assert set(day["best"]) == {game.id for game in known}
    for game in known:
        state = game.start(day["deals"][game.id])
        assert day["best"][game.id] == [number + 100 for number in game.score(state)]
