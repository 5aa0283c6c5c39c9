"""`python -m app demo`: fills an empty database with a demonstration, once."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.clock import now
from app.db.engine import create_engine, read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.notices import Bus
from app.db.people.moderation import ModerationStore
from app.db.schema import DEMO_KEY, games, players
from app.domain.passwords import check_password
from app.errors import Refusal
from app.ops.demo.filling import Filling
from app.ops.demo.plan import NAMES
from app.ops.preflight import NotReady
from app.settings import Settings
from engine.analysis import NeedsExtra
from engine.commands.progress import ShownProgress

NOTICE = "This is a demonstration. Its games were played by bots."
STARTED, DONE = "begun", "done"  # state of a database's demonstration


async def fill_demonstration(settings: Settings, seed: int, count: int, password: str | None) -> int:
    """Fill the database with a demonstration unless it has one; return the exit code. NotReady: it has other
    games or players, or an unfinished demonstration."""
    engine = create_engine(settings.session_url)
    try:
        if password is not None:
            check_password(password, NAMES[0])
        if await _is_done(engine):
            print("The database already has its demonstration.")
            return 0
        await _set_state(engine, STARTED)
        with ShownProgress() as progress:
            done = await Filling(engine, seed, now()).fill(count, password, progress)
        await ModerationStore(engine, Bus()).set_notice(NOTICE, None)
        await _set_state(engine, DONE)
    except Refusal as error:
        raise NotReady(f"demo: {error.detail.get('message', error.code)}") from error
    except NeedsExtra as error:
        raise NotReady(f"demo: {error}") from error
    finally:
        await engine.dispose()
    kinds = f"{done['two']} games for two, {done['alone']} solitaires and {done['daily']} daily deals"
    print(f"The demonstration has {len(NAMES)} players, {kinds}.")
    return 0


async def _is_done(engine: AsyncEngine) -> bool:
    """Return whether the database has its demonstration; False if it is empty. NotReady: neither."""
    async with read_connection(engine) as connection:
        state = await read_value(connection, DEMO_KEY)
        used = await _has_rows(connection)
    if state == STARTED:
        raise NotReady(
            "demo: the demonstration of this database was not finished. "
            "Delete the file, or empty the database, and run the command again."
        )
    if state is None and used:
        raise NotReady("demo: the database has games or players of its own. Use an empty one.")
    return state == DONE


async def _has_rows(connection: AsyncConnection) -> bool:
    found = [await connection.scalar(select(table.c.id).limit(1)) for table in (games, players)]
    return any(one is not None for one in found)


async def _set_state(engine: AsyncEngine, state: str) -> None:
    async with write_transaction(engine) as connection:
        await write_value(connection, DEMO_KEY, state)
