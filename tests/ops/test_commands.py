"""The commands as operators run them: two servers on one SQLite file, and error messages."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from app.__main__ import main
from app.db.engine import create_engine
from app.ops.preflight import NotReady, lock_sqlite
from app.settings import Settings
from engine.commands.pipe import READER_LEFT
from tests.databases import Fresh, Kind, migrated
from tests.serving import PATIENCE, ROOT, UNLIMITED, command, environment, free_port, serving


@pytest.mark.slow
def test_a_second_process_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, serving(url, tmp_path, **UNLIMITED) as first:
        done = command("serve", "--port", str(free_port()), database_url=url)
        assert done.returncode == 1
        assert done.stderr.startswith("Another process serves this SQLite file")
        assert command("verify", database_url=url).returncode == 0, "commands may run beside it"
        assert httpx.get(f"{first.url}/health").status_code == 200


@pytest.mark.slow
def test_a_port_in_use_is_reported_without_a_traceback(tmp_path: Path) -> None:
    """The port is that of the option, which overrides the environment."""
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        migrated("sqlite", tmp_path) as make,
        make() as url,
    ):
        port = other.getsockname()[1]
        done = command("serve", "--port", str(port), database_url=url, port=free_port())
    assert (done.returncode, done.stdout) == (1, "")
    sentence = f"Cannot bind 127.0.0.1:{port}: address already in use"
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_database_that_refuses_writes_is_reported_without_a_traceback(kind: Kind, fresh: Fresh) -> None:
    """The first server on a database writes the signing secret."""
    with fresh() as url:
        asyncio.run(_change(url, *REFUSING[kind]))
        done = command("serve", database_url=url)
        assert done.returncode == 1
        assert done.stderr.startswith("The database takes no writes now")
        assert "Traceback" not in done.stderr


REFUSING = {
    "sqlite": ("create trigger closed before insert on key_values begin select raise(fail, 'closed'); end",),
    "postgres": (
        """create function closed() returns trigger language plpgsql as
 $$ begin raise exception 'closed' using errcode = '53100'; end $$""",
        "create trigger closed before insert on key_values for each row execute function closed()",
    ),
}


async def _change(url: str, *statements: str) -> None:
    engine = create_engine(Settings(database_url=url).url)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


def test_an_sqlite_file_is_locked_under_any_name(tmp_path: Path) -> None:
    file, other = tmp_path / "games.db", tmp_path / "other.db"
    other.symlink_to(file)
    with lock_sqlite(Settings(database_url=f"sqlite:///{file}")):
        for url in (f"sqlite:///{other}", f"sqlite+aiosqlite:///{file}"):
            with pytest.raises(NotReady, match="Another process serves this SQLite file"):
                lock_sqlite(Settings(database_url=url)).__enter__()


def test_a_lock_file_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "games.db.lock").mkdir()
    with pytest.raises(NotReady, match="Cannot open the lock file "):
        lock_sqlite(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}")).__enter__()


def test_an_unknown_command_prints_the_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((), ("nonsense",), ("serve", "--port", "x")):
        monkeypatch.setattr("sys.argv", ["app", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert (ended.value.code, capsys.readouterr().err[:20]) == (2, "usage: python -m app"), words


def run_without_reader(module: str, *words: str, **settings: object) -> tuple[int, str]:
    """Run a command whose standard output has no reader; return its exit code and standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(**settings),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.slow
def test_a_command_whose_output_nobody_reads_any_more_ends_quietly(tmp_path: Path) -> None:
    """As behind `head`."""
    assert run_without_reader("engine", "legal", "cardmate") == (READER_LEFT, "")
    with migrated("sqlite", tmp_path) as make, make() as url:
        assert run_without_reader("app", "verify", database_url=url) == (READER_LEFT, "")
