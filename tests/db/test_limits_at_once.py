"""Limits of rows per player hold for requests at the same moment, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.core.errors import Refusal
from app.db.engine import create_engine
from app.db.schema import reports, sign_ins, tokens
from app.games.store import GameStore
from app.moderation.messages import NewReport
from app.moderation.reports import MAX_REPORTS, ReportStore
from app.people.player_store import PlayerStore
from app.people.sign_in_store import (
    MAX_GUEST_TOKENS,
    MAX_SIGN_INS,
    MAX_TOKENS,
    SignInStore,
    new_sign_in,
)
from app.settings import Settings
from tests.app.stored_games import HOUR, info, new_player

pytestmark = [pytest.mark.postgres, pytest.mark.slow]  # SQLite has one writer
AT_ONCE = 40


async def test_rows_beyond_a_limit_are_refused_or_replaced_when_all_come_at_once(
    postgres_engine: AsyncEngine,
) -> None:
    engine = postgres_engine
    sign_in_store, report_store = SignInStore(engine), ReportStore(engine)
    (player, _), (other, _) = [await PlayerStore(engine).create_guest(HOUR) for _ in range(2)]
    report = NewReport("rude", other.name)
    count = select(func.count())
    cases: dict[str, tuple[Callable[[], Awaitable[object]], Select[int], int]] = {
        "reports": (
            lambda: report_store.add(player.id, other.id, report, HOUR),
            count.select_from(reports),
            MAX_REPORTS,
        ),
        "named tokens": (
            lambda: sign_in_store.create_token(player.id, HOUR, "bot"),
            count.select_from(tokens).where(tokens.c.name == "bot"),
            MAX_TOKENS,
        ),
        "guest tokens": (
            lambda: sign_in_store.create_token(player.id, HOUR),
            count.select_from(tokens).where(tokens.c.name.is_(None), tokens.c.player_id == player.id),
            MAX_GUEST_TOKENS,
        ),
        "sessions": (
            lambda: sign_in_store.create_session(player.id, new_sign_in(""), HOUR),
            count.select_from(sign_ins),
            MAX_SIGN_INS,
        ),
    }
    for name, (work, query, limit) in cases.items():
        await asyncio.gather(*(work() for _ in range(AT_ONCE)), return_exceptions=True)
        async with engine.connect() as connection:
            assert await connection.scalar(query) == limit, name


async def test_creations_of_one_player_at_once_leave_connections_to_others(postgres_url: str) -> None:
    """They would wait for the lock of the player with the connections that all need."""
    engine = create_engine(Settings(database_url=postgres_url).url, pool=2, wait=0.05)
    store = GameStore(engine)
    player = await new_player(store)
    made = [store.create_game(info(player, None)) for _ in range(AT_ONCE)]
    answers = await asyncio.gather(*made, return_exceptions=True)
    refused = [one.code if isinstance(one, Refusal) else one for one in answers if not isinstance(one, str)]
    assert refused == ["too_many_games"] * 20
    await engine.dispose()
