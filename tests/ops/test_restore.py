"""Restoring into a database in use: missing rows are added, or the whole file is refused with a message that
names the place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.db.engine import read_connection, write_transaction
from app.db.key_values import cookie_secret, read_value, write_value
from app.db.schema import SWEPT_DAY_KEY
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.model.game_info import GameInfo, Player
from app.ops.backup import BadBackup, backup
from app.ops.restore import restore
from app.ops.verify import differences
from app.people.player_store import PlayerStore
from app.results.rating_store import RatingStore
from engine import Timed
from engine.clock import DAY_MS
from tests.app.browsers import new_name, open_browser
from tests.app.in_process import serving_here
from tests.app.stored_games import (
    HOUR,
    new_game,
    new_player,
    random_entries,
    timed_entries,
    write_entries,
    writing,
)
from tests.results.test_rating_store import assert_agrees, play, undo
from tests.serving import UNLIMITED, command


@pytest.fixture
def other(other_engine: AsyncEngine) -> AsyncEngine:
    return other_engine


async def row_counts(engine: AsyncEngine) -> list[int]:
    """Return the number of rows of each table."""
    tables = ("players", "tokens", "games", "seats", "entries", "results")
    async with engine.connect() as connection:
        return [await connection.scalar(text(f"select count(*) from {table}")) or 0 for table in tables]


async def restored_game(
    engine: AsyncEngine, other: AsyncEngine, folder: Path, plies: int
) -> tuple[GameInfo, list[NewEntry]]:
    """Create a game with its first `plies` entries in both databases; return it with all entries."""
    game = await new_game(GameStore(engine))
    played = random_entries(game)
    await write_entries(engine, played[:plies])
    await backup(engine, folder / "first.gz")
    await restore(other, folder / "first.gz", Bus())
    return game, played


@pytest.mark.parametrize("longer", ["here", "there"])
async def test_a_game_that_went_on_differently_refuses_the_whole_file(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path, longer: str
) -> None:
    game, played = await restored_game(engine, other, tmp_path, 2)
    entry = played[2].entry
    await write_entries(engine, played[2 : 4 if longer == "there" else 3])
    await new_game(GameStore(engine))  # the file would add it
    await write_entries(other, [replace(played[2], entry=replace(entry, text=f"{entry.text} "))])
    if longer == "here":
        await write_entries(other, played[3:4])
    file, before = tmp_path / "second.gz", await row_counts(other)
    await backup(engine, file)
    with pytest.raises(BadBackup, match=f"game {game.id} went on differently here: ply 2 is not"):
        await restore(other, file, Bus())
    assert await row_counts(other) == before
    done = command("restore", str(file), database_url=address(other))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"restore: game {game.id} went on differently here: ply 2")


async def test_ratings_are_restored_in_the_order_in_which_games_were_rated(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    """Also into a database in use, whose own ratings come between those of the backup."""
    store, ratings, there = GameStore(engine), RatingStore(engine), RatingStore(other)
    one, two = await new_player(store), await new_player(store)
    async with writing(engine) as writer:
        first = await play(store, writer, one, two, loser=0, at=HOUR + 1000)
        await play(store, writer, two, one, loser=1, at=HOUR)  # rated second, though it ended first
        await backup(engine, tmp_path / "first.gz")
        await restore(other, tmp_path / "first.gz", Bus())
        assert await there.changes() == await ratings.changes()
        await undo(store, first.id, HOUR + DAY_MS)
        await play(store, writer, one, two, loser=1, at=HOUR + 3 * DAY_MS)
    async with writing(other) as writer:
        await play(GameStore(other), writer, one, two, loser=0, at=HOUR + 2 * DAY_MS)
    await backup(engine, tmp_path / "second.gz")
    await restore(other, tmp_path / "second.gz", Bus())
    ended = [change.ended - HOUR for change in await there.changes() if change.key.player == one.id]
    assert ended == [1000, 0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS]
    await assert_agrees(GameStore(other), there)


async def test_charged_times_are_restored_and_compared(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    game = await new_game(GameStore(engine), control=Timed(600))
    written = timed_entries(game)
    await write_entries(engine, written[:4])
    await backup(engine, tmp_path / "first.gz")
    await restore(other, tmp_path / "first.gz", Bus())
    assert await GameStore(other).log(game.id) == [new.entry for new in written[:4]]
    await write_entries(engine, written[4:5])
    await write_entries(other, [replace(written[4], entry=replace(written[4].entry, spent=301))])
    await backup(engine, tmp_path / "second.gz")
    with pytest.raises(BadBackup, match=f"game {game.id} went on differently here: ply 4 is not"):
        await restore(other, tmp_path / "second.gz", Bus())


def address(engine: AsyncEngine) -> str:
    return engine.url.render_as_string(hide_password=False)


@pytest.mark.databases("sqlite", "postgres")
async def test_a_seat_taken_since_starts_the_game(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    store = GameStore(engine)
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    await backup(engine, tmp_path / "first.gz")
    await restore(other, tmp_path / "first.gz", Bus())
    joined = await store.join(game.id, second, 1, HOUR)
    await backup(engine, tmp_path / "second.gz")
    for file, count in (("second", 2), ("second", 0), ("first", 0)):
        assert (await restore(other, tmp_path / f"{file}.gz", Bus())).rows == count
        assert await GameStore(other).info(game.id) == joined
        assert [found async for found in differences(GameStore(other))] == []


async def new_players_named(engine: AsyncEngine, *names: str) -> list[Player]:
    """Create players with these names."""
    made = [replace(await new_player(GameStore(engine)), name=name) for name in names]
    async with engine.begin() as connection:
        for player in made:
            given = {"name": player.name, "id": player.id}
            await connection.execute(text("update players set name = :name where id = :id"), given)
    return made


@pytest.mark.databases("sqlite", "postgres")
async def test_a_player_whose_name_is_taken_gets_a_number(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    long = "X" * 40
    fox, fox2, heron, crane = await new_players_named(engine, "Fox", "Fox 2", "Heron", long)
    game = await new_game(GameStore(engine), fox, crane)
    await write_entries(engine, random_entries(game, 2))
    there = await new_players_named(other, "Fox", "Fox 3", long)
    file, people = tmp_path / "backup.gz", PlayerStore(other)
    await backup(engine, file)
    done = command("restore", str(file), database_url=address(other))
    assert (done.returncode, done.stderr) == (0, "")
    assert "The name Fox belongs to another player; the one of the backup is now Fox 4.\n" in done.stdout
    for player, name in ((fox, "Fox 4"), (fox2, "Fox 2"), (heron, "Heron"), (crane, f"{long[:38]} 2")):
        assert await people.player(player.id) == replace(player, name=name)
    for player in there:
        assert await people.player(player.id) == player
    assert await GameStore(other).log(game.id) == await GameStore(engine).log(game.id)
    again = await restore(other, file, Bus())
    assert (again.rows, again.renamed) == (0, {})


async def test_the_leaderboards_are_trimmed_again_after_a_restore(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    async with write_transaction(other) as connection:
        await write_value(connection, SWEPT_DAY_KEY, "2026-11-27")
    await restored_game(engine, other, tmp_path, 1)
    async with read_connection(other) as connection:
        assert not await read_value(connection, SWEPT_DAY_KEY), "restored rows may be beyond place 100"


async def test_accounts_and_cookies_are_restored_into_a_database_with_another_secret(
    engine: AsyncEngine, other: AsyncEngine, tmp_path: Path
) -> None:
    """Games that a known player has ended stay ended."""
    file, name = tmp_path / "backup.gz", new_name()
    report = {"text": "rude", "player": name}
    async with serving_here(address(engine), **UNLIMITED) as url, open_browser(url) as browser:
        account = (await browser.sign_up(name))["player"]["id"]
        assert (await browser.call("POST", "/api/reports", report)).status_code == 204
        cookie = browser.cookie
    await backup(engine, file)
    assert await cookie_secret(other) != await cookie_secret(engine)
    await restore(other, file, Bus())
    async with serving_here(address(other), **UNLIMITED) as url:
        async with open_browser(url, headers={"cookie": cookie}) as browser:
            assert (await browser.me() or {})["id"] == account
            assert (await browser.call("POST", "/api/reports", report)).status_code == 204
            assert (await browser.call("DELETE", "/api/me/sessions")).status_code == 204
        async with open_browser(url) as browser:
            assert (await browser.sign_in(name)).status_code == 200
        await restore(other, file, Bus())
        async with open_browser(url, headers={"cookie": cookie}) as browser:
            assert await browser.me() is None
