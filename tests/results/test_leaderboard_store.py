"""Leaderboards in the database: order, ties, pagination while results arrive, periods, hidden players."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import Player
from app.moderation.store import ModerationStore
from app.ops.rebuild import recount
from app.ops.verify import differences
from app.people.account_store import AccountChange, AccountStore
from app.people.audit import OPERATOR, AuditedAct
from app.results.daily.days import DailyStreak
from app.results.daily.messages import Place
from app.results.daily.store import DailyStore
from app.results.leaderboard_store import LeaderboardStore, RankedStanding, cursor_after
from app.results.recording import change_listing
from app.results.standings import score_board, seat_board, streak_board
from engine import Entry
from tests.app.solitaire_games import DAY_MS, OPEN, WINNING, new_solitaire, resigned_entries, won_entries
from tests.app.stored_games import HOUR, new_game, new_player, random_entries, write_all

ALL = score_board(OPEN.id, "open", "all")
DEALS = sorted(WINNING)


@pytest.fixture
def boards(engine: AsyncEngine) -> LeaderboardStore:
    return LeaderboardStore(engine)


async def ended(store: GameStore, writer: Writer, player: Player, **how: int) -> str:
    """Play a solitaire of this player, dealt by the server, and resign it; return its id."""
    game = await new_solitaire(store, player, deal=how.pop("deal", 1))
    await write_all(writer, resigned_entries(game, **how))
    return game.id


async def ranks(boards: LeaderboardStore, board: str = ALL) -> list[tuple[int, str]]:
    return [(line.rank, line.player.id) for line in await boards.page(board, 100)]


async def own_standing(boards: LeaderboardStore, board: str, player: Player) -> RankedStanding | None:
    return (await boards.read(board, 1, None, player))[1]


@pytest.mark.databases("sqlite")
async def test_the_order_is_score_then_moves_then_time_then_date(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    people = [await new_player(store) for _ in range(4)]
    await ended(store, writer, people[3], moves=3, each=10)
    await ended(store, writer, people[2], moves=2, each=2000)
    await ended(store, writer, people[1], moves=2, each=1000, at=HOUR + 5)
    await ended(store, writer, people[0], moves=2, each=1000, at=HOUR)
    found = await boards.page(ALL, 100)
    scores = {line.standing.score for line in found}
    assert len(scores) == 1, "the first moves win nothing here"
    assert [(line.rank, line.player.id) for line in found] == [(n + 1, people[n].id) for n in range(4)]


async def test_pages_skip_and_repeat_no_player_while_results_arrive(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    people = [await new_player(store) for _ in range(20)]
    for number, player in enumerate(people):
        await ended(store, writer, player, each=1000 + number // 2)
    before, seen = None, list[RankedStanding]()
    while page := await boards.page(ALL, 3, before):
        seen += page
        before = cursor_after(page, before)
        newcomer = await new_player(store)
        await ended(store, writer, newcomer, each=2000 if len(seen) % 2 else 1)  # behind all, or before
    first = [line.player for line in seen if line.player in people]
    assert first == sorted(set(first), key=first.index), "no player is repeated"
    assert set(first) == set(people), "and none is skipped"
    assert [line.rank for line in seen] == sorted(line.rank for line in seen)


async def test_equal_standings_share_a_rank_and_the_own_one_is_counted_among_all_or_among_accounts(
    engine: AsyncEngine, store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    people = [await new_player(store) for _ in range(12)]
    for number, player in enumerate(people):
        await ended(store, writer, player, at=HOUR + number // 3)
    accounts = people[::2]
    async with engine.begin() as connection:
        for player in accounts:
            await connection.execute(text("update players set account = 1 where id = :id"), {"id": player.id})
    for only, ranked in ((False, people), (True, accounts)):
        page, _ = await boards.read(ALL, 100, None, None, accounts=only)
        ranks = {line.player: line.rank for line in page}
        assert set(ranks) == set(ranked)
        numbers = [people.index(player) // 3 for player in ranked]
        assert [ranks[player] for player in ranked] == [1 + numbers.index(number) for number in numbers]
        for player in people:
            _, own = await boards.read(ALL, 1, None, player, accounts=only)
            assert (own and own.rank) == ranks.get(player), (only, player)


def at(moment: str) -> int:
    """Return the milliseconds since the epoch of a UTC time such as 2026-11-21 23:59:59.999."""
    return round(datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp() * 1000)


async def test_ends_of_one_player_in_one_batch_are_all_counted(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    player = await new_player(store)
    games = [await new_solitaire(store, player, created=HOUR + n, deal=8) for n in range(8)]
    games = [replace(game, first=True) for game in games]
    written = [resigned_entries(game, each=5 + n * 3 % 8) for n, game in enumerate(games)]
    for step in range(2):
        await asyncio.gather(*(writer.write(log[step]) for log in written))
    own = await own_standing(boards, ALL, player)
    assert own
    assert own.standing.ms == 5
    async with store.engine.connect() as connection:
        assert await connection.scalar(text("select count(*) from results")) == 8


async def test_wins_are_summed_over_games_and_batches(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    first, second = await new_player(store), await new_player(store)
    games = [await new_game(store, first, second) for _ in range(3)]
    games += [await new_game(store, second, first) for _ in range(2)]
    logs = [random_entries(game) for game in games]
    winners = []
    for game, log in zip(games, logs, strict=True):
        end = log[-1].end
        assert end
        outcome = end.fold.outcome
        assert outcome
        assert outcome.winner is not None
        winners.append(game.players[outcome.winner])
    for step in range(len(logs[0])):
        await asyncio.gather(*(writer.write(log[step]) for log in logs))
    rules = games[0].game.id
    for player in (first, second):
        own = await own_standing(boards, seat_board(rules, None, "all"), player)
        assert own
        assert (-own.standing.lead, own.standing.second) == (winners.count(player), 5)
    own = await own_standing(boards, seat_board(rules, 0, "all"), second)
    assert own
    assert own.standing.second == 2


@pytest.mark.databases("sqlite")
async def test_streaks_grow_with_wins_and_end_with_an_abandoned_deal(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    player = await new_player(store)

    async def streak(of: str) -> str | None:
        own = await own_standing(boards, streak_board(OPEN.id, of), player)  # type: ignore[arg-type]
        return own.standing.score if own else None

    async def play(turn: int, *, undone: int = 0) -> None:
        game = await new_solitaire(store, player, deal=DEALS[turn])
        await write_all(writer, won_entries(game, undone=undone))

    assert await streak("open") is None
    await play(0)
    assert (await streak("open"), await streak("clean")) == ("1 1", "1 1")
    await play(1, undone=1)
    assert [await streak(of) for of in ("open", "unaided", "clean")] == ["2 2", "2 2", "1 0"]
    await new_solitaire(store, player, deal=7)
    left = await new_solitaire(store, player, deal=DEALS[2])
    first, *rest = won_entries(left)
    assert await writer.write(first)
    assert await streak("open") == "2 2", "it may still be won, and a deal left before its first move is none"
    await new_solitaire(store, player, deal=5, chosen=True)
    assert await streak("open") == "2 2", "a chosen deal is no part of it"
    await new_solitaire(store, player, deal=1)
    assert await streak("open") == "2 0"
    await write_all(writer, rest)
    assert await streak("open") == "2 0", "an abandoned deal counts as lost for ever"


async def derived_rows(engine: AsyncEngine) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of all tables that are derived from the logs."""
    async with engine.connect() as connection:
        found = {}
        for table in ("results", "standings", "streaks"):
            rows = await connection.execute(text(f"select * from {table}"))
            found[table] = sorted((tuple(row) for row in rows), key=str)
        return found


