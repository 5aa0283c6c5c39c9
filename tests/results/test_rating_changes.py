"""The ratings shown with ended games after one was undone."""

from __future__ import annotations

import asyncio

from msgspec import UNSET

from app.games import acts
from app.games.session import Session
from app.model.game_info import GameInfo
from app.wiring import Services
from engine import GAMES
from tests.app.stored_games import new_game, new_player
from tests.serving import PATIENCE

Ratings = list[tuple[object, object]]
EVEN = next(game for game in GAMES.values() if len(game.seats) == 2 and not game.uneven)


async def rated_games(services: Services, count: int) -> list[GameInfo]:
    people = await new_player(services.games.store), await new_player(services.games.store)
    return [await new_game(services.games.store, *people, game=EVEN, rated=True) for _ in range(count)]


async def play(session: Session) -> None:
    """Two moves of each seat; then seat 1 resigns."""
    players = session.info.players
    for ply in range(4):
        await session.act(players[session.match.turn or 0], acts.Move(ply, session.match.legal[0]))  # type: ignore[arg-type]
    await session.act(players[1], acts.Resign())  # type: ignore[arg-type]


def shown_ratings(session: Session) -> Ratings:
    """Return the ratings and changes in the frame for a spectator."""
    state = session.view.state(None)
    return [(person.rating, person.change) for person in state.players if person]


async def until_shown(session: Session, expected: Ratings) -> None:
    async with asyncio.timeout(PATIENCE):
        while shown_ratings(session) != expected:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_game_tells_that_its_change_was_taken_back_and_later_games_keep_theirs(
    services: Services,
) -> None:
    first, second = await rated_games(services, 2)
    async with (
        services.games.sessions.open(first.id) as one,
        services.games.sessions.open(second.id) as other,
    ):
        await play(one)
        await play(other)
        later = shown_ratings(other)
        assert [rating for rating, _ in later] == [1662, 1338]
        await services.moderation.undo_rating("somebody", first.id, None)
        won = int(str(later[0][1]))
        await until_shown(one, [(1500 + won, UNSET), (1500 - won, UNSET)])
        assert shown_ratings(other) == later
