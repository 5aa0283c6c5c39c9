"""Endpoints for reports, and for moderators; other clients get 404 from the latter."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query

from app.core.errors import Refusal
from app.http import pagination
from app.http.pagination import PAGE_SIZE
from app.http.requests import AccountOwner, WritingPlayer
from app.http.routes import BODY_ERRORS, route
from app.model.credential import Credential
from app.moderation import messages
from app.moderation.feature import ModerationFeature

router = APIRouter(prefix="/api", tags=["moderation"])

_report_cursor = msgspec.json.Decoder(tuple[pagination.Int32, pagination.Int32])
_audit_cursor = msgspec.json.Decoder(pagination.Int32)

MODERATION_ERRORS = ("not_found", "moderator", *BODY_ERRORS)


async def require_moderator(found: AccountOwner) -> Credential:
    """Return the credential of a moderator, by cookie. Refusal `nobody`, `not_found`."""
    if not found.player.moderator:
        raise Refusal("not_found", message="Not found.")
    return found


NameQuery = Annotated[str, Query(min_length=1, max_length=200)]
Moderator = Annotated[Credential, Depends(require_moderator)]


@route(router, "POST", "/reports", status=204, errors=(*BODY_ERRORS, "not_found"))
async def report(player: WritingPlayer, moderation: ModerationFeature, body: messages.NewReport) -> None:
    """Report a player, a game or a chat line to the moderators. A report of a line is about its author. A
    player reported together with a game, without a line, must have a seat or a chat line in it."""
    if body.player is None and body.game is None:
        raise Refusal("bad_message", field="player", message="Name a player or a game.")
    if body.line is not None and body.game is None:
        raise Refusal("bad_message", field="game", message="Name the game of the chat line.")
    await moderation.report(player.id, body)


@route(router, "GET", "/moderation/reports", errors=("not_found", "bad_message"))
async def list_reports(
    found: Moderator, moderation: ModerationFeature, cursor: pagination.Cursor = None
) -> messages.Reports:
    """List reports, open ones first, then newest first."""
    after = pagination.decode_cursor(cursor, _report_cursor)
    shown, last = await moderation.reports.page(found.player.id, PAGE_SIZE, after)
    following = None if last is None else pagination.encode_cursor(last)
    return messages.Reports(shown, following)


@route(router, "POST", "/moderation/reports/{id}/close", status=204, errors=MODERATION_ERRORS)
async def close_report(id: int, found: Moderator, moderation: ModerationFeature, body: messages.Act) -> None:
    """Close a report."""
    await moderation.close_report(found.player.id, id, body.reason)


@route(router, "GET", "/moderation/people", errors=("not_found", "bad_message"))
async def search_people(_: Moderator, moderation: ModerationFeature, name: NameQuery) -> messages.FoundPeople:
    """Search players by the start of their current or former name, at most 20. Case, accents, spaces and
    look-alike letters are ignored."""
    return messages.FoundPeople(await moderation.lookup.search(name))


@route(router, "GET", "/moderation/people/{name}", errors=("not_found", "moderator"))
async def look_at_person(name: str, found: Moderator, moderation: ModerationFeature) -> messages.PersonFile:
    """Return everything moderators may know of a player. Each view is audited (`look`), at most once a
    day."""
    return await moderation.look(found.player.id, name)


@route(router, "POST", "/moderation/people/{name}/mute", status=204, errors=MODERATION_ERRORS)
async def mute(name: str, found: Moderator, moderation: ModerationFeature, body: messages.Mute) -> None:
    """Mute a player in all chats until a time; null unmutes."""
    await moderation.mute(found.player.id, name, body.until, body.reason)


@route(router, "POST", "/moderation/people/{name}/close", status=204, errors=MODERATION_ERRORS)
async def close_account(
    name: str, found: Moderator, moderation: ModerationFeature, body: messages.Act
) -> None:
    """Close an account: its running games end and sign-in is refused."""
    await moderation.close_account(found.player.id, name, body.reason)


@route(router, "POST", "/moderation/people/{name}/open", status=204, errors=MODERATION_ERRORS)
async def open_account(
    name: str, found: Moderator, moderation: ModerationFeature, body: messages.Act
) -> None:
    """Reopen a closed account."""
    await moderation.open_account(found.player.id, name, body.reason)


@route(router, "POST", "/moderation/people/{name}/hide", status=204, errors=MODERATION_ERRORS)
async def hide_person(name: str, found: Moderator, moderation: ModerationFeature, body: messages.Act) -> None:
    """Hide a player from the leaderboards and the lists of people."""
    await moderation.set_hidden(found.player.id, name, body.reason, hidden=True)


@route(router, "POST", "/moderation/people/{name}/show", status=204, errors=MODERATION_ERRORS)
async def show_person(name: str, found: Moderator, moderation: ModerationFeature, body: messages.Act) -> None:
    """Show a hidden player again, if they wish to be shown."""
    await moderation.set_hidden(found.player.id, name, body.reason, hidden=False)


@route(
    router,
    "POST",
    "/moderation/people/{name}/rename",
    status=204,
    errors=(*MODERATION_ERRORS, "bad_name", "name_taken"),
)
async def rename(name: str, found: Moderator, moderation: ModerationFeature, body: messages.Rename) -> None:
    """Rename a player."""
    await moderation.rename(found.player.id, name, body.name, body.reason)


@route(router, "POST", "/moderation/ratings/undo", status=204, errors=MODERATION_ERRORS)
async def undo_rating(found: Moderator, moderation: ModerationFeature, body: messages.GameId) -> None:
    """Take back what a game changed in its players' ratings, once. Later games keep their changes."""
    await moderation.undo_rating(found.player.id, body.game, body.reason)


@route(router, "POST", "/moderation/games/{id}/close", status=204, errors=MODERATION_ERRORS)
async def close_game(id: str, found: Moderator, moderation: ModerationFeature, body: messages.Act) -> None:
    """Remove a game from lists and leaderboards. A running game for two is aborted."""
    await moderation.close_game(found.player.id, id, body.reason)


@route(router, "GET", "/moderation/audit", errors=("not_found", "bad_message"))
async def list_audit(
    _: Moderator, moderation: ModerationFeature, cursor: pagination.Cursor = None
) -> messages.Audit:
    """List moderators' actions, newest first."""
    found = await moderation.store.audit(PAGE_SIZE + 1, pagination.decode_cursor(cursor, _audit_cursor))
    following = pagination.encode_cursor(found[PAGE_SIZE - 1].n) if len(found) > PAGE_SIZE else None
    return messages.Audit(found[:PAGE_SIZE], following)