@pytest.mark.databases("sqlite")
async def test_a_recount_rebuilds_the_rows_written_at_the_ends_of_games(
    store: GameStore, writer: Writer
) -> None:
    first, second = await new_player(store), await new_player(store)
    for number in range(3):
        game = await new_solitaire(store, first, deal=DEALS[number], created=HOUR + number * 10)
        await write_all(writer, won_entries(game, at=HOUR + number * 10 + 5))
    await new_solitaire(store, first, deal=9, created=HOUR + 50)
    await new_solitaire(store, first, deal=10, created=HOUR + 51)
    await ended(store, writer, second, moves=2, undone=1, deal=2)
    await write_all(writer, random_entries(await new_game(store, first, second)))
    before = await derived_rows(store.engine)
    assert all(before.values())
    assert await recount(store.engine) == 6
    assert await derived_rows(store.engine) == before
    async with store.engine.begin() as connection:
        for table in ("results", "standings", "streaks"):
            await connection.execute(text(f"delete from {table}"))
    assert len([game async for game in differences(store)]) == 5
    assert await recount(store.engine) == 6
    assert await derived_rows(store.engine) == before
    assert [game async for game in differences(store)] == []


@pytest.mark.databases("sqlite")
async def test_standings_are_the_same_in_whatever_order_the_ends_of_games_are_written(
    store: GameStore, writer: Writer
) -> None:
    """Two processes end two games of a player within moments."""
    first, second = await new_player(store), await new_player(store)
    logs = [random_entries(await new_game(store, first, second), at=HOUR + shift) for shift in (60, 0)]
    equal = [await new_solitaire(store, first, deal=number) for number in (1, 2, 3)]
    logs += [resigned_entries(game) for game in sorted(equal, key=lambda game: game.id, reverse=True)]
    for log in logs:
        await write_all(writer, log)
    before = await derived_rows(store.engine)
    await recount(store.engine)
    assert (await derived_rows(store.engine))["standings"] == before["standings"]


async def hide(store: GameStore, player: Player, since: int | None) -> None:
    act = AuditedAct(OPERATOR, "hide", player.id)
    await ModerationStore(store.engine, Bus()).set_hidden(act, player.id, since, HOUR)


