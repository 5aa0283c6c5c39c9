"""Rows of missed wins."""

from __future__ import annotations

import asyncio

from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.games.missed_wins import MissedWinStore, Searched
from app.db.games.store import GameStore
from app.domain.missed import MissedWin
from tests.app.stored_games import new_game, new_player

WIN = MissedWin(12, 1, 3, ("a", "b", "c"))


async def test_of_two_searches_of_a_game_the_one_that_is_kept_first_stays(
    engine: AsyncEngine, store: GameStore
) -> None:
    one, other = MissedWinStore(engine), MissedWinStore(engine)
    player, opponent = await new_player(store), await new_player(store)
    first, second, third = [(await new_game(store, player, opponent)).id for _ in range(3)]
    assert await one.read(first) is None
    await one.keep(first, WIN, 1)
    await other.keep(first, None, 2)
    assert await other.read(first) == Searched(WIN)
    await one.keep(second, None, 1)
    await other.keep(second, WIN, 2)
    assert await other.read(second) == Searched(None)
    unknown = MissedWin(0, 0, None, ("a",))
    await asyncio.gather(*(each.keep(third, unknown, 3) for each in (one, other)))
    assert await one.read(third) == Searched(unknown)


async def test_nothing_is_kept_of_a_game_that_has_been_swept_meanwhile(engine: AsyncEngine) -> None:
    store = MissedWinStore(engine)
    await store.keep("nothing", WIN, 1)
    assert await store.read("nothing") is None
