"""`verify` finds manipulated logs, and rows that do not match their logs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.people.players import PlayerStore
from app.db.writer import Writer
from app.domain.game_info import GameInfo
from app.ops.commands import differences
from app.ops.rebuild import recount
from engine import Timed
from tests.app.db.test_writer import running
from tests.app.http_players import PAIR, ended_position, moves
from tests.app.stored_games import new_game, new_player, random_entries, timed_entries
from tests.serving import command

PLIES = len(moves())


async def played_game(engine: AsyncEngine, count: int | None = None, **changes: Any) -> GameInfo:
    """Return a game in the database with its first `count` entries (None: all)."""
    store = GameStore(engine)
    game = await new_game(store, await new_player(store), await new_player(store), **changes)
    async with running(Writer(engine, Bus())) as writer:
        for new_entry in random_entries(game, count):
            assert await writer.write(new_entry)
    return game


async def manipulate(engine: AsyncEngine, statement: str, **values: object) -> None:
    async with engine.begin() as connection:
        await connection.execute(text(statement), values)


async def differing_plies(engine: AsyncEngine) -> list[tuple[str, int]]:
    return [(game, ply) async for game, ply, _ in differences(GameStore(engine))]


async def test_games_in_every_state_agree(engine: AsyncEngine) -> None:
    store = GameStore(engine)
    await played_game(engine)
    await played_game(engine, 3)
    await played_game(engine, 0)
    await new_game(store, None, await new_player(store))
    player = await new_player(store)
    await new_game(store, player, player, public=False)
    assert await differing_plies(engine) == []


async def test_charged_times_are_verified_and_recounted(engine: AsyncEngine) -> None:
    store = GameStore(engine)
    game = await new_game(store, await new_player(store), await new_player(store), control=Timed(600))
    running_game = await new_game(store, await new_player(store), await new_player(store), control=Timed(600))
    async with running(Writer(engine, Bus())) as writer:
        for new_entry in (*timed_entries(game), *timed_entries(running_game, 5)):
            assert await writer.write(new_entry)
    await recount(PlayerStore(engine), store)
    assert await differing_plies(engine) == []
    change = "update entries set spent = {} where ply = 3 and game_id = :game"
    await manipulate(engine, change.format(2000), game=game.id)
    await manipulate(engine, change.format("null"), game=running_game.id)  # moves its deadline
    assert sorted(await differing_plies(engine)) == sorted([(game.id, 3), (running_game.id, 5)])


@pytest.mark.parametrize(
    ("change", "ply"),
    [
        ("update entries set spent = 0 where ply = 2", 2),
        (f"update entries set text = '{moves()[3]}' where ply = 2", 2),
        ("update entries set text = 'banana' where ply = 2", 2),
        ("update entries set text = 'x' where ply = 0", 0),
        ("update entries set seat = 1 where ply = 2", 2),
        ("update entries set seat = null where ply = 2", 2),
        ("update entries set act = 'undo', text = '' where ply = 2", 2),
        ("update entries set act = 'nonsense' where ply = 2", 2),
        ("update entries set at = 5 where ply = 2", 2),
        ("delete from entries where ply = 2", 2),
        (f"delete from entries where ply = {PLIES - 1}", PLIES - 1),
        ("delete from entries", 0),
        (f"update entries set ply = {PLIES} where ply = {PLIES - 1}", PLIES - 1),
    ],
)
async def test_a_manipulated_entry_is_found_at_its_ply(engine: AsyncEngine, change: str, ply: int) -> None:
    game = await played_game(engine)
    before, _, condition = change.partition(" where ")
    where = f"{condition} and game_id = :game" if condition else "game_id = :game"
    good = await played_game(engine)
    await manipulate(engine, f"{before} where {where}", game=game.id)
    assert await differing_plies(engine) == [(game.id, ply)]
    assert good.id != game.id


@pytest.mark.parametrize(
    "change",
    [
        *("ply = 3", "turn = 1", "ended = null", "winner = 1 - winner", "winner = null", "reason = 'other'"),
        *("score = '7'", "score = null", "moves = 3", "moves = null", "duration = 7", "duration = null"),
        *("score = 'seven'", "version = 99", "rules = 'nonsense'", "position = 'banana'"),
        f"position = '{ended_position()}'",
    ],
)
async def test_a_manipulated_row_of_an_ended_game_is_found(engine: AsyncEngine, change: str) -> None:
    game = await played_game(engine)
    await manipulate(engine, f"update games set {change} where id = :game", game=game.id)
    assert [game for game, _ in await differing_plies(engine)] == [game.id]


@pytest.mark.parametrize(
    "change",
    ["won = not won", "made = 7", "ms = 7", "ended = 7", "undone = 1", "shown = false", "reason = 'other'"],
)
async def test_a_manipulated_result_is_found_and_a_recount_repairs_it(
    engine: AsyncEngine, change: str
) -> None:
    game = await played_game(engine)
    await manipulate(engine, f"update results set {change} where game_id = :game and seat = 0", game=game.id)
    assert await differing_plies(engine) == [(game.id, PLIES)]
    await recount(PlayerStore(engine), GameStore(engine))
    assert await differing_plies(engine) == []


@pytest.mark.parametrize(
    "change", ["ply = 2", "ply = 4", "turn = null", "turn = 0", "ended = 5, reason = ''"]
)
async def test_a_manipulated_row_of_a_running_game_is_found(engine: AsyncEngine, change: str) -> None:
    game = await played_game(engine, 3)
    await manipulate(engine, f"update games set {change} where id = :game", game=game.id)
    assert [game for game, _ in await differing_plies(engine)] == [game.id]


async def test_the_command_names_game_and_ply_and_exits_with_1(
    engine: AsyncEngine, database_url: str
) -> None:
    good, bad = await played_game(engine), await played_game(engine)
    done = await asyncio.to_thread(command, "verify", database_url=database_url)
    assert (done.returncode, done.stdout) == (0, "Every game agrees with its log.\n")
    await manipulate(
        engine, "update entries set text = 'banana' where ply = 2 and game_id = :game", game=bad.id
    )
    done = await asyncio.to_thread(command, "verify", database_url=database_url)
    assert done.returncode == 1
    first, last = done.stdout.splitlines()
    assert first.startswith(f"game {bad.id}, ply 2: move of seat {PAIR.turn(PAIR.start(0))}: ")
    assert last == "1 games differ."
    assert good.id not in done.stdout


async def test_a_game_in_play_agrees(engine: AsyncEngine) -> None:
    """Row and log are read consistently while entries are written."""
    store = GameStore(engine)
    game = await new_game(store)
    async with running(Writer(engine, Bus())) as writer:

        async def play() -> None:
            for new_entry in random_entries(game):
                assert await writer.write(new_entry)

        playing = asyncio.create_task(play())
        while not playing.done():
            assert await differing_plies(engine) == []
        await playing
    assert (await store.stored_game(game.id)).fold.outcome
