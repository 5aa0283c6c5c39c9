"""Group commit on real databases: many games in one transaction; the primary key decides; the answer for
every entry is true."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import PoolProxiedConnection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.bus.notices import Bus, Topic
from app.core.errors import TryAgain
from app.db.schema import games
from app.games.check import Fold
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import MAX_BATCH_ENTRIES, Writer
from app.ops.verify import differences
from engine import Entry, Outcome, Timed
from tests.app.stored_games import (
    HOUR,
    fold,
    new_game,
    new_player,
    random_entries,
    running,
    timed_entries,
    writing,
)
from tests.app.two_processes import eventually


async def write_all(writer: Writer, many: Iterable[NewEntry]) -> list[bool | BaseException]:
    """Return, for entries sent together, whether each is written, or the reason why not."""
    return await asyncio.gather(*(is_written(writer, one) for one in many), return_exceptions=True)


async def is_written(writer: Writer, entry: NewEntry) -> bool:
    """Return whether an entry is written now; False: its ply is taken."""
    return await writer.write(entry) is not None


async def queued(writer: Writer, many: Iterable[NewEntry]) -> list[asyncio.Task[bool]]:
    """Entries that are queued in a writer that is not running yet."""
    tasks = [asyncio.create_task(is_written(writer, new_entry)) for new_entry in many]
    await asyncio.sleep(0)
    return tasks


def commits() -> int:
    """Return the number of batches that this process has written so far."""
    return int(REGISTRY.get_sample_value("richelieu_commit_lines_count") or 0)


class SentNotices(Bus):
    """A bus that keeps what it is to send."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = list[tuple[Topic, str]]()

    def send(self, topic: Topic, games: Iterable[str]) -> None:
        self.sent += [(topic, game) for game in games]


async def test_entries_of_many_games_are_one_transaction_and_each_is_told_to_others(
    engine: AsyncEngine, store: GameStore
) -> None:
    first, second = await new_player(store), await new_player(store)
    made = [await new_game(store, first, second) for _ in range(40)]
    writer = Writer(engine, bus := SentNotices())
    tasks = await queued(writer, [random_entries(game, 1)[0] for game in made])
    before = commits()
    async with running(writer):
        assert await asyncio.gather(*tasks) == [True] * 40
    assert commits() - before == 1
    assert sorted(bus.sent) == sorted(("log", game.id) for game in made)
    for game in made:
        assert await store.log(game.id) == [random_entries(game, 1)[0].entry]


async def test_a_batch_has_a_maximum_size(engine: AsyncEngine, store: GameStore) -> None:
    game = (await new_game(store)).id
    many = [
        NewEntry(game, Entry(ply, 0, "move", "any", HOUR), 0, None) for ply in range(MAX_BATCH_ENTRIES + 1)
    ]
    writer = Writer(engine, Bus())
    tasks = await queued(writer, many)
    before = commits()
    async with running(writer):
        assert all(await asyncio.gather(*tasks))
    assert commits() - before == 2
    assert len(await store.log(game)) == MAX_BATCH_ENTRIES + 1


