"""Former names of accounts: how often accounts are renamed, and for whom old names are reserved."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.core.ids import new_id
from app.db.schema import former_names
from app.moderation.store import ModerationStore
from app.ops.retention import DailySweep
from app.people import names
from app.people.account_store import AccountChange, AccountStore, Secrets
from app.people.audit import AuditedAct
from app.people.player_data import PlayerData
from app.people.player_store import PlayerStore
from app.people.sign_in_store import NewSignIn
from app.results.recording import change_listing, take_over_results
from engine.clock import DAY_MS
from tests.app.stored_games import HOUR

WEEK_MS, MONTH_MS = 7 * DAY_MS, 30 * DAY_MS


class People:
    """Accounts in a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine, self.accounts, self.players = (
            engine,
            AccountStore(engine, Bus(), change_listing),
            PlayerStore(engine),
        )

    async def sign_up(self, name: str, now: int = HOUR) -> str:
        new = NewSignIn(new_id(), new_id(), "")
        return (await self.accounts.create(None, name, Secrets("", b""), new, now)).profile.player.id

    async def rename(self, player: str, name: str, now: int, a_week: int = 1) -> str:
        """ "ok", or the code of the refusal."""
        try:
            await self.accounts.change(player, AccountChange(name=name, renames_a_week=a_week), now)
        except Refusal as refusal:
            return refusal.code
        return "ok"

    async def held(self) -> int:
        async with self.engine.connect() as connection:
            return await connection.scalar(select(func.count()).select_from(former_names)) or 0


@pytest.fixture
def people(engine: AsyncEngine) -> People:
    return People(engine)


@pytest.mark.databases("sqlite")
async def test_the_first_new_name_and_the_way_back_are_free_and_others_wait_a_week(people: People) -> None:
    one = await people.sign_up("Anna")
    for name, at in (("Berta", 1), ("BERTA", 2), ("Clara", 3), ("Anna", 4), ("Berta", 5), ("Clara", 6)):
        assert await people.rename(one, name, HOUR + at) == "ok", name
    change = AccountChange(name="Dora", renames_a_week=1)
    with pytest.raises(Refusal) as refused:
        await people.accounts.change(one, change, HOUR + 3 + WEEK_MS - 5000)
    assert (refused.value.code, refused.value.retry) == ("too_many", 5)
    assert refused.value.detail["next"] == HOUR + 3 + WEEK_MS
    assert await people.rename(one, "Dora", HOUR + 3 + WEEK_MS) == "ok"
    for name in ("Emma", "Frida"):
        assert await people.rename(one, name, HOUR + 4 + WEEK_MS, a_week=0) == "ok", "the limit is off"
    assert await people.rename(one, "Gerda", HOUR + 4 + WEEK_MS + WEEK_MS // 2, a_week=2) == "ok"


async def test_a_former_name_is_held_for_its_owner_for_thirty_days(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await people.sign_up("Brass Heron"), await people.sign_up("Otto")
    assert await people.rename(one, "Anna", HOUR) == "ok"
    late = HOUR + MONTH_MS
    assert await people.players.name_now("br\u00e1ss-heron", late - 1) == "Anna"
    assert await people.rename(other, "Brass Heron", late - 1) == "name_taken"
    with pytest.raises(Refusal, match="name_taken"):
        await people.sign_up("Brass Heron", late - 1)
    drawn = iter(["Brass Heron", "Brass Wren"])
    monkeypatch.setattr(names, "guest_name", lambda _: next(drawn))
    assert (await people.players.create_guest(late - 1))[0].name == "Brass Wren"
    assert await people.rename(one, "Brass Heron", late - 1) == "ok"
    assert await people.rename(other, "Anna", late) == "name_taken"
    sweep = DailySweep(people.engine)
    await sweep.sweep(late + MONTH_MS - 2)
    assert await people.held() == 1
    await sweep.sweep(late + MONTH_MS)
    assert await people.held() == 0
    assert await people.players.name_now("Anna", late + MONTH_MS) is None
    assert await people.rename(other, "Anna", late + MONTH_MS) == "ok"


async def test_a_name_that_is_given_up_while_another_asks_for_it_is_held(people: People) -> None:
    one, other = await people.sign_up("Anna"), await people.sign_up("Otto")
    both = await asyncio.gather(people.rename(one, "Berta", HOUR + 1), people.rename(other, "Anna", HOUR + 1))
    assert list(both) == ["ok", "name_taken"]


@pytest.mark.databases("sqlite")
async def test_a_moderator_can_give_back_the_name_that_they_took(people: People) -> None:
    one = await people.sign_up("Anna")
    moderation = ModerationStore(people.engine, Bus())
    await moderation.rename(AuditedAct("m", "rename", one), one, "Berta", HOUR)
    assert await people.rename(one, "Anna", HOUR + 1) == "name_taken"
    await moderation.rename(AuditedAct("m", "rename", one), one, "Anna", HOUR + 2)
    assert await people.players.name_now("Berta", HOUR + 3) is None
    assert await people.rename(one, "Clara", HOUR + 3) == "ok"
    assert await people.rename(one, "Anna", HOUR + 4) == "ok"


@pytest.mark.databases("sqlite")
async def test_former_names_go_with_their_account_and_are_free_then(people: People) -> None:
    one, other = await people.sign_up("Anna"), await people.sign_up("Otto")
    assert await people.rename(one, "Berta", HOUR + 1) == "ok"
    data = PlayerData(people.engine, Bus(), take_over_results)
    assert [key for key, rows in [part async for part in data.export(one)] if rows and "former" in key]
    await data.close(one, HOUR + 2)
    assert await people.rename(one, "Clara", HOUR + 2) == "ok"
    await data.anonymise(one, HOUR + 2)
    assert await people.held() == 0
    for name in ("Anna", "Berta", "Clara"):
        assert await people.rename(other, name, HOUR + 3, a_week=0) == "ok", name
