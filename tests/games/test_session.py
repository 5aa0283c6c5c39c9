"""Sessions: what a bot has searched for too long, and the time of a hint. The simulation holds the rest."""

from __future__ import annotations

import pytest

from app.analysis.hint_api import write_hint
from app.core.errors import Refusal
from app.db.clock import now
from app.games.acts import Answer, Move, Offer
from app.wiring import Services
from tests.app.http_players import moves
from tests.app.solitaire_games import new_solitaire
from tests.app.stored_games import new_game, new_player, play


async def test_a_late_move_of_a_bot_does_not_answer_an_offer(services: Services) -> None:
    """The bot has searched while the person asked for a takeback."""
    services.games.sessions.seat_bot = None
    person, bot = await new_player(services.games.store), await services.analysis.bots.player(1, now())
    game = await new_game(services.games.store, person, bot)
    async with services.games.sessions.open(game.id) as session:
        await play(session, moves()[0])
        await session.act(person, Offer(1, "takeback"))
        with pytest.raises(Refusal, match="stale"):
            await session.act(bot, Move(1, moves()[1]))
        await session.act(bot, Answer(2, "takeback", True))
        assert session.match.step is None


async def test_a_hint_is_written_at_the_servers_time(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await new_player(services.games.store)
    game = await new_solitaire(services.games.store, player)
    at = now() + 1500  # not yet a stall
    monkeypatch.setattr("app.db.clock.now", lambda: at)
    async with services.games.sessions.open(game.id) as session:
        await write_hint(session, player, 0, "move")
        assert [(entry.act, entry.at) for entry in session.log] == [("hint", at)]
