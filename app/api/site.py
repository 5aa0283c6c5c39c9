"""HTTP for what the operator says about the site, and for reports to the moderators."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import UNSET

from app.api.routes import BODY_ERRORS, route
from app.clock import now
from app.db.people.reports import NewReport
from app.errors import Refusal
from app.http.requests import AppServices, WritingPlayer
from app.messages import moderation

router = APIRouter(prefix="/api", tags=["site"])


@route(router, "GET", "/site")
async def site(services: AppServices) -> moderation.Site:
    """The operator's notice, if there is one now, when maintenance begins, the address of the imprint, how to
    reach the operator, and whether the site is a demonstration."""
    found = await services.moderation_store.notice(now())
    settings = services.settings
    notice = moderation.Notice(*found) if found else None
    starts = await services.maintenance.start()
    return moderation.Site(
        notice,
        settings.imprint_url or None,
        settings.contact or None,
        UNSET if starts is None else starts,
        await services.moderation_store.is_demonstration() or UNSET,
    )


@route(router, "POST", "/reports", status=204, errors=(*BODY_ERRORS, "not_found"))
async def report(player: WritingPlayer, services: AppServices, body: moderation.NewReport) -> None:
    """Reports a player, a game or a line of its chat to the moderators. A report of a line is about its
    author; without a line a person who is named with a game has a seat or a line of chat in it."""
    if body.player is None and body.game is None:
        raise Refusal("bad_message", field="player", message="say whom or which game")
    if body.line is not None and body.game is None:
        raise Refusal("bad_message", field="game", message="say in which game the line is")
    about = await services.players.profile(body.player) if body.player else None
    if body.player is not None and about is None:
        raise Refusal("not_found", name=body.player[:40])
    subject = about.player.id if about else None
    new = NewReport(player.id, subject, body.game, body.line, body.text)
    await services.reports.add(new, now())
