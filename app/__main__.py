"""The command line of the server: python -m app COMMAND."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.commands.pipe import run_to_pipe

if TYPE_CHECKING:
    from app.settings import Settings


def main() -> int:
    """Run one command and return the exit code."""
    parser = _parser()
    options = parser.parse_args()
    if options.command == "moderator" and options.now and not options.reset:
        parser.error("--now belongs to --reset")
    from app.ops.preflight import NotReady, check_urls
    from app.settings import SURROGATE, read_settings

    for word in filter(SURROGATE.search, sys.argv):
        parser.error(f"the argument {word!a} is not UTF-8")
    given = {name: value for name in ("host", "port") if (value := getattr(options, name, None)) is not None}
    try:
        if options.command == "demo":
            given |= _demo_database(options.database, read_settings().data)
        settings = read_settings(**given)
        check_urls(settings)
        if options.command == "serve":
            settings.check_secrets()
    except ValueError as error:
        print(f"Invalid settings: {error}", file=sys.stderr)
        return 2
    try:
        return _run(settings, options)
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the games")
    serve.add_argument("--host")
    serve.add_argument("--port", type=int)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    static = commands.add_parser("static", help="export the client's files for a proxy and for open pages")
    static.add_argument("folder", type=Path, nargs="?", help="RICHELIEU_DATA/client by default")
    tables = commands.add_parser("tables", help="build the endgame tables")
    tables.add_argument("--ship", action="store_true", help="also rebuild the files in the sources")
    tables.add_argument("--count", action="store_true", help="also count won positions, as in docs/truth.md")
    commands.add_parser("verify", help="replay every game and compare it with the database")
    commands.add_parser("recount", help="rebuild results and leaderboards from the logs")
    distribute = commands.add_parser("distribute", help="place the tables on the nodes of a Citus cluster")
    distribute.add_argument(
        "--dry-run", action="store_true", help="print the steps without changing anything"
    )
    daily = commands.add_parser("solve-daily", help="search the best scores of a past day's deals")
    daily.add_argument("--date", help="such as 2026-11-21; yesterday by default")
    sweep = commands.add_parser("sweep", help="end overdue games and delete expired data")
    sweep.add_argument("--dry-run", action="store_true", help="print counts without changing anything")
    commands.add_parser("hide", help="hide a player from the leaderboards").add_argument("name")
    commands.add_parser("show", help="show a hidden player on the leaderboards again").add_argument("name")
    moderator = commands.add_parser("moderator", help="make an account a moderator; reset any account")
    moderator.add_argument("name")
    instead = moderator.add_mutually_exclusive_group()
    instead.add_argument("--remove", action="store_true", help="make it a moderator no longer")
    instead.add_argument(
        "--reset", action="store_true", help="print a recovery code that is valid after 24 h"
    )
    moderator.add_argument("--now", action="store_true", help="the recovery code is valid at once")
    notice = commands.add_parser("notice", help="show a text to all visitors; an empty text removes it")
    notice.add_argument("text")
    notice.add_argument("--until", metavar="TIME", help="such as 2026-12-01T18:00Z")
    maintenance = commands.add_parser(
        "maintenance", help="announce maintenance: no new games, then no service"
    )
    maintenance.add_argument("state", choices=("on", "off"), nargs="?", help="without it: print the state")
    maintenance.add_argument(
        "--in",
        dest="delay",
        type=_seconds,
        metavar="TIME",
        default=600,
        help="delay such as 10m, the default",
    )
    backup = commands.add_parser("backup", help="save the database to a file, or periodically to a folder")
    backup.add_argument("file", type=Path, help="with --every: a folder for dated files")
    backup.add_argument("--every", type=_interval, metavar="TIME", help="such as 24h; run until stopped")
    backup.add_argument(
        "--keep", type=_count, default=14, metavar="N", help="with --every: number of files to keep (14)"
    )
    commands.add_parser("restore", help="add the missing rows of a backup").add_argument("file", type=Path)
    demo = commands.add_parser("demo", help="fill a separate database with a demonstration")
    demo.add_argument("--database", metavar="URL", help="an empty one; data/demo.db by default")
    demo.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the games (1)")
    demo.add_argument(
        "--games",
        type=_count,
        default=200,
        metavar="N",
        help="number of games for two (200); others in proportion",
    )
    demo.add_argument(
        "--password", metavar="TEXT", help="for signing in as the sample players; without it: impossible"
    )
    return parser


def _demo_database(url: str | None, data: Path) -> dict[str, Any]:
    """Return the settings of a demonstration's database, regardless of the site's environment variables."""
    default = f"sqlite:///{(data / 'demo.db').as_posix()}"
    return {"database_url": url or default, "direct_url": "", "redis_url": ""}


def _seconds(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})([smhd])", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 24h, 30m or 7d")
    return int(found[1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]


def _interval(text: str) -> int:
    seconds = _seconds(text)
    if not seconds:
        raise argparse.ArgumentTypeError(f"{text!r} is not an interval")
    return seconds


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _run(settings: Settings, options: argparse.Namespace) -> int:
    from app.core.logging import configure
    from app.ops.preflight import check_database, lock_sqlite, migrate

    serving = options.command == "serve"
    if options.command == "static":
        return _export(options.folder or settings.builds)
    if options.command == "tables":
        return _build_tables(settings, ship=options.ship, count=options.count)
    if options.command == "migrate":
        from engine.commands.progress import ShownProgress

        with ShownProgress() as progress:
            migrated = migrate(settings, progress)
        if not migrated:
            print("A newer version has migrated this database, which serves this version too.")
        return 0
    if options.command == "demo":
        return _fill_demonstration(settings, options)
    asyncio.run(check_database(settings, serving=serving))
    configure()
    if serving:
        from app.main import serve

        with lock_sqlite(settings):
            return serve(settings)
    from app.ops.commands import run

    return asyncio.run(run(settings, options))


def _fill_demonstration(settings: Settings, options: argparse.Namespace) -> int:
    from app.core.logging import configure
    from app.ops.demo import fill_demonstration
    from app.ops.preflight import lock_sqlite, migrate

    configure()
    migrate(settings)
    with lock_sqlite(settings):
        return asyncio.run(fill_demonstration(settings, options.seed, options.games, options.password))


def _build_tables(settings: Settings, *, ship: bool, count: bool) -> int:
    from app.analysis.workers.tables import build_tables
    from engine.commands.progress import ShownProgress

    try:
        with ShownProgress() as progress:
            build_tables(settings.tables, progress, ship=ship, count=count)
    except BrokenPipeError:
        raise  # nobody reads the output any more
    except (OSError, ValueError) as error:
        print(f"tables: {error}", file=sys.stderr)
        return 1
    return 0


def _export(folder: Path) -> int:
    from app.site.assets.export import export
    from app.site.pages import client

    try:
        files = export(client(), folder)
    except OSError as error:
        print(f"static: {error}", file=sys.stderr)
        return 1
    print(f"{files} files written to {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(run_to_pipe(main))
