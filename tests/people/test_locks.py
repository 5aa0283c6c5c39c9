"""Locks of players on one PostgreSQL and on a distributed one, where no row lock may be taken: it would lock
all players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable

import pytest
import pytest_asyncio
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.db.engine import DatabaseTimeouts, create_engine, write_transaction
from app.db.schema import players
from app.model.credential import Credential
from app.model.game_info import Player
from app.moderation.store import ModerationStore
from app.people.account_store import AccountChange, AccountStore, Secrets
from app.people.audit import OPERATOR, AuditedAct
from app.people.locks import Strength, lock_free_players, lock_players
from app.people.player_data import PlayerData
from app.people.sign_in_store import NewSignIn
from app.results.recording import change_listing, take_over_results
from app.settings import Settings

pytestmark = pytest.mark.postgres

LOCK_SECONDS = 0.1  # to wait for a lock


@pytest_asyncio.fixture
async def engine(postgres_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine whose transactions wait for a lock for LOCK_SECONDS; there are two players."""
    made = create_engine(
        Settings(database_url=postgres_url).url, timeouts=DatabaseTimeouts(lock=LOCK_SECONDS)
    )
    async with write_transaction(made) as connection:
        rows = [{"id": one, "name": one, "folded": one, "created": 0} for one in ("one", "two")]
        await connection.execute(insert(players), rows)
    yield made
    await made.dispose()


async def waits(engine: AsyncEngine, ids: set[str], strength: Strength = "no key update") -> bool:
    """Return whether another transaction waits for these locks."""
    try:
        async with asyncio.timeout(100 * LOCK_SECONDS), write_transaction(engine) as connection:
            assert {row.id for row in await lock_players(connection, ids, strength)} == ids
    except (TryAgain, TimeoutError):  # a node to which a row lock is passed on does not know the limit
        return True
    return False


async def test_a_lock_is_of_one_player(engine: AsyncEngine) -> None:
    async with write_transaction(engine) as connection:
        await lock_players(connection, {"one"})
        assert not await waits(engine, {"two"})
        assert await waits(engine, {"one", "two"})
        assert await waits(engine, {"one"}, "share")
        async with write_transaction(engine) as other:
            assert await lock_free_players(other, ["one", "two"]) == ["two"]
    assert not await waits(engine, {"one", "two"})


async def test_ends_of_games_share_the_lock_of_a_player(engine: AsyncEngine) -> None:
    async with write_transaction(engine) as connection:
        await lock_players(connection, {"one"}, "share")
        assert not await waits(engine, {"one"}, "share")
        assert await waits(engine, {"one"})


async def test_who_closes_renames_or_deletes_a_player_waits_for_the_lock(engine: AsyncEngine) -> None:
    bus = Bus()
    data, accounts = PlayerData(engine, bus, take_over_results), AccountStore(engine, bus, change_listing)
    moderation = ModerationStore(engine, bus)
    act, new = AuditedAct(OPERATOR, "close", "one"), NewSignIn("session", "token", "")
    acts: dict[str, Awaitable[object]] = {
        "close": data.close("one", 1),
        "anonymise": data.anonymise("one", 1),
        "merge": data.merge("one", "two", 1),
        "close account": moderation.close_account(act, "one", 1),
        "hide": moderation.set_hidden(act, "one", 1, 1),
        "rename by a moderator": moderation.rename(act, "one", "three", 1),
        "change": accounts.change("one", AccountChange(password=""), 1),
        "create account": accounts.create(
            Credential(Player("one", "one"), ""), "three", Secrets("", b""), new, 1
        ),
    }
    went_on = []
    async with write_transaction(engine) as connection:
        await lock_players(connection, {"one"})
        for name, act_of in acts.items():
            try:
                await act_of
            except TryAgain:
                continue
            went_on.append(name)
    assert not went_on
