"""The sync with other processes when an entry cannot be replayed."""

from __future__ import annotations

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.cluster.shared_state import bus_of
from app.db.engine import write_transaction
from app.db.schema import entries
from app.domain.notices import Topic
from app.services import open_services
from app.settings import Settings
from tests.app.http_players import moves
from tests.app.stored_games import HOUR, new_game
from tests.app.two_processes import eventually

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize("topic", ["log", "facts"])
async def test_a_log_that_cannot_be_replayed_does_not_stop_the_sync_of_other_games(
    topic: Topic, postgres_engine: AsyncEngine, postgres_url: str, redis_url: str
) -> None:
    settings = Settings(database_url=postgres_url, redis_url=redis_url)
    other = bus_of(redis_url, "other")
    async with open_services(settings) as services:
        games = sorted([await new_game(services.store) for _ in range(3)], key=lambda game: game.id)
        texts = ("nonsense", "nonsense", moves()[0])
        sessions = []
        for game in games:
            async with services.sessions.open(game.id) as session:
                sessions.append(session)
        rows = [
            {"game_id": game.id, "ply": 0, "seat": game.match().turn, "act": "move", "text": text, "at": HOUR}
            for game, text in zip(games, texts, strict=True)
        ]

        with capture_logs() as logs:

            async def synced() -> bool:
                return sessions[-1].match.ply == 1 and len(logs) >= 2

            async with write_transaction(postgres_engine) as connection:
                await connection.execute(insert(entries), rows)
                await other.publish(connection, topic, [game.id for game in games])
            await other.flush()
            await eventually(synced)
        await other.close()
    assert {line["event"] for line in logs} == {"cluster sync"}
    assert {line["game"] for line in logs} == {game.id for game in games[:2]}
