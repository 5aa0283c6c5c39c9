"""Group commit on real databases: many games in one transaction, the primary key as the referee, and for
every line an answer that is true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
from sqlalchemy import PoolProxiedConnection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from app import metrics
from app.db.batch import NewEntry
from app.db.engine import create_engine
from app.db.games import GameStore
from app.db.schema import games
from app.db.writer import BATCH, Writer
from app.domain.check import Fold
from app.domain.notices import Bus
from app.errors import TryAgain
from app.ops.commands import differences
from app.settings import Settings
from engine import Entry, Outcome
from tests.app.written import HOUR, fold, lines, new_game, new_player


@asynccontextmanager
async def running(writer: Writer) -> AsyncIterator[Writer]:
    task = asyncio.create_task(writer.run())
    try:
        yield writer
    finally:
        writer.stop()
        await task


async def sent(writer: Writer, many: Iterable[NewEntry]) -> list[bool | BaseException]:
    """The answers to lines that wait together."""
    return await asyncio.gather(*(writer.write(line) for line in many), return_exceptions=True)


async def queued(writer: Writer, many: Iterable[NewEntry]) -> list[asyncio.Task[bool]]:
    """Lines that wait for a writer that does not run yet."""
    tasks = [asyncio.create_task(writer.write(line)) for line in many]
    await asyncio.sleep(0)
    return tasks


def commits() -> int:
    """How many batches this process has written so far."""
    return int(metrics.registry.get_sample_value("richelieu_commit_lines_count") or 0)


async def test_the_lines_of_many_games_are_one_transaction(engine: AsyncEngine, store: GameStore) -> None:
    first, second = await new_player(store), await new_player(store)
    made = [await new_game(store, first, second) for _ in range(40)]
    writer = Writer(engine, Bus())
    tasks = await queued(writer, [lines(game, 1)[0] for game in made])
    before = commits()
    async with running(writer):
        assert await asyncio.gather(*tasks) == [True] * 40
    assert commits() - before == 1
    for game in made:
        assert await store.log(game.id) == [lines(game, 1)[0].entry]


async def test_what_waits_while_a_commit_is_made_is_the_next_batch(
    engine: AsyncEngine, store: GameStore
) -> None:
    first, second = await new_player(store), await new_player(store)
    made = [await new_game(store, first, second) for _ in range(30)]
    before = commits()

    async def play(writer: Writer, many: list[NewEntry]) -> None:
        for line in many:
            assert await writer.write(line)

    async with running(Writer(engine, Bus())) as writer:
        await asyncio.gather(*(play(writer, lines(game, 4)) for game in made))
    assert 4 <= commits() - before <= 12, "120 lines of 30 games that move at one time"


async def test_a_batch_has_an_end(engine: AsyncEngine, store: GameStore) -> None:
    game = (await new_game(store)).id
    many = [NewEntry(game, Entry(ply, 0, "move", "any", HOUR), 0, None) for ply in range(BATCH + 1)]
    writer = Writer(engine, Bus())
    tasks = await queued(writer, many)
    before = commits()
    async with running(writer):
        assert all(await asyncio.gather(*tasks))
    assert commits() - before == 2
    assert len(await store.log(game)) == BATCH + 1


async def test_a_taken_ply_is_answered_false_and_stays_as_it_was(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    (mine,) = lines(game, 1)
    late = replace(mine, entry=replace(mine.entry, text="too late"))
    async with running(Writer(engine, Bus())) as writer:
        assert await writer.write(mine)
        assert not await writer.write(late)
        assert not await writer.write(mine), "the same line once more was not written now either"
    assert await store.log(game.id) == [mine.entry]


async def test_of_two_lines_for_one_ply_in_one_breath_one_is_written(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    (mine,) = lines(game, 1)
    other = replace(mine, entry=replace(mine.entry, text="another"))
    async with running(Writer(engine, Bus())) as writer:
        assert await sent(writer, [mine, other]) == [True, False]
    assert await store.log(game.id) == [mine.entry]


async def test_two_writers_cannot_write_one_ply(engine: AsyncEngine, store: GameStore) -> None:
    first, second = await new_player(store), await new_player(store)
    made = [await new_game(store, first, second) for _ in range(20)]
    ours = [line for game in made for line in lines(game, 3)]
    theirs = [replace(line, entry=replace(line.entry, text="theirs")) for line in ours]
    async with running(Writer(engine, Bus())) as one, running(Writer(engine, Bus())) as two:
        mine, others = await asyncio.gather(sent(one, ours), sent(two, reversed(theirs)))
    won = [pair.count(True) for pair in zip(mine, reversed(others), strict=True)]
    assert won == [1] * len(ours)
    for line, ours_was_written in zip(ours, mine, strict=True):
        text = (await store.log(line.game, line.entry.ply))[0].text
        assert (text != "theirs") == ours_was_written


async def test_a_line_that_the_database_refuses_is_refused_alone(
    engine: AsyncEngine, store: GameStore
) -> None:
    good = [lines(await new_game(store), 1)[0] for _ in range(3)]
    culprit = replace(good[1], game="nogame")
    writer = Writer(engine, Bus())
    tasks = await queued(writer, [good[0], culprit, good[1], good[2]])
    async with running(writer):
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(answers[1], TryAgain)
        assert [answers[0], *answers[2:]] == [True] * 3
        assert await writer.write(lines(await new_game(store), 1)[0]), "and the writer goes on"


async def test_the_row_of_a_game_follows_its_log(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    *early, end = lines(game)
    async with running(Writer(engine, Bus())) as writer:
        for line in early:
            assert await writer.write(line)
            assert await fold(store, game) == Fold(line.entry.ply + 1, line.turn, None, None, None, None)
        assert await writer.write(end)
    match = game.match(await store.log(game.id))
    assert await fold(store, game) == Fold(match.ply, None, match.outcome, (), len(early) + 1, match.tally.ms)
    assert [found async for found in differences(store)] == []


async def test_an_end_that_came_late_ends_nothing(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    move, following = lines(game, 2)
    end = lines(game)[-1]
    late = replace(end, entry=replace(end.entry, ply=0))
    async with running(Writer(engine, Bus())) as writer:
        assert await writer.write(move)
        assert not await writer.write(late)
        assert (await fold(store, game)).outcome is None
        assert await sent(writer, [following, late]) == [True, False], "nor when its game is in the batch"
    assert await fold(store, game) == Fold(2, following.turn, None, None, None, None)


async def test_the_row_never_goes_back(engine: AsyncEngine, store: GameStore) -> None:
    """Two processes may commit the lines of one game in one order and their caches in another."""
    game = await new_game(store)
    first, second, third = lines(game, 3)
    async with engine.begin() as connection:
        await connection.execute(games.update().where(games.c.id == game.id).values(ply=3, turn=third.turn))
    async with running(Writer(engine, Bus())) as writer:
        assert await sent(writer, [first, second]) == [True, True]
    assert (await fold(store, game)).ply == 3


async def test_several_lines_of_one_game_in_one_batch_leave_the_row_at_the_last(
    engine: AsyncEngine, store: GameStore
) -> None:
    made = [await new_game(store) for _ in range(3)]
    every = [line for game in made for line in lines(game)]
    writer = Writer(engine, Bus())
    tasks = await queued(writer, every)
    async with running(writer):
        assert all(await asyncio.gather(*tasks))
    for game in made:
        said = await fold(store, game)
        assert (said.ply, said.outcome) == (len(lines(game)), game.match(await store.log(game.id)).outcome)
    assert [found async for found in differences(store)] == []


async def test_texts_of_every_sort_are_kept_as_they_are(engine: AsyncEngine, store: GameStore) -> None:
    texts = [
        "",
        " ",
        "'; drop table entries; --",
        '{"a": [1, "b"]}',
        "null",
        "7",
        "\u2660 \U0001f0a1",
        "{a,b}",
    ]
    game = (await new_game(store)).id
    many = [Entry(ply, None if ply % 3 else 1, "pause", text, HOUR) for ply, text in enumerate(texts)]
    async with running(Writer(engine, Bus())) as writer:
        assert all(await sent(writer, [NewEntry(game, entry, None, None) for entry in many]))
    assert await store.log(game) == many


async def test_a_won_game_a_lost_solitaire_and_a_score_are_written_as_they_are(
    engine: AsyncEngine, store: GameStore
) -> None:
    ends = [
        (Outcome(1, "kings"), (), 12),
        (Outcome(None, "resigned"), (-3, 40), 7),
        (Outcome(0, "x"), (5,), 0),
    ]
    async with running(Writer(engine, Bus())) as writer:
        for outcome, score, count in ends:
            game = await new_game(store)
            (line,) = lines(game, 1)
            end = lines(game)[-1].end
            assert end
            end = replace(end, fold=replace(end.fold, outcome=outcome, score=score, moves=count, duration=9))
            assert await writer.write(replace(line, end=end))
            assert await fold(store, game) == Fold(1, None, outcome, score, count, 9)


async def test_what_waits_at_the_end_is_written_and_nothing_is_taken_after(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    writer = Writer(engine, Bus())
    tasks = await queued(writer, lines(game, 3))
    writer.stop()
    await writer.run()
    assert await asyncio.gather(*tasks) == [True] * 3
    with pytest.raises(TryAgain):
        await writer.write(lines(game, 4)[3])
    assert len(await store.log(game.id)) == 3


async def test_who_stops_waiting_does_not_stop_the_line(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    writer = Writer(engine, Bus())
    (waiting,) = await queued(writer, lines(game, 1))
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    async with running(writer):
        assert await writer.write(lines(game, 2)[1])
    assert len(await store.log(game.id)) == 2


async def test_a_database_that_takes_nothing_says_try_again_until_it_does(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    sqlite = engine.dialect.name == "sqlite"
    word = "PRAGMA query_only={}" if sqlite else "set session characteristics as transaction read {}"
    doors = ["ON" if sqlite else "only"]

    @event.listens_for(engine.sync_engine, "checkout")
    def _(connection: PoolProxiedConnection, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(word.format(doors[-1]))
        cursor.close()
        connection.commit()

    async with running(Writer(engine, Bus())) as writer:
        for answer in await sent(writer, lines(game, 2)):
            assert isinstance(answer, TryAgain)
        assert await store.log(game.id) == []
        doors.append("OFF" if sqlite else "write")
        assert await sent(writer, lines(game, 2)) == [True, True]
    assert len(await store.log(game.id)) == 2


async def test_a_database_that_is_away_says_try_again(store: GameStore) -> None:
    line = lines(await new_game(store), 1)[0]
    away = create_engine(Settings(database_url="postgresql://nobody@127.0.0.1:9/games").url)
    async with running(Writer(away, Bus())) as writer:
        with pytest.raises(TryAgain):
            await writer.write(line)
    await away.dispose()
