"""Rows of turning points."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.games.store import GameStore
from app.db.games.turning_points import TurningPointStore
from app.domain.turning import Turning
from tests.app.stored_games import new_game, new_player


async def test_search_progress_is_kept_as_long_as_its_game(engine: AsyncEngine, store: GameStore) -> None:
    points = TurningPointStore(engine)
    game = (await new_game(store, await new_player(store), await new_player(store))).id
    assert await points.read(game) is None
    first = Turning(9).found(4, "unknown")
    await points.keep(game, first, 1)
    assert await points.read(game) == first
    second = first.found(1, "winnable", ("a", "b")).found(7, "lost")
    await points.keep(game, second, 2)
    assert await points.read(game) == second
    await points.keep("nothing", first, 3)
    assert await points.read("nothing") is None, "it was swept meanwhile"
