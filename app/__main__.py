"""The commands: python -m app serve | migrate | verify | backup FILE | restore FILE."""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from app.database import connect
from app.errors import TryAgain
from app.logs import configure
from app.settings import Settings
from app.store import Store
from app.tables import REVISION


def main() -> int:
    """Runs one command; answers the exit code."""
    parser = argparse.ArgumentParser(prog="python -m app", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the games")
    serve.add_argument("--host")
    serve.add_argument("--port", type=int)
    commands.add_parser("migrate", help="bring the database to the newest tables")
    commands.add_parser("verify", help="replay every game and compare")
    commands.add_parser("backup", help="save everything to a file").add_argument("file", type=Path)
    commands.add_parser("restore", help="add what a backup has and we have not").add_argument(
        "file", type=Path
    )
    asked = parser.parse_args()
    try:
        given = {
            name: value for name in ("host", "port") if (value := getattr(asked, name, None)) is not None
        }
        settings = Settings(**given)
        _ = settings.url
    except (ValidationError, ValueError) as error:
        print(f"The settings are not right: {error}", file=sys.stderr)
        return 2
    if asked.command == "migrate":
        return _migrate(settings)
    trouble = asyncio.run(_trouble(settings))
    if trouble:
        return _fails(trouble)
    if asked.command == "verify":
        return asyncio.run(_verify(settings))
    if asked.command in ("backup", "restore"):
        return asyncio.run(_save(settings, asked.command, asked.file))
    return _serve(settings)


def _fails(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _serve(settings: Settings) -> int:
    import uvicorn

    from app.main import create_app
    from app.protocol import LiveProtocol

    configure()
    with _alone(settings) as alone:
        if not alone:
            return _fails(
                "Another process serves this SQLite file; it is for one. Use PostgreSQL for several."
            )
        print(f"Richelieu on http://{settings.host}:{settings.port}", flush=True)
        uvicorn.run(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            ws=LiveProtocol,
            ws_max_size=4096,
            ws_ping_interval=5,
            ws_ping_timeout=10,
            ws_per_message_deflate=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=5,
            log_config=None,
            access_log=False,
            server_header=False,
        )
    return 0


async def _trouble(settings: Settings) -> str:
    """Why this database cannot be worked with, in a sentence; empty if it can."""
    try:
        engine = connect(settings.url)
        try:
            revision = await Store(engine).revision()
        finally:
            await engine.dispose()
    except (DBAPIError, OSError) as error:
        return f"The database does not answer: {error}"
    if revision == REVISION:
        return ""
    found = "has no tables yet" if revision is None else f"is at {revision}, not at {REVISION}"
    return f"The database {found}. Run: python -m app migrate"


@contextmanager
def _alone(settings: Settings) -> Iterator[bool]:
    """Holds the lock of an SQLite file while it is served; False when another process has it."""
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield True
        return
    with Path(f"{url.database}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def _migrate(settings: Settings) -> int:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    config.attributes["url"] = settings.url
    try:
        command.upgrade(config, "head")
    except (DBAPIError, OSError) as error:
        return _fails(f"The database does not answer: {error}")
    return 0


async def _verify(settings: Settings) -> int:
    from app.verify import differences

    engine = connect(settings.url)
    wrong = 0
    try:
        async for game, ply, what in differences(Store(engine)):
            wrong += 1
            print(f"game {game}, ply {ply}: {what}")
    finally:
        await engine.dispose()
    print(f"{wrong} games differ." if wrong else "Every game agrees with its log.")
    return 1 if wrong else 0


async def _save(settings: Settings, command: str, file: Path) -> int:
    from app.backup import BadBackup, backup, restore

    engine = connect(settings.url)
    try:
        rows = await (backup if command == "backup" else restore)(engine, file)
    except (BadBackup, OSError, TryAgain) as error:
        return _fails(f"{command}: {error}")
    finally:
        await engine.dispose()
    print(f"{rows} rows {'saved' if command == 'backup' else 'added'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
