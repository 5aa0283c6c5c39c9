"""Ratings in the database: written once, with the end of the game, in the order of the ends, and rebuilt from
the logs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.batch import NewEntry
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.people.moderation import Act, ModerationStore
from app.db.people.players import PlayerStore
from app.db.results.ratings import RatingStore
from app.db.schema import audit, rating_changes
from app.db.writer import Writer
from app.domain.game_info import GameInfo, Player
from app.domain.glicko import Rating, rate
from app.domain.ratings import RatingKey
from app.errors import Refusal
from app.ops.commands import differences
from app.ops.rebuild import rating_differences, recount
from engine import GAMES, OPENING, Entry
from engine.clock import DAY_MS
from tests.app.db.test_writer import running
from tests.app.stored_games import HOUR, new_game, new_player

UNEVEN = next(game for game in GAMES.values() if game.uneven)
EVEN = next(game for game in GAMES.values() if len(game.seats) == 2 and not game.uneven and not game.dealt)


@pytest.fixture
def ratings(engine: AsyncEngine) -> RatingStore:
    return RatingStore(engine)


@pytest_asyncio.fixture
async def writer(engine: AsyncEngine) -> AsyncIterator[Writer]:
    async with running(Writer(engine, Bus())) as writer:
        yield writer


async def undo(store: GameStore, game: str, at: int) -> list[str]:
    moderation = ModerationStore(store.engine, Bus())
    return await moderation.undo_rating(Act("somebody", "undo_rating", game=game), game, at)


def entries(game: GameInfo, loser: int, at: int, moves: int = 4) -> list[NewEntry]:
    """Return a game of some moves, the first ones there are, which `loser` resigns at `at`."""
    match, written = game.match(), list[NewEntry]()
    for _ in range(moves):
        move = next(move for move in match.legal if not move.endswith(OPENING))
        match = match.then(Entry(match.ply, match.turn, "move", move, at - 1000))
        written.append(NewEntry.of(game, match))
    return [*written, NewEntry.of(game, match.then(Entry(match.ply, loser, "resign", "", at)))]


async def play(
    store: GameStore, writer: Writer, first: Player, second: Player, loser: int, at: int, **how: object
) -> GameInfo:
    """Return a rated game that `loser` resigns at `at`."""
    moves = int(str(how.pop("moves", 4)))
    game = await new_game(store, first, second, **({"game": EVEN, "rated": True} | how))
    *before, end = entries(game, loser, at, moves)
    assert all(await asyncio.gather(*(writer.write(entry) for entry in before)))
    assert await writer.write(end)
    return game


async def values(ratings: RatingStore) -> dict[RatingKey, tuple[Rating, int]]:
    return await ratings.current()


async def assert_agrees(store: GameStore, ratings: RatingStore) -> None:
    """Check that the rows agree with the logs, before and after they are rebuilt."""
    before, changes = await values(ratings), await ratings.changes()
    assert [what async for what in differences(store)] == []
    assert [what async for what in rating_differences(ratings)] == []
    await recount(PlayerStore(store.engine), store)
    assert await values(ratings) == before
    assert await ratings.changes() == changes


async def test_a_rated_game_changes_the_ratings_of_both(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two = await new_player(store), await new_player(store)
    game = await play(store, writer, one, two, loser=1, at=HOUR)
    won = rate(Rating(), [(Rating(), 1.0)], HOUR)
    lost = rate(Rating(), [(Rating(), 0.0)], HOUR)
    assert await values(ratings) == {
        RatingKey(one.id, EVEN.id, 0): (won, 1),
        RatingKey(two.id, EVEN.id, 0): (lost, 1),
    }
    info = await store.info(game.id)
    assert info
    assert [one and (one.rating, one.provisional, one.change) for one in info.ratings] == [
        (1500, True, 162),
        (1500, True, -162),
    ]
    again = await play(store, writer, two, one, loser=0, at=HOUR + DAY_MS)
    (after, count) = (await values(ratings))[RatingKey(one.id, EVEN.id, 0)]
    assert (after, count) == (rate(won, [(lost, 1.0)], HOUR + DAY_MS), 2)
    assert await ratings.curve(one.id, EVEN.id, 0) == [(HOUR, won.rating), (HOUR + DAY_MS, after.rating)]
    shown = await store.info(again.id)
    assert shown
    assert [one and one.rating for one in shown.ratings] == [round(lost.rating), round(won.rating)]
    await assert_agrees(store, ratings)


async def test_unequal_seats_are_rated_apart(store: GameStore, ratings: RatingStore, writer: Writer) -> None:
    one, two = await new_player(store), await new_player(store)
    await play(store, writer, one, two, loser=1, at=HOUR, game=UNEVEN)
    await play(store, writer, one, two, loser=1, at=HOUR + 1, game=UNEVEN)
    await play(store, writer, two, one, loser=1, at=HOUR + 2, game=UNEVEN)
    counts = {(key.player, key.seat): count for key, (_, count) in (await values(ratings)).items()}
    assert counts == {(one.id, 0): 2, (two.id, 1): 2, (two.id, 0): 1, (one.id, 1): 1}
    await assert_agrees(store, ratings)


@pytest.mark.parametrize(
    "how", [{"rated": False}, {"moves": 3}, {"moves": 2}], ids=["casual", "three moves", "one move each"]
)
async def test_casual_and_short_games_are_not_rated(
    how: dict[str, object], store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two = await new_player(store), await new_player(store)
    await play(store, writer, one, two, loser=0, at=HOUR, **how)
    assert await values(ratings) == {}
    await assert_agrees(store, ratings)


async def test_an_aborted_game_is_not_rated(store: GameStore, ratings: RatingStore, writer: Writer) -> None:
    game = await new_game(store, game=EVEN, rated=True)
    match = game.match().then(Entry(0, 0, "abort", "", HOUR))
    assert await writer.write(NewEntry.of(game, match))
    assert await values(ratings) == {}
    await assert_agrees(store, ratings)


async def test_games_that_end_at_once_are_rated_once_each_in_the_order_of_their_ends(
    store: GameStore, ratings: RatingStore, writer: Writer, engine: AsyncEngine
) -> None:
    """Four people in 24 games, whose last entries two writers write in any order, some of them twice."""
    people = [await new_player(store) for _ in range(4)]
    chance, last = random.Random(5), list[NewEntry]()
    for number in range(24):
        first, second = chance.sample(people, 2)
        game = await new_game(store, first, second, game=EVEN, rated=True)
        *moves, end = entries(game, number % 2, HOUR + 10 * (number // 2))
        for entry in moves:
            assert await writer.write(entry)
        last.append(end)
    chance.shuffle(last)
    async with running(Writer(engine, Bus())) as other:
        sent = [(writer, other)[n % 2].send(end) for n, end in enumerate(last)]
        sent += [(other, writer)[n % 2].send(end) for n, end in enumerate(last[::3])]
        written = [await one for one in sent]
    assert sum(one is not None for one in written) == len(last), "each of them once"
    changes = await ratings.changes()
    assert len(changes) == 2 * len(last)
    ends = [(change.ended, change.game) for change in changes[::2]]
    assert ends == sorted((end.entry.at, end.game) for end in last)
    await assert_agrees(store, ratings)


async def test_a_game_that_is_written_late_counts_where_it_ended(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two, three = [await new_player(store) for _ in range(3)]
    late = await new_game(store, one, two, game=EVEN, rated=True)
    *moves, end = entries(late, 0, HOUR)
    for entry in moves:
        assert await writer.write(entry)
    later = [
        await play(store, writer, two, three, loser=0, at=HOUR + 1000),
        await play(store, writer, three, one, loser=0, at=HOUR + 2000),
    ]
    committed = await writer.write(end)
    assert committed
    assert committed.rerated == tuple(sorted(game.id for game in later))
    info = await store.info(late.id)
    assert info
    assert committed.ratings == info.ratings
    assert [change.game for change in await ratings.changes()][:2] == [late.id] * 2
    await assert_agrees(store, ratings)


async def test_a_rating_is_not_undone_when_too_many_games_have_been_rated_since(
    store: GameStore, ratings: RatingStore, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.results.ratings.MAX_RERATED_GAMES", 2)
    one, two = [await new_player(store) for _ in range(2)]
    games = [await play(store, writer, one, two, loser=0, at=HOUR + n) for n in range(3)]
    kept = await values(ratings)
    with pytest.raises(Refusal, match="too_old") as refused:
        await undo(store, games[0].id, HOUR + 5)
    assert refused.value.detail["limit"] == 2
    assert await values(ratings) == kept
    assert await undo(store, games[1].id, HOUR + 6) == [games[1].id, games[2].id]
    assert await undo(store, games[0].id, HOUR + 7), "two games are left, this one and a later one"
    await assert_agrees(store, ratings)


async def test_a_rating_that_is_undone_leaves_ratings_as_if_the_game_had_not_been_rated(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two, three = [await new_player(store) for _ in range(3)]
    await play(store, writer, two, three, loser=0, at=HOUR)
    kept = await values(ratings)
    fraud = await play(store, writer, one, two, loser=1, at=HOUR + 1)
    assert await undo(store, fraud.id, HOUR + 5)
    assert await values(ratings) == kept
    with pytest.raises(Refusal, match="not_found"):
        await undo(store, fraud.id, HOUR + 6)  # once
    async with store.engine.connect() as connection:
        acts = (await connection.execute(select(audit.c.act, audit.c.game))).all()
    assert acts.count(("undo_rating", fraud.id)) == 1, "an act that is refused has no row in the log"
    again = await play(store, writer, three, one, loser=1, at=HOUR + 2)
    assert len(await ratings.changes()) == 4
    assert await undo(store, again.id, HOUR + 7)
    await assert_agrees(store, ratings)


async def test_missing_and_wrong_ratings_are_found_and_repaired(
    store: GameStore, ratings: RatingStore, writer: Writer, engine: AsyncEngine
) -> None:
    one, two = await new_player(store), await new_player(store)
    for number in range(3):
        await play(store, writer, one, two, loser=number % 2, at=HOUR + number)
    right = await values(ratings)
    async with engine.begin() as connection:
        await connection.execute(text("update ratings set rating = rating + 1 where games > 0"))
    assert len([what async for what in rating_differences(ratings)]) == 2
    async with engine.begin() as connection:
        first = await connection.scalar(select(func.min(rating_changes.c.game_id)))
        await connection.execute(rating_changes.delete().where(rating_changes.c.game_id == first))
    assert [game async for game, *_ in differences(store)] == [first]
    await recount(PlayerStore(engine), store)
    assert await values(ratings) == right
