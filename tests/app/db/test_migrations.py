"""The migrations lead to the tables of the code, and back; a database that is not migrated is not served."""

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


def config(url: str = "sqlite://") -> Config:
    found = Config()
    found.set_main_option("script_location", str(ROOT / "migrations"))
    found.attributes["url"] = Settings(database_url=url).url
    return found


def names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def looked(url: str, look: object) -> object:
    """What a function of a plain connection finds."""
    engine = create_engine(Settings(database_url=url).url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(look)  # type: ignore[arg-type]
    finally:
        await engine.dispose()


def test_there_is_one_head_and_the_code_names_it() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [REVISION]


async def test_migrated_from_nothing_the_database_has_the_tables_of_the_code(database_url: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    assert await looked(database_url, differences) == []
    assert await looked(database_url, names) == {*metadata.tables, "alembic_version"}


def test_migrating_again_changes_nothing(database_url: str) -> None:
    done = command("migrate", database_url=database_url)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_step_back_works_and_forward_again(database_url: str) -> None:
    alembic.downgrade(config(database_url), "base")
    assert asyncio.run(looked(database_url, names)) == {"alembic_version"}
    alembic.upgrade(config(database_url), "head")
    assert asyncio.run(looked(database_url, names)) == {*metadata.tables, "alembic_version"}


def test_a_database_without_tables_is_not_served(empty_url: str) -> None:
    done = command("serve", "--port", "0", database_url=empty_url)
    assert done.returncode == 1
    assert done.stderr == "The database has no tables yet. Run: python -m app migrate\n"


async def test_a_database_of_other_tables_is_not_served(database_url: str) -> None:
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
def test_a_database_that_does_not_answer_is_named_in_a_sentence(word: str, url: str) -> None:
    done = command(word, database_url=url)
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not answer: ")
    assert "Traceback" not in done.stderr


@pytest.mark.postgres
def test_a_database_that_there_is_not_is_named_in_a_sentence(postgres_url: str) -> None:
    done = command("migrate", database_url=f"{postgres_url}_not")
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not answer: ")


def test_verify_refuses_a_database_without_tables(empty_url: str) -> None:
    done = command("verify", database_url=empty_url)
    assert done.returncode == 1
    assert done.stderr == "The database has no tables yet. Run: python -m app migrate\n"


def test_the_folder_of_an_sqlite_file_is_made(tmp_path: Path) -> None:
    done = command("migrate", data=tmp_path / "a" / "b")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a" / "b" / "richelieu.db").exists()
