"""The sweep: the server ends games for two that nobody joined, began or continued."""

from __future__ import annotations

import asyncio
from argparse import Namespace

import pytest
from sqlalchemy import update

from app.bus.notices import Bus
from app.db.clock import now
from app.db.schema import games
from app.games.sweep import Sweep
from app.games.writer import Writer
from app.model.game_info import GameInfo
from app.ops.commands import run
from app.ops.verify import differences
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from engine import Daily, Outcome
from tests.app.solitaire_games import DAY_MS, new_solitaire
from tests.app.stored_games import HOUR, new_game, new_player, random_entries, running
from tests.games.viewers import wait_for_end

ABORTED = Outcome(None, "aborted")
DRAWN = Outcome(None, "abandoned")


def sweep_of(services: Services) -> Sweep:
    return Sweep(services.games.lists, services.games.sessions)


async def begun_game(services: Services, count: int) -> GameInfo:
    """Return a game of two new players that began at HOUR, with `count` moves, the last one 10 s later."""
    game = await new_game(services.games.store)
    async with running(Writer(services.games.store.engine, Bus())) as writer:
        for new in random_entries(game, count, at=HOUR + 10_000 - 1000 * (count - 1)):
            assert await writer.write(new)
    return game


async def outcome(services: Services, game: GameInfo) -> Outcome | None:
    return (await services.games.store.stored_game(game.id)).fold.outcome


async def test_each_game_is_ended_in_its_time_and_not_before(services: Services) -> None:
    store = services.games.store
    player = await new_player(store)
    waiting = await new_game(store, player, None, created=HOUR)
    joined = await new_game(store, created=HOUR - DAY_MS, started=HOUR)
    slow = await new_game(store, created=HOUR - DAY_MS, started=HOUR, control=Daily(3))
    one_move, two_moves = await begun_game(services, 1), await begun_game(services, 2)
    alone = [await new_game(store, player, player), await new_solitaire(store, player)]
    ends = {  # milliseconds after HOUR, and how the game ends then
        waiting: (DAY_MS, ABORTED),
        joined: (DAY_MS, ABORTED),
        slow: (3 * DAY_MS, ABORTED),
        one_move: (DAY_MS + 10_000, ABORTED),
        two_moves: (30 * DAY_MS + 10_000, DRAWN),
    }
    for after in sorted({time + early for time, _ in ends.values() for early in (-1, 0)}):
        await sweep_of(services).round(HOUR + after)
        for game, (time, end) in ends.items():
            assert await outcome(services, game) == (end if after >= time else None)
    await sweep_of(services).round(HOUR + 1000 * DAY_MS)
    assert [await outcome(services, game) for game in alone] == [None, None], "nobody else waits for them"
    last = (await store.log(two_moves.id))[-1]
    assert (last.seat, last.act, last.text, last.at) == (None, "claim", "draw", HOUR + 30 * DAY_MS + 10_000)
    assert [found async for found in differences(store)] == []


async def test_spectators_are_told_and_only_one_of_two_processes_ends_the_game(
    services: Services, database_url: str
) -> None:
    game = await begun_game(services, 1)
    async with (
        open_server(Settings(database_url=database_url)) as other,
        services.games.sessions.open(game.id) as one,
        other.games.sessions.open(game.id) as two,
    ):
        told = asyncio.gather(wait_for_end(one), wait_for_end(two))
        ends = await asyncio.gather(*(end.end_if_overdue(HOUR + 2 * DAY_MS) for end in (one, two)))
        assert sorted(ends) == [False, True]
        await told
        assert one.match.outcome == two.match.outcome == ABORTED
    assert [entry.act for entry in await services.games.store.log(game.id)] == ["move", "abort"]


async def test_a_game_that_cannot_be_loaded_does_not_stop_the_others(services: Services) -> None:
    made = [
        await new_game(services.games.store, await new_player(services.games.store), None) for _ in range(4)
    ]
    made.sort(key=lambda game: game.id)
    async with services.games.store.engine.execution_options(writes=True).begin() as connection:
        await connection.execute(update(games).where(games.c.id == made[0].id).values(version=99))
    sweep = sweep_of(services)
    assert await sweep.round(HOUR + 2 * DAY_MS, 1) == 0
    assert [await sweep.round(HOUR + 2 * DAY_MS, 2) for _ in range(2)] == [2, 1], "it goes on after the last"
    assert [await outcome(services, game) for game in made[1:]] == [ABORTED] * 3


async def test_the_command_says_how_many_games_it_has_ended(
    services: Services, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old = await new_game(
        services.games.store, await new_player(services.games.store), None, created=now() - 2 * DAY_MS
    )
    new = await new_game(services.games.store, await new_player(services.games.store), None, created=now())
    settings = Settings(database_url=database_url)
    assert await run(settings, Namespace(command="sweep", dry_run=True)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "1 overdue games would be ended." in printed
    assert "0 guests would be deleted." in printed
    assert await outcome(services, old) is None
    assert await run(settings, Namespace(command="sweep", dry_run=False)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "1 overdue games ended." in printed
    assert "0 guests deleted." in printed
    assert [await outcome(services, game) for game in (old, new)] == [ABORTED, None]
