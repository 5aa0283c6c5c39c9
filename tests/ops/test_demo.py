"""The demonstration: its games follow the rules and are written like those of people."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Table, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.clock import now, utc_day
from app.db.engine import create_engine, read_connection
from app.db.schema import chat, games, standings
from app.games.store import GameStore
from app.ops.demo import DAYS, NAMES, NOTICE, fill_demonstration, timetable
from app.ops.preflight import NotReady
from app.ops.rebuild import recount
from app.ops.verify import differences, rating_differences
from app.results.rating_store import RatingStore
from app.settings import Settings
from app.site.notices import NoticeStore
from engine import GAMES
from engine.clock import DAY_MS
from tests.app.in_process import run_here
from tests.app.stored_games import HOUR, new_game, new_player


async def rows(engine: AsyncEngine, table: Table) -> list[tuple[object, ...]]:
    async with read_connection(engine) as connection:
        found = await connection.execute(select(table).order_by(*table.primary_key))
        return [tuple(row) for row in found]


@pytest.mark.slow
async def test_the_command_fills_a_database_of_its_own_which_agrees_with_its_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the environment says, and a recount changes nothing."""
    url, site = (f"sqlite:///{(tmp_path / name).as_posix()}" for name in ("demo.db", "site.db"))
    words = ("demo", "--database", url, "--games", "6", "--password", "a demonstration")
    # Soon after midnight some games of the day would not have ended yet, and fewer than six would be written.
    monkeypatch.setattr("app.ops.demo.now", lambda: HOUR)
    for limit, few in (("MAX_MOVES_FOR_TWO", 30), ("MAX_MOVES_ALONE", 30), ("HINT_NODES", 50)):
        monkeypatch.setattr(f"app.ops.demo.{limit}", few)
    for _ in range(2):  # once is enough
        assert await asyncio.to_thread(run_here, monkeypatch, *words, database_url=site) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"The demonstration has {len(NAMES)} players, 6 games for two, ")
    assert "The database already has its demonstration." in told
    assert not (tmp_path / "site.db").exists()
    engine = create_engine(Settings(database_url=url).url)
    await check_demonstration(engine)
    await engine.dispose()


async def check_demonstration(engine: AsyncEngine) -> None:
    store, ratings = GameStore(engine), RatingStore(engine)
    assert [found async for found in differences(store)] == []
    assert [found async for found in rating_differences(ratings)] == []
    before, rated = await rows(engine, standings), await ratings.current()
    await recount(engine)
    assert await rows(engine, standings) == before
    assert await ratings.current() == rated
    assert rated
    async with read_connection(engine) as connection:
        query = select(games.c.started, games.c.ended, games.c.daily, games.c.rated)
        found = (await connection.execute(query)).all()
        lines = await connection.scalar(select(func.count()).select_from(chat))
    assert any(row.daily for row in found)
    assert any(row.started and row.ended is None for row in found), "a game to watch"
    assert any(row.started is None for row in found), "a game to join"
    assert all(row.ended is None or row.ended <= now() for row in found)
    assert lines
    site = NoticeStore(engine)
    assert await site.notice(now()) == (NOTICE, None)
    assert await site.is_demonstration()


async def count_games(engine: AsyncEngine) -> int:
    async with read_connection(engine) as connection:
        return await connection.scalar(select(func.count()).select_from(games)) or 0


async def test_a_short_password_and_a_database_with_games_or_players_are_refused(
    engine: AsyncEngine, database_url: str
) -> None:
    settings, store = Settings(database_url=database_url), GameStore(engine)
    with pytest.raises(NotReady, match="password"):
        await fill_demonstration(settings, 1, 1, "short")
    assert not await NoticeStore(engine).is_demonstration(), "nothing was written"
    await new_player(store)
    with pytest.raises(NotReady, match="of its own"):
        await fill_demonstration(settings, 1, 1, None)
    await new_game(store)
    with pytest.raises(NotReady, match="of its own"):
        await fill_demonstration(settings, 1, 1, None)
    assert await count_games(engine) == 1


def test_the_same_seed_draws_the_same_timetable_of_every_game_over_the_days() -> None:
    planned = timetable(1, 200, HOUR)
    assert planned == timetable(1, 200, HOUR) != timetable(2, 200, HOUR)
    assert {one.game.id for one in planned} == {game.id for game in GAMES.values()}
    assert {person for one in planned for person in one.people} == set(range(len(NAMES)))
    assert len({utc_day(one.start) for one in planned if one.kind == "daily"}) == DAYS + 1
    assert all(one.start <= HOUR for one in planned)
    assert timetable(1, 6, HOUR - HOUR % DAY_MS), "a day begins"
