"""Cost of the lists of running games and the like: they read no ended rows, ten thousand here. The rows that
PostgreSQL reads are counted, and the plans of SQLite inspected."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Table, event, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine, write_transaction
from app.db.schema import entries, games, players, results, seats
from app.games.lists import GameLists
from app.games.seating import is_next_casual
from app.games.store import GameStore
from app.model.game_info import Player
from app.results.statistics import _streak
from app.settings import Settings
from engine import GAMES
from tests.app.http_players import PAIR
from tests.app.solitaire_games import DAY_MS, OPEN, new_solitaire
from tests.app.stored_games import HOUR, info, new_game, new_player
from tests.databases import Fresh

pytestmark = pytest.mark.slow
ENDED_GAMES = 10_000
RUNNING_GAMES = 40  # each with two seats and no entry
Statement = tuple[str, Any]  # as the driver gets it, with its parameters
MAX_ROWS_READ = 12 * RUNNING_GAMES  # by a list of them: some rows are read twice


@contextmanager
def counted_statements(engine: AsyncEngine) -> Iterator[list[Statement]]:
    """Yield the list of statements sent while the block runs, in order, without those of transactions."""
    sent: list[Statement] = []

    def note(*arguments: Any) -> None:
        sent.append((arguments[2], arguments[3]))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", note)


async def rows_read(engine: AsyncEngine, statement: Statement) -> int:
    """Return the rows of tables that PostgreSQL reads for a statement, including those it filters out."""
    sql, parameters = statement
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver
        plan = await driver.fetchval(f"explain (analyze, format json) {sql}", *parameters)
    return _rows_of(plan[0]["Plan"])


def _rows_of(node: Any) -> int:
    read = sum(_rows_of(child) for child in node.get("Plans", ()))
    if "Relation Name" in node or node["Node Type"] == "Bitmap Index Scan":
        removed = sum(value for name, value in node.items() if name.startswith("Rows Removed by"))
        read += int((node["Actual Rows"] + removed) * node["Actual Loops"])
    return read


async def scanned_tables(engine: AsyncEngine, statement: Statement) -> set[str]:
    """Return the lines of the plan of SQLite that read a table without an index, or through one that has
    all of their rows: `SCAN games`."""
    sql, parameters = statement
    async with engine.connect() as connection:
        plan = await connection.exec_driver_sql(f"explain query plan {sql}", parameters)
        details: list[str] = [row[-1] for row in plan]
        return {detail for detail in details if detail.startswith("SCAN ")}


@dataclass(slots=True)
class Filled:
    """`player` is in many ended games and in one of each kind that runs."""

    engine: AsyncEngine
    player: Player


@pytest.fixture(scope="module")
def filled_url(fresh: Fresh) -> Iterator[str]:
    with fresh() as url:
        yield url


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def filled(filled_url: str) -> AsyncIterator[Filled]:
    engine = create_engine(Settings(database_url=filled_url).url)
    await add_ended_games(engine)
    store = GameStore(engine)
    player = Player("p0", "P 0")
    people = [player, *[await new_player(store) for _ in range(RUNNING_GAMES // 4 - 1)]]
    for person in people:
        await new_game(store, person, people[0], created=HOUR + 1)
        await new_game(store, person, None, created=HOUR + 2)
        await new_game(store, person, people[-1], created=HOUR + 3)
        await new_solitaire(store, person, created=HOUR + 4)
    moved = update(games).where(games.c.ended.is_(None), games.c.started.is_not(None)).values(ply=1)
    async with write_transaction(engine) as connection:
        await connection.execute(moved)
    analyze = "vacuum analyze" if engine.dialect.name == "postgresql" else "analyze"
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await connection.execute(text(analyze))
    yield Filled(engine, player)
    await engine.dispose()


async def add_ended_games(engine: AsyncEngine) -> None:
    """Add resigned games of two, one a minute until HOUR, and as many players, the first of whom created a
    tenth of the games."""
    rows: dict[Table, list[dict[str, object]]] = {
        table: [] for table in (players, games, seats, entries, results)
    }
    for n in range(ENDED_GAMES):
        game, ended = f"g{n}", HOUR - 60_000 * (ENDED_GAMES - n)
        pair = f"p{n if n % 10 else 0}", f"p{(n + 7) % ENDED_GAMES}"
        common = {"rules": PAIR.id, "ended": ended, "reason": "resigned", "score": "", "first": True}
        rows[players].append({"id": f"p{n}", "name": f"P {n}", "created": HOUR})
        rows[games].append(
            common
            | {"id": game, "version": PAIR.version, "creator": pair[0], "created": ended, "started": ended}
            | {"chosen": False, "free": False, "public": True, "ply": 1, "winner": 1}
        )
        rows[entries].append({"game_id": game, "ply": 0, "seat": 0, "act": "resign", "text": "", "at": ended})
        for seat, player in enumerate(pair):
            taken = {"game_id": game, "seat": seat, "player_id": player}
            rows[seats].append(taken | {"ended": True})
            counted = {"won": seat == 1, "drawn": False, "general": False, "shown": True}
            numbers = {"made": 2, "undone": 0, "hints": 0, "ms": 2000, "sittings": 1}
            rows[results].append(common | taken | counted | numbers)
    async with write_transaction(engine) as connection:
        for table, some in rows.items():
            await connection.execute(insert(table), some)


LISTS: dict[str, Callable[[GameLists, Player], Awaitable[Sequence[object]]]] = {
    "live games": lambda lists, _: lists.list_games(status="live", watched=True),
    "live games of one game": lambda lists, _: lists.list_games(status="live", rules=OPEN.id),
    "open games": lambda lists, _: lists.list_games(status="open"),
    "open games of owners": lambda lists, player: lists.open_games([player.id]),
    "unfinished games of a player": lambda lists, player: lists.unfinished(player.id),
    "live games of a player": lambda lists, player: lists.list_games(status="live", player=player.id),
    "open games of a player": lambda lists, player: lists.list_games(status="open", player=player.id),
    "running games of a player between people": lambda lists, player: lists.running_between_people(
        player.id, sorted(GAMES)
    ),
    "overdue games": lambda lists, _: lists.overdue(HOUR + 40 * DAY_MS),
}


async def check_reads(filled: Filled, statements: list[Statement], most: int = MAX_ROWS_READ) -> None:
    assert statements
    for statement in statements:
        if filled.engine.dialect.name == "postgresql":
            assert await rows_read(filled.engine, statement) <= most, statement[0]
        else:
            scans = await scanned_tables(filled.engine, statement)
            assert not {scan for scan in scans if scan.split()[1] in ("games", "seats", "entries")}, statement


async def test_a_list_of_running_games_reads_no_ended_ones(filled: Filled) -> None:
    for name, read in LISTS.items():
        with counted_statements(filled.engine) as statements:
            assert await read(GameLists(filled.engine), filled.player), name
        await check_reads(filled, statements)


async def test_what_is_counted_of_a_player_or_game_is_counted_without_reading_ended_games(
    filled: Filled,
) -> None:
    """Open games of a player at the creation of another one, rated games of two within a day, the streak."""
    with counted_statements(filled.engine) as statements:
        await GameStore(filled.engine).create_game(info(filled.player, None, created=HOUR + 5))
    counted = [one for one in statements if one[0].startswith("SELECT games.id")]
    assert len(counted) == 1
    await check_reads(filled, counted)
    async with filled.engine.connect() as connection:
        (other,) = (await connection.scalars(select(seats.c.player_id).limit(1))).all()
        with counted_statements(filled.engine) as statements:
            assert not await is_next_casual(connection, filled.player.id, other, HOUR + 2 * DAY_MS)
        await check_reads(filled, statements)
        with counted_statements(filled.engine) as statements:
            assert await _streak(connection, OPEN.id, None) == (0, 0)
        await check_reads(filled, statements, most=4)
