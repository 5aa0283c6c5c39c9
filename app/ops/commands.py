"""What a host does with a database that stands: each command is one function and answers the exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import now
from app.cluster.bus import bus_of
from app.db.engine import connect
from app.db.games import GameStore
from app.db.players import PlayerStore
from app.domain.names import new_id
from app.domain.notices import Bus
from app.errors import TryAgain
from app.ops.backup import BadBackup, backup
from app.ops.rebuild import recount
from app.ops.restore import restore
from app.ops.verify import differences
from app.settings import Settings


async def run(settings: Settings, asked: Namespace) -> int:
    """Runs the command that was asked for."""
    engine = connect(settings.url)
    try:
        match asked.command:
            case "migrate":
                await recount(PlayerStore(engine), GameStore(engine), missing=True)
                return 0
            case "recount":
                print(f"{await recount(PlayerStore(engine), GameStore(engine))} results.")
                return 0
            case "verify":
                return await _verify(engine)
            case "backup":
                print(f"{await backup(engine, asked.file)} rows saved.")
                return 0
            case "restore":
                return await _restore(engine, asked.file, bus_of(settings.url, new_id()))
            case _:
                return await _hide(engine, asked.name, since=now() if asked.command == "hide" else None)
    except TryAgain as error:
        print(f"{asked.command}: {error.detail['message']}", file=sys.stderr)
        return 1
    except (BadBackup, OSError) as error:
        print(f"{asked.command}: {error}", file=sys.stderr)
        return 1
    finally:
        await engine.dispose()


async def _restore(engine: AsyncEngine, file: Path, bus: Bus) -> int:
    done = await restore(engine, file, bus)
    for name, here in done.renamed.items():
        print(f"There is another {name} here; the one of the backup is now {here}.")
    print(f"{done.rows} rows added.")
    return 0


async def _verify(engine: AsyncEngine) -> int:
    wrong = 0
    async for game, ply, what in differences(GameStore(engine)):
        wrong += 1
        print(f"game {game}, ply {ply}: {what}")
    print(f"{wrong} games differ." if wrong else "Every game agrees with its log.")
    return 1 if wrong else 0


async def _hide(engine: AsyncEngine, name: str, *, since: int | None) -> int:
    """Takes a person off the boards, or (None) puts him there again."""
    people = PlayerStore(engine)
    found = await people.profile(name)
    player = found.player if found else await people.player(name)
    if player is None:
        print(f"Nobody has the name or id {name!r}.", file=sys.stderr)
        return 1
    await people.hide(player.id, since)
    stands = (
        "stands on the boards again, where he wishes to" if since is None else "is hidden from the boards"
    )
    print(f"{player.name} ({player.id}) {stands}.")
    return 0
