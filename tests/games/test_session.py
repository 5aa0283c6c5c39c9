"""Sessions of two processes on one database: each ply is written once, and both answers are true."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.analysis.hint_api import write_hint
from app.core.errors import Refusal
from app.db.clock import now
from app.games import acts
from app.model.game_info import GameInfo, Player
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from tests.app.http_players import FOR_TWO, moves
from tests.app.solitaire_games import new_solitaire
from tests.app.stored_games import new_game, new_player

MOVES = moves()
DRAWING = next(game for game in FOR_TWO if game.draws)


@pytest_asyncio.fixture
async def pair(database_url: str) -> AsyncIterator[tuple[Services, Services]]:
    """The services of two processes on one database."""
    settings = Settings(database_url=database_url)
    async with open_server(settings) as one, open_server(settings) as two:
        yield one, two


async def act(services: Services, game: GameInfo, player: Player | None, message: acts.Act) -> str:
    """Return the result of a message: done, or the code of its refusal."""
    async with services.games.sessions.open(game.id) as session:
        try:
            await session.act(player or Player("spectator", "Spectator"), message)
        except Refusal as refusal:
            return refusal.code
        return "done"


def players_by_turn(game: GameInfo) -> tuple[Player, Player]:
    """Return the player to move, and the opponent."""
    turn = game.match().turn
    assert turn is not None
    first, second = game.players[turn], game.players[1 - turn]
    assert first
    assert second
    return first, second


async def test_a_draw_offer_stands_at_two_processes_until_the_opponent_moves(
    pair: tuple[Services, Services],
) -> None:
    one, two = pair
    game = await new_game(one.games.store, game=DRAWING)
    (first, second), line = players_by_turn(game), moves(game=DRAWING)
    async with one.games.sessions.open(game.id), two.games.sessions.open(game.id) as elsewhere:
        assert await act(one, game, first, acts.Offer(0, "draw")) == "done"
        assert await act(one, game, first, acts.Move(1, line[0])) == "done"
        await elsewhere.refresh()
        assert [offer.ply for offer in elsewhere.match.offers] == [0]
        assert await act(two, game, second, acts.Move(2, line[1])) == "done"
        assert await act(one, game, second, acts.Answer(3, "draw", True)) == "illegal_move", "it moved"
        assert await act(one, game, first, acts.Offer(3, "draw")) == "illegal_move", "it was answered"
        assert await act(two, game, second, acts.Offer(3, "draw")) == "done"
        assert await act(two, game, second, acts.Offer(3, "draw")) == "done", "the same message again"
        assert await act(one, game, first, acts.Answer(4, "draw", True)) == "done"
    assert [entry.act for entry in await one.games.store.log(game.id)] == [
        *("offer", "move", "move", "offer", "accept")
    ]


async def test_a_late_move_of_a_bot_does_not_answer_an_offer(pair: tuple[Services, Services]) -> None:
    """The bot of one process has searched while the person asked the other process for a takeback."""
    one, two = pair
    one.games.sessions.seat_bot = two.games.sessions.seat_bot = None
    bot = await one.analysis.bots.player(1, now())
    game = await new_game(one.games.store, await new_player(one.games.store), bot)
    person, _ = players_by_turn(game)
    assert await act(one, game, person, acts.Move(0, MOVES[0])) == "done"
    async with two.games.sessions.open(game.id):
        assert await act(one, game, person, acts.Offer(1, "takeback")) == "done"
        assert await act(two, game, bot, acts.Move(1, MOVES[1])) == "stale"
        assert await act(two, game, bot, acts.Answer(2, "takeback", True)) == "done"


async def test_a_hint_is_written_at_the_servers_time(
    pair: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await new_player(pair[0].games.store)
    game = await new_solitaire(pair[0].games.store, player)
    at = now() + 1500  # not yet a stall
    monkeypatch.setattr("app.db.clock.now", lambda: at)
    async with pair[0].games.sessions.open(game.id) as session:
        await write_hint(session, player, 0, "move")
        assert [(entry.act, entry.at) for entry in session.log] == [("hint", at)]
