"""Operator commands about people: moderators, recovery codes, leaderboards, and the site's notice."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.db.clock import now, utc_text
from app.people.account_store import AccountStore, change_player
from app.people.audit import OPERATOR, AuditedAct, carry_out
from app.people.passwords import hash_code, new_recovery_code
from app.people.player_store import PlayerProfile, PlayerStore
from app.results.recording import change_listing
from app.site.notices import NoticeStore
from engine.clock import DAY_MS

RESET_DELAY_MS = DAY_MS  # until an issued recovery code becomes valid


async def set_moderator(engine: AsyncEngine, name: str, *, moderator: bool) -> int:
    """Make the account of this name (or id) a moderator, or no longer; serving processes notice within
    seconds."""
    found = await _find_account(engine, name)
    if found is None:
        return 1
    player, at = found.player.id, now()
    act = AuditedAct(OPERATOR, "appoint" if moderator else "dismiss", player)
    await carry_out(engine, act, at, lambda it: change_player(it, player, {"moderator": moderator}, at))
    state = "a moderator" if moderator else "no moderator"
    print(f"{found.player.name} ({found.player.id}) is now {state}.")
    return 0


async def issue_recovery_code(engine: AsyncEngine, name: str, *, at_once: bool) -> int:
    """Print a new recovery code for the account of this name (or id). It is valid after RESET_DELAY_MS unless
    `at_once`; until it is used, every browser of the account shows it and can withdraw it."""
    found = await _find_account(engine, name)
    if found is None:
        return 1
    code, issued = new_recovery_code(), now()
    at = issued if at_once else issued + RESET_DELAY_MS
    act = AuditedAct(OPERATOR, "reset", found.player.id, detail={"at": at, "at_once": at_once})
    accounts = AccountStore(engine, Bus(), change_listing)
    await accounts.issue_recovery_code(act, found.player.id, hash_code(code), at, issued)
    print(f"Recovery code of {found.player.name} ({found.player.id}): {code}")
    since = "at once" if at_once else f"from {utc_text(at)} on"
    print(f"It can be used {since}. The browsers of the account are told and can withdraw it.")
    return 0


async def set_hidden(engine: AsyncEngine, name: str, *, hidden: bool) -> int:
    """Hide a player, found by name or id, from the leaderboards, or show them again."""
    players = PlayerStore(engine)
    found = await players.profile(name)
    player = found.player if found else await players.player(name)
    if player is None:
        print(f"No player has the name or id {name!r}.", file=sys.stderr)
        return 1
    at = now()
    act, since = AuditedAct(OPERATOR, "hide" if hidden else "show", player.id), at if hidden else None
    await carry_out(engine, act, at, lambda it: change_listing(it, player.id, {"hidden": since}))
    state = "hidden from the leaderboards" if hidden else "shown on the leaderboards again, if they wish it"
    print(f"{player.name} ({player.id}) is {state}.")
    return 0


async def _find_account(engine: AsyncEngine, name: str) -> PlayerProfile | None:
    players = PlayerStore(engine)
    found = await players.profile(name) or await players.profile_by_id(name)
    if found and found.player.account:
        return found
    print(f"No account has the name or id {name!r}.", file=sys.stderr)
    return None


async def set_notice(engine: AsyncEngine, text: str, until: str | None) -> int:
    """Show a text to all visitors until a time (ISO 8601, UTC without a zone) in the future; an empty text
    removes it."""
    try:
        at = _milliseconds(until) if until else None
    except ValueError:
        print(f"--until is a time such as 2026-12-01T18:00Z, not {until!r}.", file=sys.stderr)
        return 2
    if at is not None and at <= now():
        print(f"--until is in the past: {until}.", file=sys.stderr)
        return 2
    await NoticeStore(engine).set_notice(text, at)
    print("The notice is shown within seconds." if text else "No notice is shown any more.")
    return 0


def _milliseconds(time: str) -> int:
    known = datetime.fromisoformat(time)
    return int((known if known.tzinfo else known.replace(tzinfo=UTC)).timestamp() * 1000)
