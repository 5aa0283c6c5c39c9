"""A database from before the leaderboards: after the migration its games are listed on them."""

from __future__ import annotations

import asyncio

from alembic import command as alembic
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.games import GameStore
from app.db.writer import Writer
from app.domain.notices import Bus
from app.ops.commands import differences
from tests.app.db.test_leaderboards import derived_rows
from tests.app.db.test_migrations import alembic_config
from tests.app.db.test_writer import running
from tests.app.solitaire_games import WINNING, new_solitaire, resigned_entries, won_entries
from tests.app.stored_games import HOUR, new_game, new_player, random_entries
from tests.serving import command


async def test_a_migration_builds_the_leaderboards_of_games_that_ended_before(
    engine: AsyncEngine, database_url: str
) -> None:
    store = GameStore(engine)
    first, second = await new_player(store), await new_player(store)
    async with running(Writer(engine, Bus())) as writer:
        for number, deal in enumerate([*WINNING, 5, 5]):
            game = await new_solitaire(store, first, deal=deal, created=HOUR + number * 10)
            for new_entry in (won_entries if deal in WINNING else resigned_entries)(
                game, at=HOUR + number * 10 + 5
            ):
                assert await writer.write(new_entry)
        for new_entry in random_entries(await new_game(store, first, second)):
            assert await writer.write(new_entry)
    await new_solitaire(store, second, deal=7)
    before = await derived_rows(engine)
    assert all(before.values())
    query = text("select player_id, rules, deal, game_id from attempts order by game_id")
    firsts = text("select id, first from games order by id")
    async with engine.connect() as connection:
        attempts = (await connection.execute(query)).all(), (await connection.execute(firsts)).all()
    await engine.dispose()
    await asyncio.to_thread(alembic.downgrade, alembic_config(database_url), "0002")
    done = await asyncio.to_thread(command, "migrate", database_url=database_url)
    assert (done.returncode, done.stderr) == (0, "")
    async with engine.connect() as connection:
        found = (await connection.execute(query)).all(), (await connection.execute(firsts)).all()
    assert found == attempts
    assert await derived_rows(engine) == before
    assert [game async for game in differences(store)] == []
