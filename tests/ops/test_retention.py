"""The daily sweep: expired rows that it deletes, and rows that it keeps."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from datetime import date

import pytest
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.api import VALUES
from app.analysis.finding_store import HINT_LINES, FindingStore, HintLine
from app.analysis.messages import Evaluated, Value
from app.analysis.missed import MISSED_WINS, Searched
from app.bus.notices import Bus
from app.core.ids import new_id
from app.db.engine import write_transaction
from app.db.key_values import write_value
from app.db.schema import SWEPT_DAY_KEY, metadata, players, seats, standings
from app.games.chat_store import ChatStore
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import GameInfo, Player
from app.ops.commands import run
from app.ops.rebuild import recount
from app.ops.retention import ADVISORY_LOCK, DailySweep, SweepInProgress
from app.ops.verify import differences
from app.people.block_store import add_block
from app.people.player_store import PlayerStore
from app.people.sign_in_store import SignInStore
from app.results.standings import boards_of, day_of, past_scopes, score_board, seat_board
from app.settings import Settings
from tests.app.http_players import PAIR
from tests.app.solitaire_games import DAY_MS, OPEN, WINNING, new_solitaire, resigned_entries, won_entries
from tests.app.stored_games import HOUR, new_game, new_player, random_entries, write_all
from tests.results.test_leaderboard_store import derived_rows

MONTH_MS = 30 * DAY_MS
DEALS = sorted(WINNING)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ops.retention.BATCH_PAUSE", 0)


async def ids(engine: AsyncEngine, table: str = "games", column: str = "id") -> set[str]:
    async with engine.connect() as connection:
        return set(await connection.scalars(text(f"select {column} from {table}")))


async def many_players(engine: AsyncEngine, count: int) -> list[Player]:
    """Create players by one statement."""
    people = [Player(new_id(10), f"Player {number}") for number in range(count)]
    rows = [{"id": player.id, "name": player.name, "created": HOUR} for player in people]
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.execute(insert(players), rows)
    return people


async def all_rows(engine: AsyncEngine) -> dict[str, list[str]]:
    async with engine.connect() as connection:
        return {
            table.name: sorted([str(row) for row in await connection.execute(select(table))])
            for table in metadata.sorted_tables
        }


async def test_a_guest_without_a_game_goes_30_days_after_they_were_seen(
    engine: AsyncEngine, store: GameStore
) -> None:
    people, sign_ins = PlayerStore(engine), SignInStore(engine)
    gone, token = await people.create_guest(HOUR)
    player, busy = await new_player(store), await new_player(store)
    await new_game(store, busy, player)
    returned, used = await people.create_guest(HOUR)
    sweep = DailySweep(engine)
    assert (await sweep.sweep(HOUR))["guests"] == 0, "they have just come"
    assert (await sweep.sweep(HOUR + MONTH_MS - 1))["guests"] == 0
    credential = await sign_ins.by_token(used)
    assert credential
    await sign_ins.touch_token(used, HOUR + MONTH_MS - 1)
    later, _ = await people.create_guest(HOUR + MONTH_MS - 1)
    assert (await sweep.sweep(HOUR + MONTH_MS))["guests"] == 1
    assert await ids(engine, "players") == {player.id, busy.id, returned.id, later.id}
    assert await sign_ins.by_token(token) is None
    assert await sign_ins.by_token(used)
    assert f"person {gone.id}" in [key for _, key in await sign_ins.revocations_after(0)]
    assert (await sweep.sweep(HOUR + 2 * MONTH_MS))["guests"] == 2


async def test_blocks_by_and_about_a_guest_go_with_the_guest(engine: AsyncEngine, store: GameStore) -> None:
    """A block by somebody else is no visit of the guest."""
    blocked, blocking, other, friend = [await new_player(store) for _ in range(4)]
    await new_game(store, other, friend)
    sweep = DailySweep(engine)
    await sweep.sweep(HOUR)
    async with write_transaction(engine) as connection:
        await add_block(connection, other.id, blocked.id, HOUR + MONTH_MS)
        await add_block(connection, other.id, friend.id, HOUR)
        await add_block(connection, blocking.id, other.id, HOUR)
    assert (await sweep.sweep(HOUR + MONTH_MS))["guests"] == 2
    assert await ids(engine, "players") == {other.id, friend.id}
    assert await ids(engine, "blocks", "blocked_id") == {friend.id}


async def test_a_solitaire_without_an_entry_goes_after_30_days_and_its_deal_stays_known(
    engine: AsyncEngine, store: GameStore, writer: Writer
) -> None:
    player = await new_player(store)
    left = await new_solitaire(store, player, deal=7)
    chosen = await new_solitaire(store, player, deal=8, chosen=True)
    loaded = await new_solitaire(store, player, deal=9)
    begun, ended = await new_solitaire(store, player, deal=11), await new_solitaire(store, player, deal=12)
    new = await new_solitaire(store, player, deal=13, created=HOUR + 1)
    for game in (begun, ended):
        await write_all(writer, resigned_entries(game)[: 1 + (game is ended)])
    others = [await new_game(store, player, None), await new_game(store, player, player)]
    found = FindingStore(engine)
    for game in (left, loaded):
        await found.put(HINT_LINES, game.id, HintLine("start", ("a",)), HOUR)
    sweep = DailySweep(engine, lambda: {loaded.id})
    assert (await sweep.sweep(HOUR + MONTH_MS - 1))["solitaires"] == 0
    assert (await sweep.sweep(HOUR + MONTH_MS))["solitaires"] == 2
    kept = {game.id for game in (loaded, begun, ended, new, *others)}
    assert await ids(engine) == await ids(engine, "seats", "game_id") == kept
    assert await ids(engine, "findings", "key") == {loaded.id}
    assert {left.id, chosen.id} <= await ids(engine, "attempts", "game_id")
    assert not (await new_solitaire(store, player, deal=7)).first, "the player has seen the deal"
    assert [found async for found in differences(store)] == []


async def test_streaks_are_the_same_when_they_are_rebuilt_after_the_sweep(
    engine: AsyncEngine, store: GameStore, writer: Writer
) -> None:
    player = await new_player(store)

    async def play(number: int) -> GameInfo:
        game = await new_solitaire(store, player, deal=DEALS[number], created=HOUR + number * 10)
        await write_all(writer, won_entries(game, at=HOUR + number * 10 + 5))
        return game

    await play(0)
    await new_solitaire(store, player, deal=5, created=HOUR + 6)  # left before its first move
    await play(1)
    last = await new_solitaire(store, player, deal=6, created=HOUR + 16)
    before = await derived_rows(engine)
    assert (await DailySweep(engine).sweep(HOUR + 16 + MONTH_MS))["solitaires"] == 2
    assert last.id not in await ids(engine)
    before["standings"] = (await derived_rows(engine))["standings"]  # those of deals are swept too
    assert await recount(engine) == 2
    rebuilt = await derived_rows(engine)
    assert (rebuilt["streaks"], rebuilt["results"]) == (before["streaks"], before["results"])
    await new_solitaire(store, player, deal=DEALS[2], created=HOUR + 2 * MONTH_MS)
    async with engine.connect() as connection:
        runs = (await connection.execute(text("select open, open_best from streaks"))).one()
    assert tuple(runs) == (2, 2), "a deal that was swept had no move and counts for nothing"


def standing(board: str, person: Player, game: GameInfo, lead: int, at: int = HOUR) -> dict[str, object]:
    names = ("second", "moves", "ms", "undone", "hints", "sittings")
    row = {"board": board, "player_id": person.id, "lead": lead, "at": at, "score": "1", "first": True}
    return row | dict.fromkeys(names, 0) | {"game_id": game.id}


async def add_standings(engine: AsyncEngine, rows: list[dict[str, object]]) -> None:
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.execute(insert(standings), rows)


async def count_standings(engine: AsyncEngine) -> dict[str, int]:
    query = select(standings.c.board, func.count()).group_by(standings.c.board)
    async with engine.connect() as connection:
        return {row[0]: row[1] for row in await connection.execute(query)}


@pytest.mark.slow
async def test_leaderboards_of_days_weeks_and_months_keep_100_places_30_days_after_their_end(
    engine: AsyncEngine, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ops.retention.ROWS_PER_BATCH", 7)
    people = await many_players(engine, 120)
    game = await new_solitaire(store, people[0], created=HOUR)  # on Monday, 21 September 2026
    trimmed = [score_board(OPEN.id, "open", scope) for scope in ("2026-09-21", "2026-W39", "2026-09")]
    trimmed.append(seat_board(PAIR.id, 1, "2026-09-21"))
    kept = [
        score_board(OPEN.id, "clean", scope) for scope in ("all", "2026-10-15", "daily 2026-09-21", "deal 5")
    ]
    rows = [
        standing(board, person, game, lead=min(number, 105) if number > 50 else number)
        for board in (*trimmed, *kept)
        for number, person in enumerate(people)
    ]
    tied = score_board(OPEN.id, "clean", "2026-09-22")
    rows += [standing(tied, person, game, lead=min(number, 98)) for number, person in enumerate(people)]
    await add_standings(engine, rows)
    day, week, month, seat = trimmed
    sweep = DailySweep(engine)

    async def cut(until: date) -> set[str]:
        await sweep.sweep(HOUR + (until - day_of(HOUR)).days * DAY_MS + MONTH_MS)
        return {board for board, count in (await count_standings(engine)).items() if count < len(people)}

    assert await cut(date(2026, 9, 21)) == set(), "the day has not ended yet"
    assert await cut(date(2026, 9, 22)) == {day, seat}
    assert await cut(date(2026, 9, 28)) == {day, seat, week}
    assert await cut(date(2026, 10, 1)) == {day, seat, week, month}
    counts = await count_standings(engine)
    assert {counts[board] for board in trimmed} == {100}
    assert counts[tied] == len(people), "all of them share a place within the hundred"
    assert {counts[board] for board in kept} == {len(people)}
    await add_standings(engine, [standing(day, await new_player(store), game, lead=200)])
    await cut(date(2026, 10, 2))
    assert (await count_standings(engine))[day] == 101, "what was trimmed is not looked at again"
    async with write_transaction(engine) as connection:
        await write_value(connection, SWEPT_DAY_KEY, "")  # as `recount` does
    await cut(date(2026, 10, 2))
    assert (await count_standings(engine))[day] == 100, "but after standings were rebuilt"


def test_the_scopes_that_have_ended_are_days_and_the_weeks_and_months_that_end_with_them() -> None:
    assert list(past_scopes(date(2026, 11, 28), date(2026, 12, 1))) == [
        *("2026-11-28", "2026-11-29", "2026-W48", "2026-11-30", "2026-11"),
    ]
    assert list(past_scopes(date(2027, 1, 3), date(2027, 1, 4))) == ["2027-01-03", "2026-W53"]
    assert list(past_scopes(date(2027, 1, 3), date(2027, 1, 3))) == []
    assert len(list(boards_of(PAIR, "all"))) == 3
    assert len(list(boards_of(OPEN, "all"))) == 3


async def test_the_leaderboard_of_a_deal_that_one_person_played_goes_after_30_days(
    engine: AsyncEngine, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ops.retention.STANDINGS_PER_PAGE", 3)
    one, two = await new_player(store), await new_player(store)
    game = await new_solitaire(store, one)
    rows = []
    for number in range(10):
        alone, shared = (score_board(OPEN.id, "open", f"deal {number}{last}") for last in (1, 2))
        rows += [standing(alone, one, game, 1, HOUR + number), standing(shared, one, game, 1)]
        rows.append(standing(shared, two, game, 1))
    rows.append(standing(score_board(OPEN.id, "open", "all"), one, game, 1))
    await add_standings(engine, rows)
    sweep = DailySweep(engine)
    assert (await sweep.sweep(HOUR + MONTH_MS + 4))["standings of deals"] == 5
    assert (await sweep.sweep(HOUR + 2 * MONTH_MS))["standings of deals"] == 5
    counts = await count_standings(engine)
    assert len(counts) == 11
    assert sum(counts.values()) == 21


async def test_lines_of_chats_and_values_of_positions_go_after_ninety_days(
    engine: AsyncEngine, store: GameStore
) -> None:
    """Other findings stay as long as their game."""
    game, chat, found = await new_game(store), ChatStore(engine, Bus()), FindingStore(engine)
    assert game.players[0]
    value, later = Evaluated(0, Value(exact=False), []), HOUR + 92 * DAY_MS + 1
    for day in range(4):
        at = HOUR + day * DAY_MS
        await chat.add(game.id, "players", game.players[0], 0, f"day {day}", at)
        await found.put_range(VALUES, game.id, {day: value}, at)
    await found.put(MISSED_WINS, game.id, Searched(None), HOUR)
    for dry in (True, False):
        swept = await DailySweep(engine).sweep(later, dry=dry)
        assert (swept["lines of chats"], swept["values of positions"]) == (3, 3)
    assert [line.text for line in await chat.lines(game.id, ("players",))] == ["day 3"]
    assert await found.get_range(VALUES, game.id, 0, 9) == {3: (value, HOUR + 3 * DAY_MS)}
    assert await found.get(MISSED_WINS, game.id) == Searched(None)


async def test_seats_of_ended_games_are_noted_where_that_is_missing(
    engine: AsyncEngine, database_url: str, store: GameStore, writer: Writer
) -> None:
    """As in a database into which a backup is restored."""
    ended, running_game = await new_game(store), await new_game(store)
    await write_all(writer, random_entries(ended))
    query = select(seats.c.game_id).where(seats.c.ended).distinct()
    async with engine.execution_options(writes=True).begin() as connection:
        assert (await connection.scalars(query)).all() == [ended.id], "by the end of the game"
        await connection.execute(update(seats).values(ended=False))
    assert await run(Settings(database_url=database_url), Namespace(command="recount")) == 0
    async with engine.connect() as connection:
        assert (await connection.scalars(query)).all() == [ended.id]
    assert running_game.id != ended.id


@pytest.mark.databases("sqlite", "postgres")
async def test_a_dry_run_changes_nothing_and_counts_what_the_sweep_then_deletes(
    engine: AsyncEngine, store: GameStore
) -> None:
    people = await many_players(engine, 110)
    games = [await new_solitaire(store, people[0], deal=deal) for deal in (3, 4)]
    played = await new_game(store, people[1], people[2])
    board = score_board(OPEN.id, "open", "2026-09-21")
    rows = [standing(board, person, played, number) for number, person in enumerate(people)]
    rows.append(standing(score_board(OPEN.id, "open", "deal 5"), people[1], played, 1))
    await add_standings(engine, rows)
    sweep = DailySweep(engine)
    await sweep.sweep(HOUR)
    before, now = await all_rows(engine), HOUR + MONTH_MS + DAY_MS
    counted = await sweep.sweep(now, dry=True)
    assert await all_rows(engine) == before
    found = {
        "solitaires": len(games),
        "guests": 0,  # all of them have a standing, some of them until now
        "lines of chats": 0,
        "early ends": 0,
        "values of positions": 0,
        "former names": 0,
        "standings of periods": 10,
        "standings of deals": 1,
    }
    assert counted == found
    assert await sweep.sweep(now) == counted
    assert (await sweep.sweep(now))["guests"] == 10
    assert (await sweep.sweep(now)) == dict.fromkeys(found, 0)


@pytest.mark.databases("sqlite", "postgres")
async def test_it_is_done_once_a_day_by_one_process(engine: AsyncEngine) -> None:
    others = [DailySweep(engine) for _ in range(5)]
    claims = await asyncio.gather(*(other.claim(HOUR) for other in others), return_exceptions=True)
    assert claims.count(True) == 1
    assert not await others[0].claim(HOUR + DAY_MS - 1)
    assert await others[0].claim(HOUR + DAY_MS)


@pytest.mark.postgres
async def test_two_processes_do_not_sweep_at_the_same_time(postgres_engine: AsyncEngine) -> None:
    sweep = DailySweep(postgres_engine)
    lock = text(f"select pg_advisory_xact_lock({ADVISORY_LOCK})")
    async with postgres_engine.begin() as connection:
        await connection.execute(lock)
        with pytest.raises(SweepInProgress):
            await sweep.sweep(HOUR)
        await sweep.sweep_if_due(HOUR)  # which leaves it to the other one
    await sweep.sweep(HOUR)


async def test_logs_of_games_are_kept_for_ever(engine: AsyncEngine, writer: Writer) -> None:
    store = GameStore(engine)
    one, other = await new_player(store), await new_player(store)
    rated, begun, alone = [
        await new_game(store, one, other, rated=True),
        await new_game(store, one, other),
        await new_solitaire(store, one, deal=1),
    ]
    await write_all(writer, [*random_entries(rated), *random_entries(begun)[:3], *resigned_entries(alone)])
    before = {game.id: await store.log(game.id) for game in (rated, begun, alone)}
    await DailySweep(engine).sweep(HOUR + 400 * DAY_MS)  # all times of retention are over
    assert {game: await store.log(game) for game in before} == before
    assert [found async for found in differences(store)] == []
