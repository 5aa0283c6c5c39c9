"""Deals that are proved winnable: their difficulty, and what is dealt without a proof."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from sqlalchemy import update

from app.analysis.certified import Certified, find_certified
from app.analysis.search_client import SearchClient
from app.core.errors import Refusal
from app.db.schema import games
from app.games.messages import NewGame
from app.games.store import GameStore
from engine import GAMES
from tests.app.solitaire_games import new_solitaire
from tests.app.stored_games import new_player

CASTLE = GAMES["beleaguered_castle"]
PROVED = (7, ("a", "b"))


class Searching:
    """A client of searches, and its searches: the answer is a deal, a refusal, or none ever."""

    def __init__(self, answer: Refusal | tuple[int, tuple[str, ...]] | None) -> None:
        self.answer = answer
        self.asked = list[Any]()
        self.searches = self

    async def deal(self, _game: Any, _seed: int, difficulty: Any) -> tuple[int, tuple[str, ...]]:
        self.asked.append(difficulty)
        if self.answer is None:
            await asyncio.Event().wait()
        if isinstance(self.answer, Refusal):
            raise self.answer
        return cast(tuple[int, tuple[str, ...]], self.answer)

    async def search(self, work: Any) -> Any:
        return await work


async def find(client: Searching, *, novice: bool = False, within: float = 60, **asked: Any) -> Any:
    body = NewGame(rules=CASTLE.id, deal="winnable", **asked)
    return await find_certified(cast(SearchClient, client), body, novice=novice, ready_within=within)


async def test_a_novice_is_dealt_an_easy_deal_and_others_any_unless_they_ask() -> None:
    client = Searching(PROVED)
    assert await find(client) == Certified(*PROVED, None)
    assert await find(client, novice=True) == Certified(*PROVED, "easy")
    assert await find(client, novice=True, difficulty="hard") == Certified(*PROVED, "hard")
    assert client.asked == [None, "easy", "hard"]


async def test_nobody_waits_for_a_proof_without_asking_for_a_difficulty() -> None:
    assert await find(Searching(None), within=0) is None
    for code in ("busy", "too_many"):
        assert await find(Searching(Refusal(code))) is None
        with pytest.raises(Refusal) as refused:
            await find(Searching(Refusal(code)), difficulty="hard")
        assert refused.value.code == code
    with pytest.raises(Refusal):
        await find(Searching(Refusal("bad_message")))


async def test_a_novice_has_moved_in_fewer_than_three_games_of_the_family(store: GameStore) -> None:
    player, other = await new_player(store), await new_player(store)
    for number in range(4):
        assert await store.is_novice(player, CASTLE.family) == (number < 3)
        await new_solitaire(store, player, CASTLE, deal=number + 1000)  # without a move
        made = await new_solitaire(store, player, CASTLE, deal=number)
        async with store.engine.begin() as connection:
            await connection.execute(update(games).where(games.c.id == made.id).values(ply=1))
    assert await store.is_novice(other, CASTLE.family)
    assert await store.is_novice(player, GAMES["four_horsemen"].family)
