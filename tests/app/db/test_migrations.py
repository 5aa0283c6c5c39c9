"""Migrations lead to the tables of `schema.py` and back; `serve` refuses a database at another revision."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from app.db.engine import create_engine
from app.db.schema import REVISION, metadata
from app.settings import Settings
from tests.serving import ROOT, command


def alembic_config(url: str = "sqlite://") -> Config:
    found = Config()
    found.set_main_option("script_location", str(ROOT / "migrations"))
    found.attributes["url"] = Settings(database_url=url).url
    return found


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def inspected(url: str, function: object) -> object:
    """The result of a function of a synchronous connection."""
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


def test_migrating_again_changes_nothing(database_url: str) -> None:
    done = command("migrate", database_url=database_url)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_revision_can_be_downgraded_and_upgraded_again(database_url: str) -> None:
    alembic.downgrade(alembic_config(database_url), "base")
    assert asyncio.run(inspected(database_url, table_names)) == {"alembic_version"}
    alembic.upgrade(alembic_config(database_url), "head")
    assert asyncio.run(inspected(database_url, table_names)) == {*metadata.tables, "alembic_version"}


def test_a_database_without_tables_is_not_served(empty_url: str) -> None:
    done = command("serve", "--port", "0", database_url=empty_url)
    assert done.returncode == 1
    assert done.stderr == "The database has no tables yet. Run: python -m app migrate\n"


async def test_a_database_at_another_revision_is_not_served(database_url: str) -> None:
    engine = create_engine(Settings(database_url=database_url).url)
    async with engine.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    await engine.dispose()
    done = await asyncio.to_thread(command, "serve", "--port", "0", database_url=database_url)
    assert done.returncode == 1
    assert done.stderr == f"The database is at 9999, not at {REVISION}. Run: python -m app migrate\n"


@pytest.mark.parametrize(
    ("word", "url"),
    [
        ("serve", "postgresql://nobody@127.0.0.1:9/games"),
        ("migrate", "postgresql://nobody@127.0.0.1:9/games"),
        ("verify", "sqlite:////proc/none/games.db"),
    ],
)
def test_an_unreachable_database_is_reported_without_a_traceback(word: str, url: str) -> None:
    done = command(word, database_url=url)
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not answer: ")
    assert "Traceback" not in done.stderr


@pytest.mark.postgres
def test_a_missing_database_is_reported_without_a_traceback(postgres_url: str) -> None:
    done = command("migrate", database_url=f"{postgres_url}_not")
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not answer: ")


def test_verify_refuses_a_database_without_tables(empty_url: str) -> None:
    done = command("verify", database_url=empty_url)
    assert done.returncode == 1
    assert done.stderr == "The database has no tables yet. Run: python -m app migrate\n"


def test_the_folder_of_an_sqlite_file_is_created(tmp_path: Path) -> None:
    done = command("migrate", data=tmp_path / "a" / "b")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a" / "b" / "richelieu.db").exists()
