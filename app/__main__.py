"""The commands: python -m app serve | migrate | verify | recount | hide NAME | show NAME | backup FILE |
restore FILE."""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import gc
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from pydantic import ValidationError
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from app.db.engine import create_engine
from app.db.games import GameStore
from app.db.schema import REVISION
from app.errors import TryAgain
from app.logging import configure
from app.settings import Settings


def main() -> int:
    """Runs one command; answers the exit code."""
    parser = argparse.ArgumentParser(prog="python -m app", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the games")
    serve.add_argument("--host")
    serve.add_argument("--port", type=int)
    commands.add_parser("migrate", help="bring the database to the newest tables")
    commands.add_parser("verify", help="replay every game and compare")
    commands.add_parser("recount", help="make results and boards again from the logs")
    commands.add_parser("hide", help="take a person off the boards").add_argument("name")
    commands.add_parser("show", help="put a hidden person on the boards again").add_argument("name")
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
    if asked.command == "migrate" and (code := _migrate(settings)):
        return code
    trouble = asyncio.run(_trouble(settings, serves=asked.command == "serve"))
    if trouble:
        return _fails(trouble)
    if asked.command == "serve":
        return _serve(settings)
    from app.ops.commands import run

    return asyncio.run(run(settings, asked))


def _fails(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _serve(settings: Settings) -> int:
    import uvicorn

    from app.main import create_app
    from app.sockets.protocol import LiveProtocol

    configure()
    with _alone(settings) as trouble:
        if trouble:
            return _fails(trouble)
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        try:
            door = socket.create_server((settings.host, settings.port), family=family)
        except OSError as error:
            return _fails(f"Nobody can be let in at {settings.host}, port {settings.port}: {error.strerror}")
        print(f"Richelieu on http://{settings.host}:{settings.port}", flush=True)
        app = create_app(settings)
        _keep_what_stands()
        config = uvicorn.Config(
            app,
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
        server = uvicorn.Server(config)
        with suppress(KeyboardInterrupt):
            server.run([door])
    return 0 if server.started else 3


def _keep_what_stands() -> None:
    """Modules and routes stay for good, and nearly all that a move makes goes without the collector. As it
    comes, it would take a fifth of a move's time, and look through everything now and then while everybody
    waits; so it leaves alone what is here now, and looks at new objects some ten thousand at a time. Of a
    socket that has gone cycles are left: everything is looked at again when a quarter of it is new."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 2, 1)


async def _trouble(settings: Settings, *, serves: bool) -> str:
    """Why this database cannot be worked with, in a sentence; empty if it can. `serves`: what is made when
    it is served for the first time is made here, and a database that takes nothing is found out."""
    try:
        engine = create_engine(settings.url)
        try:
            store = GameStore(engine)
            revision = await store.revision()
            if revision == REVISION and serves and not settings.secret:
                await store.secret()
        finally:
            await engine.dispose()
    except (DBAPIError, OSError) as error:
        return f"The database does not answer: {error}"
    except TryAgain as error:
        return f"The database takes nothing now: {error.__cause__}"
    if revision == REVISION:
        return ""
    found = "has no tables yet" if revision is None else f"is at {revision}, not at {REVISION}"
    return f"The database {found}. Run: python -m app migrate"


@contextmanager
def _alone(settings: Settings) -> Iterator[str]:
    """Holds the lock of an SQLite file while it is served; otherwise why not, in a sentence."""
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield ""
        return
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(Path(f"{url.database}.lock").open("w"))
        except OSError as error:
            trouble = f"The lock beside the SQLite file cannot be made: {error}"
        else:
            trouble = "" if _locked(lock) else _SERVED
        yield trouble


_SERVED = "Another process serves this SQLite file; it is for one. Use PostgreSQL for several."


def _locked(file: TextIO) -> bool:
    """Takes the lock, which goes when the file is closed; False: another process has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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


if __name__ == "__main__":
    sys.exit(main())
