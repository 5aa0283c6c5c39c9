"""Operator commands on a migrated database: verify, recount, distribute, solve-daily, sweep, backup, restore,
hide, show. Each returns the exit code of the process."""

from __future__ import annotations

import asyncio
import signal
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import now, utc_day
from app.cluster.shared_state import create_bus
from app.container import open_services
from app.db.engine import create_engine
from app.db.games.lists import GameLists
from app.db.games.retention import RetentionStore, SweepInProgress
from app.db.games.store import GameStore
from app.db.lost_keys import missing_games
from app.db.notices import Bus
from app.db.people.players import PlayerStore
from app.db.results.ratings import RatingStore
from app.domain.best import day_before
from app.domain.check import check
from app.domain.names import new_id
from app.errors import Refusal, TryAgain
from app.jobs.best_scores import BestScores
from app.jobs.daily_sweep import DailySweep
from app.jobs.sweep import Sweep
from app.ops.backup import BadBackup, backup
from app.ops.distribute import distribute
from app.ops.maintenance import set_maintenance
from app.ops.people import issue_recovery_code, set_hidden, set_moderator, set_notice
from app.ops.preflight import NotReady, check_database
from app.ops.rebuild import rating_differences, recount
from app.ops.restore import restore
from app.ops.schedule import BackupSchedule
from app.settings import Settings
from engine.commands.progress import SILENT, Progress, ShownProgress


async def run(settings: Settings, arguments: Namespace) -> int:
    """Run a command and return the exit code. NotReady: it failed."""
    if arguments.command == "backup" and arguments.every:
        return await _back_up_regularly(settings, arguments)
    with ShownProgress() as progress:
        if arguments.command == "sweep":
            return await _sweep(settings, progress, dry=arguments.dry_run)
        if arguments.command == "solve-daily":
            return await _solve_daily(settings, arguments.date, progress)
        return await _run_on_database(settings, arguments, progress)


async def _run_on_database(settings: Settings, arguments: Namespace, progress: Progress) -> int:
    engine = create_engine(settings.session_url)
    try:
        return await _run_on(engine, settings, arguments, progress)
    except TryAgain as error:
        raise NotReady(f"{arguments.command}: {error.detail['message']}") from error
    except BrokenPipeError:
        raise  # nobody reads the output any more
    except (BadBackup, OSError) as error:
        raise NotReady(f"{arguments.command}: {error}") from error
    finally:
        await engine.dispose()


async def _run_on(engine: AsyncEngine, settings: Settings, arguments: Namespace, progress: Progress) -> int:
    match arguments.command:
        case "moderator":
            return await _moderator(engine, arguments)
        case "notice":
            return await set_notice(engine, arguments.text, arguments.until)
        case "maintenance":
            return await set_maintenance(engine, arguments.state, arguments.delay)
        case "recount":
            results = await recount(PlayerStore(engine), GameStore(engine), progress)
            progress.print(f"{results} results rebuilt.")
            await RetentionStore(engine).note_ended()
            await RetentionStore(engine).set_trimmed(None)
            return 0
        case "distribute":
            return await distribute(engine, progress, dry=arguments.dry_run)
        case "verify":
            return await _verify(engine, progress)
        case "backup":
            progress.print(f"{await backup(engine, arguments.file, progress)} rows saved.")
            return 0
        case "restore":
            bus = create_bus(settings.redis_url, new_id())
            return await _restore(engine, arguments.file, bus, progress)
        case _:
            return await set_hidden(engine, arguments.name, hidden=arguments.command == "hide")


async def _moderator(engine: AsyncEngine, arguments: Namespace) -> int:
    if arguments.reset:
        return await issue_recovery_code(engine, arguments.name, at_once=arguments.now)
    return await set_moderator(engine, arguments.name, moderator=not arguments.remove)


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
    try:
        async with open_services(settings) as services:
            daily = DailySweep(RetentionStore(services.store.engine), services.sessions.ids)
            if dry:
                overdue = len(await services.lists.overdue(now()))
                progress.print(f"{overdue} overdue games would be ended.")
            else:
                ended = await Sweep(services.lists, services.sessions).round(now(), progress=progress)
                progress.print(f"{ended} overdue games ended.")
            for kind, count in (await daily.sweep(now(), dry=dry, progress=progress)).items():
                progress.print(f"{count} {kind} {'would be ' if dry else ''}deleted.")
    except SweepInProgress:
        raise NotReady("sweep: another process sweeps this database now") from None
    except TryAgain as error:
        raise NotReady(f"sweep: {error.detail['message']}") from error
    return 0


async def _solve_daily(settings: Settings, date: str | None, progress: Progress) -> int:
    """Search the missing best scores of a past day."""
    wanted = date or day_before(utc_day(now()))
    try:
        async with open_services(settings.model_copy(update={"spare_work": True})) as services:
            best = BestScores(services.daily, services.search_results, services.searches)
            found = await best.solve(wanted, progress)
    except Refusal as error:
        why = error.detail.get("message", f"{wanted} is not a past day with deals")
        raise NotReady(f"solve-daily: {why}") from error
    for rules, score in sorted(found.items()):
        progress.print(f"{wanted} {rules}: {' '.join(map(str, score))}")
    progress.print(f"{len(found)} best scores are known of {wanted}.")
    return 0


async def _verify(engine: AsyncEngine, progress: Progress) -> int:
    wrong = 0
    async for game, ply, what in differences(GameStore(engine), progress):
        wrong += 1
        progress.print(f"game {game}, ply {ply}: {what}")
    progress.stage("ratings")
    async for what in rating_differences(RatingStore(engine)):
        wrong += 1
        progress.print(what)
    progress.stage("keys")
    async for column, game in missing_games(engine):
        wrong += 1
        progress.print(f"{column} names the game {game}, which does not exist; to rebuild results: recount")
    progress.print(f"{wrong} games differ." if wrong else "Every game agrees with its log.")
    return 1 if wrong else 0


async def differences(store: GameStore, progress: Progress = SILENT) -> AsyncIterator[tuple[str, int, str]]:
    """Replay every stored game and compare it with its row and results. Yield id, ply and difference of games
    that differ."""
    lists = GameLists(store.engine)
    progress.stage("games", await lists.count())
    async for game in lists.ids():
        progress.advance()
        try:
            finding = check(await store.stored_game(game))
        except LookupError as error:
            yield game, 0, str(error)
        except ValueError as error:
            yield game, 0, f"the row contains an impossible value: {error}"
        else:
            if finding.differs_at is not None:
                yield game, finding.differs_at, finding.what