async def test_a_hidden_player_has_no_standings_and_gets_all_of_them_back(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    player, other = await new_player(store), await new_player(store)
    people = AccountStore(store.engine, Bus(), change_listing)
    game = await new_solitaire(store, player, deal=DEALS[0])
    await write_all(writer, won_entries(game))
    await ended(store, writer, other, deal=2)
    await write_all(writer, random_entries(await new_game(store, player, other)))
    before = await derived_rows(store.engine)

    async def hide_by_operator(hidden: bool) -> None:
        await hide(store, player, HOUR if hidden else None)

    async def hide_by_wish(hidden: bool) -> None:
        await people.change(player.id, AccountChange(listed=not hidden), HOUR)

    for change in (hide_by_operator, hide_by_wish):
        await change(True)
        assert await ranks(boards) == [(1, other.id)]
        assert await own_standing(boards, ALL, player) is None
        await change(False)
        assert await derived_rows(store.engine) == before
    await hide(store, player, HOUR)
    await people.change(player.id, AccountChange(listed=True), HOUR)
    assert await own_standing(boards, ALL, player) is None, "the wish does not override the operator"
    await ended(store, writer, player, deal=3)
    assert await own_standing(boards, ALL, player) is None, "nor does another game"
    await hide(store, player, None)
    assert await own_standing(boards, ALL, player)
    assert await own_standing(boards, streak_board(OPEN.id, "open"), player)


async def test_of_concurrent_attempts_one_is_the_first(store: GameStore) -> None:
    player = await new_player(store)
    games = await asyncio.gather(*(new_solitaire(store, player, deal=77) for _ in range(5)))
    assert sorted(game.first for game in games) == [False] * 4 + [True]


async def test_a_daily_deal_has_one_running_game_for_each_player(store: GameStore, writer: Writer) -> None:
    player = await new_player(store)
    games = await asyncio.gather(
        *(new_solitaire(store, player, deal=7, daily="2026-09-21") for _ in range(5))
    )
    assert len({game.id for game in games}) == 1
    assert games[0].first
    await write_all(writer, resigned_entries(games[0]))
    again = await new_solitaire(store, player, deal=7, daily="2026-09-21")
    assert (again.id != games[0].id, again.first) == (True, False)


async def test_a_daily_deal_counts_if_it_ends_within_the_day(
    store: GameStore, boards: LeaderboardStore, writer: Writer
) -> None:
    day = datetime.fromtimestamp(HOUR / 1000, UTC).date().isoformat()
    board = score_board(OPEN.id, "open", f"daily {day}")
    in_time, next_best, late = [await new_player(store) for _ in range(3)]
    midnight = HOUR - HOUR % DAY_MS + DAY_MS
    for player, moves, end in ((in_time, 1, midnight - 1), (next_best, 2, midnight - 1), (late, 1, midnight)):
        game = await new_solitaire(store, player, deal=7, daily=day)
        await write_all(writer, resigned_entries(game, moves=moves, at=end))
    assert await ranks(boards, board) == [(1, in_time.id), (2, next_best.id)]
    assert await own_standing(boards, ALL, late) is None, "its secret was public before it ended"
    assert await own_standing(boards, ALL, in_time)
    daily = DailyStore(store.engine)
    places = [await daily.places([OPEN.id], day, player.id) for player in (in_time, next_best, late)]
    assert places == [{OPEN.id: Place("unaided", 1, 1, 2)}, {OPEN.id: Place("unaided", 2, 0, 2)}, {}]


@pytest.mark.databases("sqlite")
async def test_a_day_is_solved_by_a_win_without_help_and_played_by_any_result(
    store: GameStore, writer: Writer
) -> None:
    player, deals = await new_player(store), iter(DEALS)

    async def play(day: str, *, undone: int = 0, hint: bool = False, won: bool = True) -> None:
        game = await new_solitaire(store, player, deal=next(deals), daily=day)
        last = at(f"{day} 12:00:00.000")
        entries = [line.entry for line in won_entries(game, undone=undone, at=last)]
        if not won:
            entries[-1] = replace(entries[-1], act="resign", text="")
        match = game.match()
        if hint:
            match = match.then(Entry(0, 0, "hint", "", last - HOUR))
            assert await writer.write(NewEntry.of(game, match))
        for entry in entries:
            match = match.then(replace(entry, ply=match.ply))
            assert await writer.write(NewEntry.of(game, match))

    await play("2026-03-01", undone=1)
    await play("2026-03-02", hint=True)
    await play("2026-03-03", won=False)
    solved, played = await DailyStore(store.engine).streaks(player.id, "2026-03-03")
    assert solved == DailyStreak(1, 1, 0), "with undo, but without help; the missed day is the month's freeze"
    assert played == DailyStreak(3, 3, 1)
    finished = await DailyStore(store.engine).finished_in(player.id, "2026-03")
    assert [finished[f"2026-03-0{day}"] for day in (1, 2, 3)] == [
        {OPEN.id: one} for one in (True, False, False)
    ]
