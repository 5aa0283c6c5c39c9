"""Replays that clients ask for: their turns, and their slices."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import cast

import pytest

from app.core.errors import Refusal
from app.games.check import Fold, StoredGame
from app.games.checks import MIN_CACHED_ENTRIES, Checks
from app.games.cooperative_replay import MAX_REPLAYS, MAX_WAITING_EACH, Replays
from app.games.store import GameStore
from app.model.game_info import Player
from app.results.results import results_of_match
from engine import Entry
from tests.app.http_players import moves
from tests.app.stored_games import HOUR, info


class Work:
    """A replay that ends when the test lets it."""

    def __init__(self) -> None:
        self.steps, self.done = 0, False

    def __call__(self) -> Generator[None, None, int]:
        while not self.done:
            self.steps += 1
            yield
        return self.steps


async def turn() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_replays_of_a_person_run_one_after_the_other_beside_those_of_others() -> None:
    replays, works = Replays(), [Work() for _ in range(3)]
    first, second = (asyncio.create_task(replays.run(work(), "a")) for work in works[:2])
    await turn()
    other = asyncio.create_task(replays.run(works[2](), "b"))
    await turn()
    assert [work.steps > 0 for work in works] == [True, False, True]
    for work, task in ((works[0], first), (works[2], other), (works[1], second)):
        work.done = True
        assert await task == work.steps
        await turn()
    assert works[1].steps > 0


async def test_few_replays_of_a_person_wait_and_few_altogether() -> None:
    replays, work = Replays(), Work()
    asked = [asyncio.create_task(replays.run(work(), "a")) for _ in range(1 + MAX_WAITING_EACH)]
    await turn()
    with pytest.raises(Refusal) as refused:
        await replays.run(work(), "a")
    assert (MAX_WAITING_EACH, refused.value.code) == (4, "too_many")
    others = range(MAX_REPLAYS - len(asked))
    asked += [asyncio.create_task(replays.run(work(), str(person))) for person in others]
    await turn()
    with pytest.raises(Refusal) as refused:
        await replays.run(work(), "b")
    assert refused.value.code == "busy"
    work.done = True
    await asyncio.gather(*asked)
    assert await replays.run(work(), "a") == work.steps


class Stored:
    """A store of one game that counts its reads."""

    def __init__(self, game: StoredGame) -> None:
        self.game, self.reads = game, 0

    async def stored_game(self, _: str) -> StoredGame:
        self.reads += 1
        return self.game


async def test_the_verdict_on_a_long_ended_game_is_kept() -> None:
    game, played = info(Player("a", "A"), Player("b", "B")), moves()
    log = [Entry(ply, ply % 2, "move", move, HOUR) for ply, move in enumerate(played)]
    for entries, reads in ((log, 1), (log[:-1], 2)):
        match = game.match(entries)
        store = Stored(StoredGame(game, entries, Fold.of(game, match), list(results_of_match(game, match))))
        checks = Checks(cast(GameStore, store), Replays())
        verdicts = [await checks.check(game, match, "somebody") for _ in range(2)]
        assert [verdict.differs_at for verdict in verdicts] == [None, None]
        assert store.reads == reads
    assert len(log) > MIN_CACHED_ENTRIES
