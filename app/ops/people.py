"""The operator's commands about people: who is a moderator, and the notice that everybody sees."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import now
from app.db.notices import Bus
from app.db.people.moderation import Act, ModerationStore
from app.db.people.players import PlayerStore

OPERATOR = ""  # in the audit log


async def set_moderator(engine: AsyncEngine, name: str, *, moderator: bool) -> int:
    """Makes the account of this name (or id) a moderator, or no longer; serving processes know within
    seconds."""
    players = PlayerStore(engine)
    found = await players.profile(name) or await players.profile_by_id(name)
    if found is None or not found.player.account:
        print(f"No account has the name or id {name!r}.", file=sys.stderr)
        return 1
    act = Act(OPERATOR, "appoint" if moderator else "dismiss", found.player.id)
    await ModerationStore(engine, Bus()).change(act, {"moderator": moderator}, now())
    state = "a moderator" if moderator else "no moderator"
    print(f"{found.player.name} ({found.player.id}) is now {state}.")
    return 0


async def set_notice(engine: AsyncEngine, text: str, until: str | None) -> int:
    """Shows a text to everybody, until a time (ISO 8601, UTC without a zone); an empty text shows none."""
    try:
        at = _milliseconds(until) if until else None
    except ValueError:
        print(f"--until is a time such as 2026-12-01T18:00Z, not {until!r}.", file=sys.stderr)
        return 2
    await ModerationStore(engine, Bus()).set_notice(text, at)
    print("The notice is shown within seconds." if text else "No notice is shown any more.")
    return 0


def _milliseconds(time: str) -> int:
    known = datetime.fromisoformat(time)
    return int((known if known.tzinfo else known.replace(tzinfo=UTC)).timestamp() * 1000)
