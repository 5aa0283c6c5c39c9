"""Replays every stored game and compares it with its row and results: `python -m app verify`."""

from __future__ import annotations

from collections.abc import AsyncIterator

from app.db.game_lists import GameLists
from app.db.games import GameStore
from app.domain.check import check


async def differences(store: GameStore) -> AsyncIterator[tuple[str, int, str]]:
    """The games that differ from their logs: id, ply, and what differs there."""
    async for game in GameLists(store.engine).ids():
        try:
            finding = check(await store.stored_game(game))
        except (LookupError, ValueError) as error:
            yield game, 0, f"the row holds an impossible value: {error}"
        else:
            if finding.differs_at is not None:
                yield game, finding.differs_at, finding.what
