"""The ratings shown with ended games are the newest, also after games were rated again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from msgspec import UNSET

from app.container import Services
from app.domain.game_info import GameInfo
from app.jobs.serving import open_server
from app.live.session import Session
from app.messages import games as wire
from app.settings import Settings
from engine import GAMES
from tests.app.conftest import RedisSettings
from tests.app.stored_games import new_game, new_player
from tests.serving import PATIENCE

Ratings = list[tuple[object, object]]
EVEN = next(game for game in GAMES.values() if len(game.seats) == 2 and not game.uneven)


@pytest_asyncio.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_server(Settings(database_url=database_url)) as opened:
        yield opened


async def rated_games(services: Services, count: int) -> list[GameInfo]:
    people = await new_player(services.store), await new_player(services.store)
    return [await new_game(services.store, *people, game=EVEN, rated=True) for _ in range(count)]


async def play(session: Session) -> None:
    """Two moves of each seat; then seat 1 resigns."""
    players = session.info.players
    for ply in range(4):
        await session.act(players[session.match.turn or 0], wire.Move(ply, session.match.legal[0]))  # type: ignore[arg-type]
    await session.act(players[1], wire.Resign())  # type: ignore[arg-type]


def shown_ratings(session: Session) -> Ratings:
    """Return the ratings and changes in the frame for a spectator."""
    state = session.view.state(None)
    return [(person.rating, person.change) for person in state.players if person]


async def until_shown(session: Session, expected: Ratings) -> None:
    async with asyncio.timeout(PATIENCE):
        while shown_ratings(session) != expected:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


FIRST: Ratings = [(1500, 162), (1500, -162)]


async def test_a_rated_end_is_told_once_and_with_its_change(services: Services) -> None:
    (game,) = await rated_games(services, 1)
    async with services.sessions.open(game.id) as session:
        await play(session)
        version = session.view.version
        assert shown_ratings(session) == FIRST
        await asyncio.sleep(0.3)
        assert session.view.version == version


async def test_a_game_tells_its_new_change_after_the_one_before_was_taken_back(services: Services) -> None:
    first, second = await rated_games(services, 2)
    async with services.sessions.open(first.id) as one, services.sessions.open(second.id) as other:
        await play(one)
        await play(other)
        assert shown_ratings(other)[0][0] == 1662
        await services.moderation.undo_rating("somebody", first.id)
        await until_shown(other, FIRST)
        await until_shown(one, [(1662, UNSET), (1338, UNSET)])


@pytest.mark.slow
@pytest.mark.postgres
async def test_both_processes_tell_the_change_of_a_rated_end_once(
    postgres_url: str, redis_settings: RedisSettings
) -> None:
    settings = Settings(database_url=postgres_url, **redis_settings)
    async with open_server(settings, process="one") as one, open_server(settings, process="two") as two:
        (game,) = await rated_games(one, 1)
        async with one.sessions.open(game.id) as here, two.sessions.open(game.id) as there:
            await play(here)
            await until_shown(there, FIRST)
            assert shown_ratings(here) == FIRST
