"""Endpoints for moderators. Other clients get 404."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query

from app.api import pagination
from app.api.routes import BODY_ERRORS, route
from app.db.people.moderation import AuditEntry
from app.db.people.reports import Report
from app.db.people.sign_ins import Credential
from app.domain.cursors import Int32
from app.domain.game_info import Player
from app.errors import Refusal
from app.http.requests import AccountOwner, AppServices
from app.live.chat import line_message
from app.messages import games as messages
from app.messages import moderation
from app.messages.games import NoBody

router = APIRouter(prefix="/api/moderation", tags=["moderation"])

PAGE_SIZE = 50
_report_cursor = msgspec.json.Decoder(tuple[Int32, Int32])
_audit_cursor = msgspec.json.Decoder(Int32)

MODERATION_ERRORS = ("not_found", "moderator", *BODY_ERRORS)


async def require_moderator(found: AccountOwner) -> Credential:
    """Return the credential of a moderator, by cookie. Refusal `nobody`, `not_found`."""
    if not found.player.moderator:
        raise Refusal("not_found", message="Not found.")
    return found


NameQuery = Annotated[str, Query(min_length=1, max_length=200)]
Moderator = Annotated[Credential, Depends(require_moderator)]


@route(router, "GET", "/reports", errors=("not_found", "bad_message"))
async def list_reports(_: Moderator, services: AppServices, cursor: str | None = None) -> moderation.Reports:
    """List reports, open ones first, then newest first."""
    after = pagination.decode_cursor(cursor, _report_cursor)
    found = await services.reports.page(PAGE_SIZE + 1, after)
    following = None
    if len(found) > PAGE_SIZE:
        last = found[PAGE_SIZE - 1]
        following = pagination.encode_cursor((int(last.closed is not None), last.id))
    return moderation.Reports(list(map(_report, found[:PAGE_SIZE])), following)


@route(router, "POST", "/reports/{id}/close", status=204, errors=MODERATION_ERRORS)
async def close_report(id: int, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Close a report."""
    await services.moderation.close_report(found.player.id, id)


@route(router, "GET", "/people", errors=("not_found", "bad_message"))
async def search_people(_: Moderator, services: AppServices, name: NameQuery) -> moderation.FoundPeople:
    """Search players by the start of their current or former name, at most 20. Case, accents, spaces and
    look-alike letters are ignored."""
    found = await services.moderation.lookup.search(name)
    return moderation.FoundPeople(
        [
            moderation.FoundPerson(one.player.id, one.player.name, one.player.account, one.closed, one.former)
            for one in found
        ]
    )


@route(router, "GET", "/people/{name}", errors=("not_found", "moderator"))
async def look_at_person(name: str, found: Moderator, services: AppServices) -> moderation.PersonFile:
    """Return everything moderators may know of a player. Each view is audited (`look`), at most once a
    day."""
    file = await services.moderation.look(found.player.id, name)
    player = file.player
    return moderation.PersonFile(
        *(player.id, player.name, file.created, file.account, file.listed, file.hidden, file.closed),
        *(player.muted_until, file.pause.until if file.pause else None),
        sessions=[moderation.SeenSession(one.created, one.seen, one.agent) for one in file.sessions],
        early_ends=[moderation.EarlyEnd(one.game, one.at, one.kind) for one in file.early_ends],
        former_names=[moderation.FormerName(one.name, one.until, one.withdrawn) for one in file.former_names],
        reports=list(map(_report, file.reports)),
        acts=list(map(_entry, file.acts)),
    )


@route(router, "POST", "/people/{name}/mute", status=204, errors=MODERATION_ERRORS)
async def mute(name: str, found: Moderator, services: AppServices, body: moderation.Mute) -> None:
    """Mute a player in all chats until a time; null unmutes."""
    await services.moderation.mute(found.player.id, name, body.until)


@route(router, "POST", "/people/{name}/close", status=204, errors=MODERATION_ERRORS)
async def close_account(name: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Close an account: its running games end and sign-in is refused."""
    await services.moderation.close_account(found.player.id, name)


@route(router, "POST", "/people/{name}/open", status=204, errors=MODERATION_ERRORS)
async def open_account(name: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Reopen a closed account."""
    await services.moderation.open_account(found.player.id, name)


@route(
    router, "POST", "/people/{name}/rename", status=204, errors=(*MODERATION_ERRORS, "bad_name", "name_taken")
)
async def rename(name: str, found: Moderator, services: AppServices, body: moderation.Rename) -> None:
    """Rename a player."""
    await services.moderation.rename(found.player.id, name, body.name)


@route(router, "POST", "/ratings/undo", status=204, errors=(*MODERATION_ERRORS, "too_old"))
async def undo_rating(found: Moderator, services: AppServices, body: moderation.GameId) -> None:
    """Undo the rating changes of a game, unless more than 2,000 games have been rated since."""
    await services.moderation.undo_rating(found.player.id, body.game)


@route(router, "POST", "/games/{id}/close", status=204, errors=MODERATION_ERRORS)
async def close_game(id: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Remove a game from lists and leaderboards. A running game for two is aborted."""
    await services.moderation.close_game(found.player.id, id)


@route(router, "GET", "/audit", errors=("not_found", "bad_message"))
async def list_audit(_: Moderator, services: AppServices, cursor: str | None = None) -> moderation.Audit:
    """List moderators' actions, newest first."""
    found = await services.moderation_store.audit(
        PAGE_SIZE + 1, pagination.decode_cursor(cursor, _audit_cursor)
    )
    following = pagination.encode_cursor(found[PAGE_SIZE - 1].n) if len(found) > PAGE_SIZE else None
    return moderation.Audit(list(map(_entry, found[:PAGE_SIZE])), following)


def _report(one: Report) -> moderation.Report:
    return moderation.Report(
        *(one.id, one.at, _person(one.reporter), _person(one.player), one.game, one.line, one.quote),
        *(one.text, one.closed, list(map(line_message, one.lines))),
    )


def _entry(one: AuditEntry) -> moderation.AuditEntry:
    return moderation.AuditEntry(
        *(one.n, one.at, _person(one.moderator), one.act, _person(one.player), one.game, one.detail)
    )


def _person(player: Player | None) -> messages.Person | None:
    return messages.Person(player.id, player.name) if player else None
