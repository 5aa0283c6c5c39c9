"""Operator commands on a migrated database. Each returns the exit code of the process."""

from __future__ import annotations

import asyncio
import signal
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.scores import search_day
from app.bus.notices import Bus
from app.bus.redis_bus import create_bus
from app.core.errors import Refusal, TryAgain
from app.core.ids import new_id
from app.db.clock import now, utc_day
from app.db.engine import create_engine
from app.games.sweep import Sweep
from app.ops.backup import BackupSchedule, BadBackup, backup
from app.ops.distribute import distribute
from app.ops.maintenance import set_maintenance
from app.ops.people import issue_recovery_code, set_hidden, set_moderator, set_notice
from app.ops.preflight import NotReady, check_database
from app.ops.rebuild import recount
from app.ops.restore import restore
from app.ops.retention import DailySweep, SweepInProgress
from app.ops.verify import verify
from app.results.daily.days import days_after
from app.settings import Settings
from app.wiring import open_services
from engine.commands.progress import Progress, ShownProgress


async def run(settings: Settings, arguments: Namespace) -> int:
    """Run a command and return the exit code. NotReady: it failed."""
    if arguments.command == "backup" and arguments.every:
        return await _back_up_regularly(settings, arguments)
    engine = create_engine(settings.session_url)
    try:
        with ShownProgress() as progress:
            return await _run_on(engine, settings, arguments, progress)
    except TryAgain as error:
        raise NotReady(f"{arguments.command}: {error.detail['message']}") from error
    except BrokenPipeError:
        raise  # nobody reads the output any more
    except (BadBackup, SweepInProgress, OSError) as error:
        raise NotReady(f"{arguments.command}: {error}") from error
    finally:
        await engine.dispose()


async def _run_on(engine: AsyncEngine, settings: Settings, arguments: Namespace, progress: Progress) -> int:
    match arguments.command:
        case "sweep":
            return await _sweep(settings, progress, dry=arguments.dry_run)
        case "solve-daily":
            return await _solve_daily(settings, arguments.date, progress)
        case "moderator" if arguments.reset:
            return await issue_recovery_code(engine, arguments.name, at_once=arguments.now)
        case "moderator":
            return await set_moderator(engine, arguments.name, moderator=not arguments.remove)
        case "notice":
            return await set_notice(engine, arguments.text, arguments.until)
        case "maintenance":
            return await set_maintenance(engine, arguments.state, arguments.delay)
        case "recount":
            progress.print(f"{await recount(engine, progress)} results rebuilt.")
            return 0
        case "distribute":
            return await distribute(engine, progress, dry=arguments.dry_run)
        case "verify":
            return await verify(engine, progress)
        case "backup":
            progress.print(f"{await backup(engine, arguments.file, progress)} rows saved.")
            return 0
        case "restore":
            bus = create_bus(settings.redis_url, new_id())
            return await _restore(engine, arguments.file, bus, progress)
        case _:
            return await set_hidden(engine, arguments.name, hidden=arguments.command == "hide")


async def _back_up_regularly(settings: Settings, arguments: Namespace) -> int:
    """Save scheduled backups until SIGTERM or SIGINT. The schema is checked before each, since a newer
    version may have migrated the database."""

    async def save(file: Path) -> int:
        await check_database(settings, serving=False)
        engine = create_engine(settings.session_url)
        try:
            return await backup(engine, file)
        finally:
            await engine.dispose()

    schedule = BackupSchedule(arguments.file, arguments.every, arguments.keep, save)
    running, loop = asyncio.ensure_future(schedule.run()), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, running.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await running
    except OSError as error:
        raise NotReady(f"backup: {error}") from error
    return 0


async def _restore(engine: AsyncEngine, file: Path, bus: Bus, progress: Progress) -> int:
    try:
        done = await restore(engine, file, bus, progress)
        await bus.flush()
    finally:
        await bus.close()
    for name, here in done.renamed.items():
        progress.print(f"The name {name} belongs to another player; the one of the backup is now {here}.")
    progress.print(f"{done.rows} rows added.")
    return 0


async def _sweep(settings: Settings, progress: Progress, *, dry: bool) -> int:
    async with open_services(settings) as services:
        games = services.games
        daily = DailySweep(services.database.engine, games.sessions.ids)
        if dry:
            progress.print(f"{len(await games.lists.overdue(now()))} overdue games would be ended.")
        else:
            ended = await Sweep(games.lists, games.sessions).round(now(), progress=progress)
            progress.print(f"{ended} overdue games ended.")
        for kind, count in (await daily.sweep(now(), dry=dry, progress=progress)).items():
            progress.print(f"{count} {kind} {'would be ' if dry else ''}deleted.")
    return 0


async def _solve_daily(settings: Settings, date: str | None, progress: Progress) -> int:
    wanted = date or days_after(utc_day(now()), -1)
    try:
        async with open_services(settings.model_copy(update={"spare_work": True})) as services:
            analysis, daily = services.analysis, services.results.daily
            found = await search_day(analysis.findings, daily, analysis.searches, wanted, progress)
    except Refusal as error:
        why = error.detail.get("message", f"{wanted} is not a past day with deals")
        raise NotReady(f"solve-daily: {why}") from error
    for rules, score in sorted(found.items()):
        progress.print(f"{wanted} {rules}: {' '.join(map(str, score))}")
    progress.print(f"{len(found)} best scores are known of {wanted}.")
    return 0
