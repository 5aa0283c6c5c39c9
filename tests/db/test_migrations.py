"""Migrations lead to the tables of `schema.py`; commands refuse a database at another revision.

What migrates a serving database is tested with a made-up next revision, in a copy of `migrations`.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import httpx
import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.schema import REVISION, metadata
from app.db.schema_changes import Busy
from app.ops.preflight import NotReady, check_database, migrate
from app.settings import Settings
from tests.databases import empty, unreachable
from tests.serving import PATIENCE, ROOT, command, serving

ADVISORY_LOCK = 1_382_639_464  # that of migrations/env.py


@pytest.fixture
def empty_postgres_url(tmp_path: Path) -> Iterator[str]:
    if why := unreachable():
        pytest.skip(why)
    with empty("postgres", tmp_path) as url:
        yield url


def alembic_config(url: str = "sqlite:///not_opened.db") -> Config:
    found = Config()
    found.set_main_option("script_location", str(ROOT / "migrations"))
    found.attributes["url"] = Settings(database_url=url).url
    return found


NEXT = "9999"
NEXT_REVISION = f"""
import sqlalchemy as sa
from alembic import op
from app.db.schema_changes import add_column, add_index

revision = "{NEXT}"
down_revision = "{REVISION}"

def upgrade() -> None:
    op.create_table("mottos", sa.Column("id", sa.Integer, primary_key=True), if_not_exists=True)
    add_column("players", sa.Column("motto", sa.Text))
    add_index("ix_players_motto", "players", ["motto"], "motto is not null")
