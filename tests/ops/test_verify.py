"""`verify` finds manipulated logs, and rows that do not match their logs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games.store import GameStore
from app.model.game_info import GameInfo, Player
from app.ops.rebuild import recount
from app.ops.retention import DailySweep
from app.ops.verify import derived_differences, differences, verify
from app.people.player_store import PlayerStore
from engine import Timed
from engine.commands.progress import SILENT
from tests.app.http_players import PAIR, ended_position, moves
from tests.app.solitaire_games import DAY_MS, WINNING, new_solitaire, resigned_entries, won_entries
from tests.app.stored_games import HOUR, new_game, new_player, random_entries, timed_entries, write_entries

PLIES = len(moves())


async def played_game(engine: AsyncEngine, count: int | None = None, **changes: Any) -> GameInfo:
    """Return a game in the database with its first `count` entries (None: all)."""
    store = GameStore(engine)
    game = await new_game(store, await new_player(store), await new_player(store), **changes)
    await write_entries(engine, random_entries(game, count))
    return game


async def manipulate(engine: AsyncEngine, statement: str, **values: object) -> None:
    async with engine.begin() as connection:
        await connection.execute(text(statement), values)


async def differing_plies(engine: AsyncEngine) -> list[tuple[str, int]]:
    return [(game, ply) async for game, ply, _ in differences(GameStore(engine))]


async def test_charged_times_are_verified_and_recounted(engine: AsyncEngine) -> None:
    store = GameStore(engine)
    game = await new_game(store, await new_player(store), await new_player(store), control=Timed(600))
    running_game = await new_game(store, await new_player(store), await new_player(store), control=Timed(600))
    await write_entries(engine, [*timed_entries(game), *timed_entries(running_game, 5)])
    await recount(engine)
    assert await differing_plies(engine) == []
    change = "update entries set spent = {} where ply = 3 and game_id = :game"
    await manipulate(engine, change.format(2000), game=game.id)
    await manipulate(engine, change.format("null"), game=running_game.id)  # moves its deadline
    assert sorted(await differing_plies(engine)) == sorted([(game.id, 3), (running_game.id, 5)])


async def found_after(
    engine: AsyncEngine, changes: Iterable[str], count: int | None = None, where: str = ""
) -> dict[str, int | None]:
    """Change each of as many games of `count` entries, and return the plies that then differ."""
    made = {change: await played_game(engine, count) for change in changes}
    good = await played_game(engine, count)
    for change, game in made.items():
        before, _, condition = change.partition(" where ")
        conditions = " and ".join(filter(None, (condition, where, "{} = :game")))
        key = "id" if before.startswith("update games") else "game_id"
        await manipulate(engine, f"{before} where {conditions.format(key)}", game=game.id)
    differing = dict(await differing_plies(engine))
    assert good.id not in differing
    return {change: differing.get(game.id) for change, game in made.items()}


async def test_a_manipulated_entry_is_found_at_its_ply(engine: AsyncEngine) -> None:
    expected: dict[str, int | None] = {
        "update entries set spent = 0 where ply = 2": 2,
        f"update entries set text = '{moves()[3]}' where ply = 2": 2,
        "update entries set text = 'banana' where ply = 2": 2,
        "update entries set text = 'x' where ply = 0": 0,
        "update entries set seat = 1 where ply = 2": 2,
        "update entries set seat = null where ply = 2": 2,
        "update entries set act = 'undo', text = '' where ply = 2": 2,
        "update entries set act = 'nonsense' where ply = 2": 2,
        "update entries set at = 5 where ply = 2": 2,
        "delete from entries where ply = 2": 2,
        f"delete from entries where ply = {PLIES - 1}": PLIES - 1,
        "delete from entries": 0,
        f"update entries set ply = {PLIES} where ply = {PLIES - 1}": PLIES - 1,
    }
    assert await found_after(engine, expected) == expected


async def test_a_manipulated_row_of_a_game_is_found(engine: AsyncEngine) -> None:
    ended = [
        *("ply = 3", "turn = 1", "ended = null", "ended = ended + 1", "winner = 1 - winner"),
        *("winner = null", "reason = 'other'", "score = '7'", "score = null", "moves = 3", "moves = null"),
        *("duration = 7", "duration = null", "score = 'seven'", "version = 99", "rules = 'nonsense'"),
        *("base = 60", "increment = 1", "days = 1, increment = 0", "position = 'banana'"),
        f"position = '{ended_position()}'",
    ]
    running_games = ["ply = 2", "ply = 4", "turn = null", "turn = 0", "ended = 5, reason = ''"]
    for changes, count in ((ended, None), (running_games, 3)):
        found = await found_after(engine, [f"update games set {change}" for change in changes], count)
        assert [change for change, ply in found.items() if ply is None] == []


async def test_a_manipulated_result_is_found_and_a_recount_repairs_it(engine: AsyncEngine) -> None:
    changes = ("won = not won", "made = 7", "ms = 7", "ended = 7", "undone = 1", "shown = false")
    statements = [f"update results set {change}" for change in (*changes, "reason = 'other'")]
    found = await found_after(engine, statements, where="seat = 0")
    assert found == dict.fromkeys(statements, PLIES)
    await recount(engine)
    assert await differing_plies(engine) == []


@pytest.mark.databases("sqlite", "postgres")
async def test_the_command_names_game_and_ply_and_returns_1(
    engine: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = await played_game(engine), await played_game(engine)
    await manipulate(engine, "delete from standings where player_id = :player", player=good.creator)
    assert await verify(engine, SILENT) == 1
    assert f"player {good.creator}: the standing on" in capsys.readouterr().out
    await recount(engine)
    assert await verify(engine, SILENT) == 0
    assert capsys.readouterr().out == "Every game agrees with its log.\n"
    await manipulate(
        engine, "update entries set text = 'banana' where ply = 2 and game_id = :game", game=bad.id
    )
    assert await verify(engine, SILENT) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"game {bad.id}, ply 2: move of seat {PAIR.turn(PAIR.start(0))}: ")
    assert last == "1 games differ."


async def test_a_game_that_cannot_be_replayed_does_not_stop_a_recount(engine: AsyncEngine) -> None:
    bad, good = await played_game(engine), await played_game(engine)
    await manipulate(
        engine, "update entries set text = 'banana' where ply = 2 and game_id = :game", game=bad.id
    )
    await manipulate(engine, "delete from results")
    await recount(engine)
    assert await differing_plies(engine) == [(bad.id, 2)]
    assert (await GameStore(engine).stored_game(good.id)).results


async def test_a_wrong_time_control_is_found_where_the_log_contradicts_it(engine: AsyncEngine) -> None:
    store = GameStore(engine)
    for change in ("base = null", "base = null, increment = null", "base = 0"):
        players = await new_player(store), await new_player(store)
        game = await new_game(store, *players, control=Timed(600))
        timed = [(new, replace(new.entry, spent=new.entry.spent and 1000)) for new in timed_entries(game)]
        await write_entries(engine, [replace(new, entry=slow) for new, slow in timed])
        await manipulate(engine, f"update games set {change} where id = :game", game=game.id)
        assert game.id in [one for one, _ in await differing_plies(engine)], change


async def derived_complaints(engine: AsyncEngine, now: int = HOUR) -> list[str]:
    ids = await PlayerStore(engine).ids()
    return [what for player in ids for what in await derived_differences(engine, player, now)]


async def test_manipulated_points_streaks_and_standings_are_found_and_a_recount_repairs_them(
    engine: AsyncEngine,
) -> None:
    await played_game(engine)
    store = GameStore(engine)
    game = await new_solitaire(store, await new_player(store), deal=min(WINNING))
    await write_entries(engine, won_entries(game))
    await new_solitaire(store, Player(game.creator, ""), deal=9, created=HOUR + 10)
    assert await derived_complaints(engine) == []
    for change, complaint in (
        ("update results set points = 7 where points is not null", " has 7 points, but the score "),
        ("update results set points = null where points is not null", " has None points, but the score "),
        ("delete from streaks", " is None, not Streak("),
        ("update streaks set open_best = open_best + 1", "the streak at "),
        ("update streaks set pending = null", "the streak at "),
        ("delete from standings", " is missing"),
        ("delete from standings where board like '% all'", " is missing"),
        ("update standings set lead = lead - 1", " is of game "),
        ("update standings set at = at + 1", " is of game "),
        ("update standings set board = board || ' too'", " belongs to no result"),
        ("update players set hidden = 1", " belongs to no result"),
    ):
        await manipulate(engine, change)
        assert any(complaint in what for what in await derived_complaints(engine)), change
        await recount(engine)
        assert await derived_complaints(engine) == [], change


async def test_standings_that_a_sweep_has_deleted_are_not_missing(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of old deals, and of old periods with more results than places, of which there are four here."""
    for module in ("retention", "verify"):
        monkeypatch.setattr(f"app.ops.{module}.TOP_RANKS", 4)
    store, later = GameStore(engine), HOUR + 100 * DAY_MS
    for n in range(6):
        game = await new_solitaire(store, await new_player(store), deal=1 + n % 3)
        await write_entries(engine, resigned_entries(game, each=1000 + n))
    async with engine.begin() as connection:
        await connection.execute(text("delete from standings where board like '% deal 1'"))
    assert len(await derived_complaints(engine, HOUR)) == 3 * 2
    await recount(engine)
    swept = await DailySweep(engine).sweep(later)
    assert swept["standings of periods"] > 0
    assert await derived_complaints(engine, later) == []


@pytest.mark.databases("sqlite", "postgres")
async def test_a_game_in_play_agrees(engine: AsyncEngine) -> None:
    """Row and log are read consistently while entries are written."""
    store = GameStore(engine)
    game = await new_game(store)
    playing = asyncio.create_task(write_entries(engine, random_entries(game)))
    while not playing.done():
        assert await differing_plies(engine) == []
    await playing
    assert (await store.stored_game(game.id)).fold.outcome