async def test_of_entries_for_one_ply_the_first_is_written_in_one_batch_and_later(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    (mine,) = random_entries(game, 1)
    other = replace(mine, entry=replace(mine.entry, text="another"))
    async with writing(engine) as writer:
        assert await write_all(writer, [mine, other]) == [True, False]
        assert not await writer.write(other)
        assert not await writer.write(mine), "the same entry again is not written either"
    assert await store.log(game.id) == [mine.entry]


async def test_two_writers_cannot_write_one_ply(engine: AsyncEngine, store: GameStore) -> None:
    first, second = await new_player(store), await new_player(store)
    made = [await new_game(store, first, second) for _ in range(20)]
    ours = [new_entry for game in made for new_entry in random_entries(game, 3)]
    theirs = [replace(new_entry, entry=replace(new_entry.entry, text="theirs")) for new_entry in ours]
    async with writing(engine) as one, writing(engine) as two:
        mine, others = await asyncio.gather(write_all(one, ours), write_all(two, reversed(theirs)))
    won = [pair.count(True) for pair in zip(mine, reversed(others), strict=True)]
    assert won == [1] * len(ours)
    for new_entry, ours_was_written in zip(ours, mine, strict=True):
        text = (await store.log(new_entry.game, new_entry.entry.ply))[0].text
        assert (text != "theirs") == ours_was_written


async def test_an_entry_that_the_database_rejects_fails_alone(engine: AsyncEngine, store: GameStore) -> None:
    good = [random_entries(await new_game(store), 1)[0] for _ in range(3)]
    culprit = replace(good[1], game="nogame")
    writer = Writer(engine, Bus())
    tasks = await queued(writer, [good[0], culprit, good[1], good[2]])
    async with running(writer):
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(answers[1], TryAgain)
        assert [answers[0], *answers[2:]] == [True] * 3
        assert await writer.write(random_entries(await new_game(store), 1)[0]), "the writer continues"


async def test_the_row_of_a_game_follows_its_log(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    *early, end = random_entries(game)
    async with writing(engine) as writer:
        for new_entry in early:
            assert await writer.write(new_entry)
            assert await fold(store, game) == Fold(
                new_entry.entry.ply + 1, new_entry.turn, None, None, None, None
            )
        assert await writer.write(end)
    match = game.match(await store.log(game.id))
    assert await fold(store, game) == Fold(
        match.ply, None, match.outcome, (), len(early) + 1, match.tally.ms, ended=end.entry.at
    )
    assert [found async for found in differences(store)] == []


async def test_a_late_end_of_a_game_changes_nothing(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    move, following = random_entries(game, 2)
    end = random_entries(game)[-1]
    late = replace(end, entry=replace(end.entry, ply=0))
    async with writing(engine) as writer:
        assert await writer.write(move)
        assert not await writer.write(late)
        assert (await fold(store, game)).outcome is None
        assert await write_all(writer, [following, late]) == [True, False], (
            "also when its game is in the batch"
        )
    assert await fold(store, game) == Fold(2, following.turn, None, None, None, None)


async def test_the_ply_of_a_game_row_never_decreases(engine: AsyncEngine, store: GameStore) -> None:
    """Two processes may commit the entries of one game in one order and update its row in another."""
    game = await new_game(store)
    first, second, third = random_entries(game, 3)
    async with engine.begin() as connection:
        await connection.execute(games.update().where(games.c.id == game.id).values(ply=3, turn=third.turn))
    async with writing(engine) as writer:
        assert await write_all(writer, [first, second]) == [True, True]
    assert (await fold(store, game)).ply == 3


async def test_texts_of_every_kind_are_stored_unchanged(engine: AsyncEngine, store: GameStore) -> None:
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
    async with writing(engine) as writer:
        assert all(await write_all(writer, [NewEntry(game, entry, None, None) for entry in many]))
    assert await store.log(game) == many


async def test_the_time_that_an_entry_charges_is_stored_with_it(
    engine: AsyncEngine, store: GameStore
) -> None:
    """Alone, in a batch with an entry that is there already, and at the end of a game."""
    game, other = await new_game(store, control=Timed(600)), await new_game(store)
    written = timed_entries(game)
    async with writing(engine) as writer:
        assert await write_all(writer, written[:3]) == [True] * 3
        again = [written[2], *written[3:5], random_entries(other, 1)[0]]
        assert await write_all(writer, again) == [False, True, True, True]
        assert await write_all(writer, written[5:]) == [True] * len(written[5:])
    assert await store.log(game.id) == [new.entry for new in written]
    assert (await store.entries_since({game.id: 2}))[game.id] == [new.entry for new in written[2:]]
    assert [new.entry.spent for new in written[:3]] == [None, None, 300]
    assert [found async for found in differences(store)] == []


async def test_a_won_game_a_lost_solitaire_and_a_score_are_stored(
    engine: AsyncEngine, store: GameStore
) -> None:
    ends = [
        (Outcome(1, "kings"), (), 12),
        (Outcome(None, "resigned"), (-3, 40), 7),
        (Outcome(0, "x"), (5,), 0),
    ]
    async with writing(engine) as writer:
        for outcome, score, count in ends:
            game = await new_game(store)
            (new_entry,) = random_entries(game, 1)
            end = random_entries(game)[-1].end
            assert end
            end = replace(end, fold=replace(end.fold, outcome=outcome, score=score, moves=count, duration=9))
            assert await writer.write(replace(new_entry, end=end))
            at = new_entry.entry.at
            assert await fold(store, game) == Fold(1, None, outcome, score, count, 9, ended=at)


async def test_pending_entries_are_written_at_shutdown_and_later_ones_are_refused(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    writer = Writer(engine, Bus())
    tasks = await queued(writer, random_entries(game, 3))
    writer.stop()
    await writer.run()
    assert await asyncio.gather(*tasks) == [True] * 3
    with pytest.raises(TryAgain):
        await writer.write(random_entries(game, 4)[3])
    assert len(await store.log(game.id)) == 3


async def test_a_cancelled_caller_does_not_cancel_the_write(engine: AsyncEngine, store: GameStore) -> None:
    game = await new_game(store)
    writer = Writer(engine, Bus())
    (waiting,) = await queued(writer, random_entries(game, 1))
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    async with running(writer):
        assert await writer.write(random_entries(game, 2)[1])
    assert len(await store.log(game.id)) == 2


async def test_a_read_only_database_raises_try_again_until_it_accepts_writes(
    engine: AsyncEngine, store: GameStore
) -> None:
    game = await new_game(store)
    sqlite = engine.dialect.name == "sqlite"
    word = "PRAGMA query_only={}" if sqlite else "set session characteristics as transaction read {}"
    modes = ["ON" if sqlite else "only"]

    @event.listens_for(engine.sync_engine, "checkout")
    def _(connection: PoolProxiedConnection, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(word.format(modes[-1]))
        cursor.close()
        connection.commit()

    async with writing(engine) as writer:
        for answer in await write_all(writer, random_entries(game, 2)):
            assert isinstance(answer, TryAgain)
        assert await store.log(game.id) == []
        modes.append("OFF" if sqlite else "write")
        assert await write_all(writer, random_entries(game, 2)) == [True, True]
    assert len(await store.log(game.id)) == 2


# Writers of several processes on one PostgreSQL.


@contextmanager
def capture_retries() -> Iterator[list[str]]:
    """Yield the errors for which batches are retried within the block."""
    reasons: list[str] = []
    with capture_logs() as logs:
        yield reasons
    reasons += [event["error"] for event in logs if event["event"] == "batch_retried"]


@pytest.mark.slow
@pytest.mark.postgres
async def test_writers_with_overlapping_batches_do_not_deadlock(postgres_engine: AsyncEngine) -> None:
    engine, store = postgres_engine, GameStore(postgres_engine)
    people = await new_player(store), await new_player(store)
    made = [await new_game(store, *people) for _ in range(60)]
    played = [random_entries(game, 4) for game in made]
    writers = [Writer(engine, Bus()) for _ in range(3)]
    tasks = []
    with capture_retries() as reasons:
        for number, writer in enumerate(writers):
            order = list(chain.from_iterable(played[number * 20 :] + played[: number * 20]))
            if number == 1:
                order.reverse()
            tasks += await queued(writer, [_conflicting(new_entry, number) for new_entry in order])
        async with running(writers[0]), running(writers[1]), running(writers[2]):
            answers = await asyncio.gather(*tasks)
    assert answers.count(True) == 240, "each ply was written once"
    assert not reasons
    for game in made:
        assert [entry.ply for entry in await store.log(game.id)] == [0, 1, 2, 3]


def _conflicting(new_entry: NewEntry, number: int) -> NewEntry:
    """Return an entry for the same ply as those of the other writers, but different from them."""
    return replace(new_entry, entry=replace(new_entry.entry, at=new_entry.entry.at + number))


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_writer_retries_after_a_deadlock(postgres_engine: AsyncEngine) -> None:
    """Another transaction locks a game that the writer needs, and requests one that the writer has locked.
    The writer waits first, so that the database reports the deadlock to it."""
    engine, store = postgres_engine, GameStore(postgres_engine)
    made = sorted([await new_game(store) for _ in range(2)], key=lambda game: game.id)
    writer = Writer(engine, Bus())
    tasks = await queued(writer, [random_entries(game, 1)[0] for game in made])
    lock = text("select id from games where id = :id for update")
    with capture_retries() as reasons:
        async with engine.connect() as other:
            await other.execute(text("set local deadlock_timeout = '60s'"))
            await other.execute(lock, {"id": made[1].id})
            async with running(writer):
                await eventually(lambda: _lock_is_awaited(engine))
                await other.execute(lock, {"id": made[0].id})
                await other.rollback()
                assert await asyncio.gather(*tasks) == [True, True]
    assert set(reasons) == {"deadlock detected"}, "again while the other still holds what it locked"


WAITING = """select count(*) from pg_stat_activity
 where datname = current_database() and wait_event_type = 'Lock'"""


async def _lock_is_awaited(engine: AsyncEngine) -> bool:
    async with engine.connect() as connection:
        return bool(await connection.scalar(text(WAITING)))