"""
AT_REVISION = f"version_num = '{REVISION}'"
NextConfig = Callable[..., Config]


@pytest.fixture
def next_config(tmp_path: Path) -> NextConfig:
    """Return a function that configures the migrations with a made-up next one, which ends with `more`."""

    def make(url: str, more: str = "") -> Config:
        folder = shutil.copytree(ROOT / "migrations", tmp_path / "migrations")
        (folder / "versions" / "next.py").write_text(NEXT_REVISION + more)
        config = alembic_config(url)
        config.set_main_option("script_location", str(folder))
        return config

    return make


async def until_blocked(migration: asyncio.Task[None], engine: AsyncEngine, statement: str) -> None:
    """Wait until such a statement of the migration waits for a lock; raise what the migration raised."""
    query = text(
        "select 1 from pg_stat_activity where datname = current_database() and query ilike :statement"
        " and wait_event_type = 'Lock'"
    )
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        async with asyncio.timeout(PATIENCE):
            while not await connection.scalar(query, {"statement": statement}):
                await asyncio.wait({migration}, timeout=0.01)
                if migration.done():
                    await migration
                    raise AssertionError("the migration ended without waiting")


def valid_index(connection: Connection) -> object:
    query = "select indisvalid from pg_index where indexrelid = 'ix_players_motto'::regclass"
    return connection.scalar(text(query))


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def inspected(url: str, function: object) -> object:
    """Return the result of a function of a synchronous connection."""
    engine = create_engine(Settings(database_url=url).url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(function)  # type: ignore[arg-type]
    finally:
        await engine.dispose()


def test_there_is_one_head_and_it_is_the_revision_of_the_code() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [REVISION]


async def test_an_empty_database_is_migrated_to_the_tables_of_the_code(database_url: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    assert await inspected(database_url, differences) == []
    assert await inspected(database_url, table_names) == {*metadata.tables, "alembic_version"}


async def change(url: str, *statements: str) -> None:
    engine = create_engine(Settings(database_url=url).url)
    async with engine.execution_options(writes=True).begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


async def refusals(settings: Settings, expected: str = REVISION) -> list[str]:
    """Return what commands say that are refused: a server, one that reads, and the migration."""
    said = list[str]()
    for work in (
        check_database(settings, serving=True, expected=expected),
        check_database(settings, serving=False, expected=expected),
        asyncio.to_thread(migrate, settings),
    ):
        try:
            await work
        except NotReady as error:
            said.append(str(error))
    return said


NEWER = "update alembic_version set version_num = '9999'"


async def test_a_database_of_an_unreleased_or_newer_version_is_refused_by_all_commands(
    database_url: str,
) -> None:
    settings = Settings(database_url=database_url)
    await change(database_url, "update alembic_version set version_num = '0010'")
    unreleased = (
        "The database is at 0010, of a version that was never released, and cannot be migrated: "
        "use an empty database and run: python -m app migrate"
    )
    assert await refusals(settings) == [unreleased] * 3
    for said in ("update key_values set value = '9998'", "delete from key_values"):  # in this order
        await change(database_url, NEWER, f"{said} where key = 'compatible_since'")
        refused = f"The database is at 9999, too new for this version ({REVISION}): use a newer one."
        assert await refusals(settings) == [refused] * 3


async def test_a_database_without_tables_or_at_an_older_revision_is_not_served(
    database_url: str, empty_url: str
) -> None:
    for settings, expected, refused in (
        (
            Settings(database_url=database_url),
            NEXT,
            f"The database is at {REVISION}, not at {NEXT}. Run: python -m app migrate",
        ),
        (
            Settings(database_url=empty_url),
            REVISION,
            "The database has no tables yet. Run: python -m app migrate",
        ),
    ):
        assert await refusals(settings, expected) == [refused] * 2, "it can be migrated"


@pytest.mark.slow
async def test_a_newer_database_that_is_compatible_is_served_and_left_as_it_is(
    database_url: str, tmp_path: Path
) -> None:
    await change(database_url, NEWER)
    done = await asyncio.to_thread(command, "migrate", database_url=database_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("A newer version has migrated this database")
    refused = await asyncio.to_thread(command, "verify", database_url=database_url)
    assert refused.stderr.startswith("A newer version has migrated this database: run the command by")
    with serving(database_url, tmp_path) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.post("/api/players/guest")).status_code == 201


@pytest.mark.slow
async def test_a_revision_says_which_processes_may_go_on(database_url: str, next_config: NextConfig) -> None:
    def compatible(connection: Connection) -> object:
        query = text("select value from key_values where key = 'compatible_since'")
        return connection.execute(query).scalars().all()

    revisions = ScriptDirectory.from_config(alembic_config(database_url)).walk_revisions()  # newest first
    said = (getattr(revision.module, "compatible_since", None) for revision in revisions)
    assert await inspected(database_url, compatible) == [next(filter(None, said))]
    config = next_config(database_url, f"compatible_since = '{NEXT}'")
    await asyncio.to_thread(alembic.upgrade, config, "head")
    assert await inspected(database_url, compatible) == [NEXT]


@pytest.mark.slow
@pytest.mark.postgres
async def test_of_two_migrations_at_once_one_waits_for_the_other(empty_postgres_url: str) -> None:
    both = [asyncio.to_thread(command, "migrate", database_url=empty_postgres_url) for _ in range(2)]
    for done in await asyncio.gather(*both):
        assert (done.returncode, done.stderr) == (0, "")
    assert await inspected(empty_postgres_url, table_names) == {*metadata.tables, "alembic_version"}


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_migration_tries_again_what_others_lock_or_gives_up_and_changes_nothing_of_that_revision(
    postgres_url: str, next_config: NextConfig
) -> None:
    config, engine = next_config(postgres_url), create_engine(Settings(database_url=postgres_url).url)
    config.attributes["patience"] = 0.5
    async with engine.connect() as connection:
        await connection.execute(text("select 1 from players"))
        with pytest.raises(DBAPIError, match="lock timeout"):
            await asyncio.to_thread(alembic.upgrade, config, "head")
    async with engine.connect() as connection:
        assert await connection.scalar(text("select version_num from alembic_version")) == REVISION
        assert await connection.scalar(text("select to_regclass('mottos')")) is None
        await connection.execute(text(f"select pg_advisory_lock({ADVISORY_LOCK})"))
        with pytest.raises(Busy, match="Another migration"):
            await asyncio.to_thread(alembic.upgrade, config, "head")
        await connection.execute(text(f"select pg_advisory_unlock({ADVISORY_LOCK})"))
    del config.attributes["patience"]
    async with engine.connect() as connection:
        await connection.execute(text("select 1 from players"))
        migration = asyncio.create_task(asyncio.to_thread(alembic.upgrade, config, "head"))
        await until_blocked(migration, engine, "alter table players%")
    await migration
    await engine.dispose()
    assert "mottos" in cast(set[str], await inspected(postgres_url, table_names))


@pytest.mark.slow
@pytest.mark.postgres
async def test_while_an_index_is_built_others_write_and_one_left_half_built_is_built_again(
    postgres_url: str, next_config: NextConfig
) -> None:
    """It is half built after a migration that was killed: the other steps can be repeated."""
    engine = create_engine(Settings(database_url=postgres_url).url)
    config = next_config(postgres_url)
    await asyncio.to_thread(alembic.upgrade, config, "head")
    back = f"update alembic_version set {AT_REVISION}"
    await change(postgres_url, back, "drop index ix_players_motto")
    insert = "insert into players (id, name, created) values (:name, :name, 0)"
    async with engine.connect() as old, engine.connect() as other:
        await old.execute(text(insert), {"name": "old"})
        migration = asyncio.create_task(asyncio.to_thread(alembic.upgrade, config, "head"))
        await until_blocked(migration, engine, "create index concurrently%")
        await other.execute(text("set lock_timeout = '5s'"))
        await other.execute(text(insert), {"name": "other"})
        await other.commit()
        assert not migration.done(), "it waits for the transaction that is older"
        await old.commit()
        await migration
    await engine.dispose()
    assert await inspected(postgres_url, valid_index) is True
    half = "update pg_index set indisvalid = false where indexrelid = 'ix_players_motto'::regclass"
    await change(postgres_url, back, half)
    await asyncio.to_thread(alembic.upgrade, config, "head")
    assert await inspected(postgres_url, valid_index) is True


def test_every_foreign_key_is_the_beginning_of_an_index() -> None:
    """Without it a deletion of the referenced row would read the whole table."""
    for table in metadata.tables.values():
        indexed = [[column.name for column in index.columns] for index in table.indexes]
        indexed.append([column.name for column in table.primary_key])
        for key in table.foreign_keys:
            column = key.parent.name
            assert any(columns[0] == column for columns in indexed), f"{table.name}.{column}"


@pytest.mark.slow
def test_an_unreachable_database_is_reported_without_a_traceback() -> None:
    for word, url in (
        ("serve", "postgresql://nobody@127.0.0.1:9/games"),
        ("migrate", "postgresql://nobody@127.0.0.1:9/games"),
        ("verify", "sqlite:////proc/none/games.db"),
    ):
        done = command(word, database_url=url)
        assert done.returncode == 1
        assert done.stderr.startswith("The database does not answer: ")
        assert "Traceback" not in done.stderr
