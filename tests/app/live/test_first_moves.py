"""First moves of fast games: a player who does not begin keeps nobody waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.clock import now
from app.container import Services
from app.domain.game_info import GameInfo, Player
from app.domain.timeouts import first_move_deadline
from app.jobs.serving import open_server
from app.messages.games import Move
from app.settings import Settings
from engine import Control, Daily, Timed
from tests.app.http_players import moves
from tests.app.live.test_early_ends import Seated
from tests.app.stored_games import HOUR, info, new_game, new_player, next_match
from tests.serving import PATIENCE

MOVES = moves()
PEOPLE = (Player("white", "White"), Player("black", "Black"))
LIMIT = 30_000


@pytest.mark.parametrize(
    ("control", "rated", "pair", "limited"),
    [
        (Timed(300), True, False, True),
        (Timed(300), False, True, True),
        (Timed(300), False, False, False),
        (Timed(599), True, False, True),
        (Timed(600), True, False, False),
        (Timed(300, 8), True, False, False),
        (Daily(1), True, False, False),
        (None, True, True, False),
    ],
)
def test_fast_games_that_are_rated_or_paired_have_a_limit(
    control: Control | None, rated: bool, pair: bool, limited: bool
) -> None:
    game = info(*PEOPLE, control=control, rated=rated, pair=pair)
    expected = HOUR + LIMIT if limited else None
    assert first_move_deadline(game, game.match(), HOUR, LIMIT) == expected
    assert first_move_deadline(game, game.match(), HOUR, 0) is None, "it is switched off"


def test_each_side_has_the_limit_and_newcomers_twice_as_long() -> None:
    game = info(*PEOPLE, control=Timed(300), rated=True, novices=frozenset({1}))
    match = game.match()
    turn = match.turn or 0
    assert first_move_deadline(game, match, HOUR, LIMIT) == HOUR + LIMIT * (2 if turn == 1 else 1)
    match = next_match(match, "move", MOVES[0])
    assert first_move_deadline(game, match, HOUR, LIMIT) == HOUR + LIMIT * (2 if turn == 0 else 1)
    match = next_match(match, "move", MOVES[1])
    assert first_move_deadline(game, match, HOUR, LIMIT) is None


@pytest_asyncio.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_server(Settings(database_url=database_url)) as opened:
        yield opened


async def fast_game(services: Services, people: tuple[Player, Player], started: int) -> GameInfo:
    return await new_game(
        services.store,
        *people,
        control=Timed(300),
        rated=True,
        **dict.fromkeys(("created", "started"), started),
    )


async def test_a_game_that_is_not_begun_is_aborted_by_the_server(services: Services) -> None:
    people = await new_player(services.store), await new_player(services.store)
    for _ in range(3):  # so that no player is new
        await fast_game(services, people, HOUR)
    late = await fast_game(services, people, now() - 31_000)
    begun = await fast_game(services, people, now() - 29_000)
    async with services.sessions.open(late.id) as session, services.sessions.open(begun.id) as other:
        assert session.info.novices == frozenset()
        mover = people[other.match.turn or 0]
        await other.act(mover, Move(0, MOVES[0]))
        async with asyncio.timeout(PATIENCE):
            while session.match.outcome is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert session.match.outcome.reason == "aborted"
        assert not await other.end_if_due(now()), "the other side has its own thirty seconds"
        assert await other.end_if_due(now() + 31_000)


async def test_newcomers_have_a_minute(services: Services) -> None:
    people = await new_player(services.store), await new_player(services.store)
    game = await fast_game(services, people, now() - 31_000)
    async with services.sessions.open(game.id) as session:
        assert session.info.novices == {0, 1}
        assert not await session.end_if_due(now())
        assert await session.end_if_due(now() + 30_000)


async def test_the_time_of_a_first_move_begins_when_its_player_first_sees_the_position(
    services: Services,
) -> None:
    people = await new_player(services.store), await new_player(services.store)
    for _ in range(3):
        await fast_game(services, people, HOUR)
    game = await fast_game(services, people, now() - 25_000)
    async with services.sessions.open(game.id) as session:
        turn = session.match.turn or 0
        mover, other = people[turn], people[1 - turn]
        session.audience.enter(Seated(other))
        seen = now()
        viewer = Seated(mover)
        session.audience.enter(viewer)
        assert not await session.end_if_due(seen + 29_000)
        session.audience.leave(viewer)
        session.audience.enter(viewer)
        assert not await session.end_if_due(seen + 29_900)
        await session.act(mover, Move(0, MOVES[0]))
        moved = now()
        assert not await session.end_if_due(moved + 29_000), "the opponent has the same time"
        assert await session.end_if_due(now() + 30_000), "a second connection did not begin it anew"
