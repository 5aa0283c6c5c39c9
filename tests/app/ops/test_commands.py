"""The commands as people run them: serve beside another, and what they say."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.databases import Fresh, Kind, migrated
from tests.serving import UNLIMITED, command, free_port, serving


def test_a_second_process_on_one_sqlite_file_is_refused_and_on_postgresql_serves_too(
    kind: Kind, fresh: Fresh, tmp_path: Path
) -> None:
    with fresh() as url, serving(url, tmp_path, **UNLIMITED) as first:
        if kind == "sqlite":
            for spelling in (url, url.replace("sqlite:///", "sqlite+aiosqlite:///")):
                done = command("serve", "--port", str(free_port()), database_url=spelling)
                assert done.returncode == 1
                assert done.stderr.startswith("Another process serves this SQLite file")
        else:
            with serving(url, tmp_path, **UNLIMITED) as second:
                _two_agree(first.url, second.url)
        assert command("verify", database_url=url).returncode == 0, "commands may run beside it"
        assert httpx.get(f"{first.url}/health").status_code == 200


def test_the_option_goes_before_the_environment(fresh: Fresh, tmp_path: Path) -> None:
    with fresh() as url, serving(url, tmp_path, before=("env", "RICHELIEU_PORT=1")) as server:
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_a_port_that_is_taken_is_said_in_a_sentence(fresh: Fresh) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, fresh() as url:
        port = other.getsockname()[1]
        done = command("serve", "--port", str(port), database_url=url)
    assert (done.returncode, done.stdout) == (1, "")
    sentence = f"Nobody can be let in at 127.0.0.1, port {port}: Address already in use"
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


def _two_agree(first: str, second: str) -> None:
    """A cookie of one process is good at the other, and so is a game."""
    with httpx.Client() as browser:
        made = browser.post(f"{first}/api/players/guest").json()
        assert browser.get(f"{second}/api/me").json()["player"]["id"] == made["id"]


def test_a_database_that_takes_nothing_is_said_in_a_sentence(kind: Kind, fresh: Fresh) -> None:
    """The first server on it has to write the secret of the house."""
    with fresh() as url:
        asyncio.run(_change(url, *CLOSED[kind]))
        done = command("serve", database_url=url)
        assert done.returncode == 1
        assert done.stderr.startswith("The database takes nothing now")
        assert "Traceback" not in done.stderr


CLOSED = {
    "sqlite": ("create trigger closed before insert on house begin select raise(fail, 'closed'); end",),
    "postgres": (
        """create function closed() returns trigger language plpgsql as
 $$ begin raise exception 'closed' using errcode = '53100'; end $$""",
        "create trigger closed before insert on house for each row execute function closed()",
    ),
}


async def _change(url: str, *statements: str) -> None:
    engine = create_engine(Settings(database_url=url).url)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


def test_a_lock_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url:
        Path(f"{url.removeprefix('sqlite:///')}.lock").mkdir()
        done = command("serve", database_url=url)
        assert done.returncode == 1
        assert done.stderr.startswith("The lock beside the SQLite file cannot be made")


@pytest.mark.parametrize("words", [(), ("nonsense",), ("serve", "--port", "x")])
def test_a_command_that_there_is_not_is_explained(words: tuple[str, ...]) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m app")
