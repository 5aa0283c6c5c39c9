"""Ratings in the database: written once, with the end of the game, in the order of the commits, and rebuilt
in that order."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec import UNSET
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import create_engine
from app.db.schema import audit, rating_changes
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import GameInfo, Player
from app.moderation.store import ModerationStore
from app.ops.rebuild import recount, recount_ratings
from app.ops.verify import differences, rating_differences
from app.people.audit import AuditedAct
from app.results.glicko import Rating, rate
from app.results.rating_store import RatingStore
from app.results.ratings import RatingChange, RatingKey
from app.settings import Settings
from app.wiring import Services
from engine import GAMES, OPENING, Entry
from engine.clock import DAY_MS
from tests.app.stored_games import HOUR, new_game, new_player, write_all, writing
from tests.app.two_processes import eventually

UNEVEN = next(game for game in GAMES.values() if game.uneven)
EVEN = next(game for game in GAMES.values() if len(game.seats) == 2 and not game.uneven and not game.dealt)


@pytest.fixture
def ratings(engine: AsyncEngine) -> RatingStore:
    return RatingStore(engine)


async def undo(store: GameStore, game: str, at: int) -> None:
    moderation = ModerationStore(store.engine, Bus())
    await moderation.undo_rating(AuditedAct("somebody", "undo_rating", game=game), game, at)


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
    return {key: (one.rating, one.games) for key, one in (await ratings.current()).items()}


def by_key(changes: list[RatingChange]) -> dict[RatingKey, list[RatingChange]]:
    """Return the changes of each rating, in their order."""
    found: dict[RatingKey, list[RatingChange]] = {}
    for change in changes:
        found.setdefault(change.key, []).append(change)
    return found


async def assert_agrees(store: GameStore, ratings: RatingStore) -> None:
    """Check that the rows agree with the logs, before and after they are rebuilt."""
    before, changes = await values(ratings), await ratings.changes()
    for key, own in by_key(changes).items():
        assert [change.before for change in own] == [Rating(), *(change.after for change in own[:-1])]
        assert before[key][0] == own[-1].after, "no change is lost"
    assert [what async for what in differences(store)] == []
    assert [what async for what in rating_differences(ratings)] == []
    await recount(store.engine)
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


@pytest.mark.databases("sqlite")
async def test_unequal_seats_are_rated_apart(store: GameStore, ratings: RatingStore, writer: Writer) -> None:
    one, two = await new_player(store), await new_player(store)
    await play(store, writer, one, two, loser=1, at=HOUR, game=UNEVEN)
    await play(store, writer, one, two, loser=1, at=HOUR + 1, game=UNEVEN)
    await play(store, writer, two, one, loser=1, at=HOUR + 2, game=UNEVEN)
    counts = {(key.player, key.seat): count for key, (_, count) in (await values(ratings)).items()}
    assert counts == {(one.id, 0): 2, (two.id, 1): 2, (two.id, 0): 1, (one.id, 1): 1}
    await assert_agrees(store, ratings)


@pytest.mark.databases("sqlite")
async def test_casual_short_and_aborted_games_are_not_rated(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two = await new_player(store), await new_player(store)
    for how in ({"rated": False}, {"moves": 3}, {"moves": 2}):
        await play(store, writer, one, two, loser=0, at=HOUR, **how)
    game = await new_game(store, one, two, game=EVEN, rated=True)
    assert await writer.write(NewEntry.of(game, game.match().then(Entry(0, 0, "abort", "", HOUR))))
    closed = await new_game(store, one, two, game=EVEN, rated=True)
    *played, _ = entries(closed, 0, HOUR)
    match = closed.match()
    for each in played:
        assert await writer.write(each)
        match = match.then(each.entry)
    by_moderator = match.then(Entry(match.ply, None, "abort", "", HOUR))
    assert await writer.write(NewEntry.of(closed, by_moderator))
    assert await values(ratings) == {}
    await assert_agrees(store, ratings)


@pytest.mark.databases("postgres")
async def test_games_that_end_at_once_are_rated_once_each_one_after_the_other(
    store: GameStore, ratings: RatingStore, writer: Writer, database_url: str
) -> None:
    """Four people in 24 games, whose last entries the writers of two processes write in any order, some of
    them twice."""
    people = [await new_player(store) for _ in range(4)]
    chance, last = random.Random(5), list[NewEntry]()
    for number in range(24):
        first, second = chance.sample(people, 2)
        game = await new_game(store, first, second, game=EVEN, rated=True)
        *moves, end = entries(game, number % 2, HOUR + 10 * (number // 2))
        await write_all(writer, moves)
        last.append(end)
    chance.shuffle(last)
    elsewhere = create_engine(Settings(database_url=database_url).url)
    async with writing(elsewhere) as other:
        sent = [(writer, other)[n % 2].write(end) for n, end in enumerate(last)]
        sent += [(other, writer)[n % 2].write(end) for n, end in enumerate(last[::3])]
        written = await asyncio.gather(*sent)
    assert sum(one is not None for one in written) == len(last), "each of them once"
    await elsewhere.dispose()
    changes = await ratings.changes()
    ended = sorted((change.game, change.ended) for change in changes)
    assert ended == sorted([(end.game, end.entry.at) for end in last] * 2)
    assert all(change.at >= change.ended for change in changes)
    for own in by_key(changes).values():
        assert len({change.at for change in own}) == len(own), "the order is total"
    await assert_agrees(store, ratings)


@pytest.mark.databases("sqlite")
async def test_a_game_that_is_written_late_is_rated_after_those_before_it(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two, three = [await new_player(store) for _ in range(3)]
    late = await new_game(store, one, two, game=EVEN, rated=True)
    *moves, end = entries(late, 0, HOUR)
    await write_all(writer, moves)
    first = await play(store, writer, two, three, loser=0, at=HOUR + 1000)
    shown, before = await store.info(first.id), await values(ratings)
    committed = await writer.write(end)
    info = await store.info(late.id)
    assert committed
    assert info
    assert committed.ratings == info.ratings
    assert await store.info(first.id) == shown, "games that are rated already keep their change"
    at = HOUR + 1001  # time does not go back for player two
    beaten, _ = before[RatingKey(two.id, EVEN.id, 0)]
    after = await values(ratings)
    assert after[RatingKey(one.id, EVEN.id, 0)] == (rate(Rating(), [(beaten, 0.0)], at), 1)
    assert after[RatingKey(two.id, EVEN.id, 0)] == (rate(beaten, [(Rating(), 1.0)], at), 2)
    assert [at for at, _ in await ratings.curve(two.id, EVEN.id, 0)] == [HOUR + 1000, HOUR + 1001]
    await assert_agrees(store, ratings)


async def test_an_undo_takes_back_its_change_once_and_no_other(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two, three = [await new_player(store) for _ in range(3)]
    fraud = await play(store, writer, one, two, loser=1, at=HOUR)
    won = [await play(store, writer, two, three, loser=1, at=HOUR + n * DAY_MS) for n in (1, 2)]
    shown, before = [await store.info(game.id) for game in won], await values(ratings)
    await undo(store, fraud.id, HOUR + 5 * DAY_MS)
    assert [await store.info(game.id) for game in won] == shown
    after, lost = await values(ratings), 1500 - rate(Rating(), [(Rating(), 0.0)], HOUR).rating
    victim, other = RatingKey(two.id, EVEN.id, 0), RatingKey(three.id, EVEN.id, 0)
    assert after[victim][0].rating == pytest.approx(before[victim][0].rating + lost)
    assert after[victim][0].deviation > before[victim][0].as_of(HOUR + 5 * DAY_MS).deviation
    assert (before[victim][1], after[victim][1]) == (3, 2)
    assert after[other] == before[other]
    curve = await ratings.curve(two.id, EVEN.id, 0)
    assert [at for at, _ in curve] == [HOUR + n * DAY_MS for n in (1, 2, 5)], "without the game, to today"
    assert curve[-1][1] == after[victim][0].rating
    await assert_agrees(store, ratings)
    with pytest.raises(Refusal, match="not_found"):
        await undo(store, fraud.id, HOUR + 6 * DAY_MS)
    async with store.engine.connect() as connection:
        acts = (await connection.execute(select(audit.c.act, audit.c.game))).all()
    assert acts.count(("undo_rating", fraud.id)) == 1, "an act that is refused has no row in the log"
    assert await values(ratings) == after
    await play(store, writer, two, three, loser=0, at=HOUR + 7 * DAY_MS)
    await assert_agrees(store, ratings)


@pytest.mark.databases("sqlite")
async def test_a_loaded_game_tells_that_its_change_was_taken_back(services: Services) -> None:
    store = services.games.store
    people = await new_player(store), await new_player(store)
    async with writing(store.engine) as writer:
        game = await play(store, writer, *people, loser=1, at=HOUR)
    async with services.games.sessions.open(game.id) as session:

        async def shows(*expected: object) -> bool:
            return [one and one.change for one in session.view.state(None).players] == [*expected]

        assert await shows(162, -162)
        await services.moderation.undo_rating("somebody", game.id, None)
        await eventually(lambda: shows(UNSET, UNSET))


@pytest.mark.databases("sqlite")
async def test_ratings_that_rest_on_undone_games_become_provisional_again(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two, three = [await new_player(store) for _ in range(3)]
    await play(store, writer, one, three, loser=0, at=HOUR)
    key = RatingKey(one.id, EVEN.id, 0)
    alone, _ = (await values(ratings))[key]
    farmed = [await play(store, writer, one, two, loser=n % 2, at=HOUR + 1 + n) for n in range(20)]
    assert not (await values(ratings))[key][0].provisional
    for number, game in enumerate(farmed):
        await undo(store, game.id, HOUR + 100 + number)
    rating, count = (await values(ratings))[key]
    assert (rating.rating, rating.deviation) == pytest.approx((alone.rating, alone.deviation), rel=1e-3)
    assert (count, rating.provisional, rating.firm_until) == (1, True, 0)
    assert await ratings.of_player(two.id, HOUR + 200) == [], "who has no rated game has no rating"
    info = await store.info(farmed[-1].id)
    assert info
    assert info.ratings[1] is None or info.ratings[1].change is None
    await assert_agrees(store, ratings)


@pytest.mark.databases("postgres")
async def test_undos_at_once_refund_once_and_lose_no_game_that_ends(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    one, two = await new_player(store), await new_player(store)
    frauds = [await play(store, writer, one, two, loser=1, at=HOUR + n) for n in range(4)]
    undos = [undo(store, game.id, HOUR + 100 + n) for n in range(3) for game in frauds]
    ends = [play(store, writer, two, one, loser=0, at=HOUR + 50 + n) for n in range(4)]
    done = await asyncio.gather(*undos, *ends, return_exceptions=True)
    refused = [error for error in done if isinstance(error, BaseException)]
    assert [getattr(error, "code", error) for error in refused] == ["not_found"] * 8
    assert {count for _, count in (await values(ratings)).values()} == {4}
    await assert_agrees(store, ratings)


async def test_a_recount_loses_no_game_that_ends_meanwhile(
    store: GameStore, ratings: RatingStore, writer: Writer
) -> None:
    """Neither of players who are rated already, nor of new ones."""
    one, two = await new_player(store), await new_player(store)
    new = [(await new_player(store), await new_player(store)) for _ in range(6)]
    await play(store, writer, one, two, loser=0, at=HOUR)

    async def recount_often() -> None:
        for _ in range(6):
            await recount_ratings(ratings, store)

    played = [
        play(store, writer, first, second, loser=1, at=HOUR + n)
        for n, (first, second) in enumerate([*new, (two, one)], 1)
    ]
    await asyncio.gather(recount_often(), *played)
    assert len(await ratings.changes()) == 2 * 8
    await assert_agrees(store, ratings)


@pytest.mark.databases("sqlite")
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
    await recount(engine)
    assert await values(ratings) == right
    await undo(store, first, HOUR + 9)
    refunded = await values(ratings)
    async with engine.begin() as connection:
        await connection.execute(text("update rating_changes set refunded = not refunded"))
    assert [what async for what in rating_differences(ratings)]
    await recount(engine)
    assert await values(ratings) == refunded
    await assert_agrees(store, ratings)
