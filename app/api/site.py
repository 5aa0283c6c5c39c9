"""Endpoints for site information by the operator, and for reports to moderators."""

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
    """Return the operator's current notice, start of maintenance, imprint URL, contact, and whether the site
    is a demonstration."""
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
    """Report a player, a game or a chat line to the moderators. A report of a line is about its author. A
    player reported together with a game, without a line, must have a seat or a chat line in it."""
    if body.player is None and body.game is None:
        raise Refusal("bad_message", field="player", message="Name a player or a game.")
    if body.line is not None and body.game is None:
        raise Refusal("bad_message", field="game", message="Name the game of the chat line.")
    about = await services.players.profile(body.player) if body.player else None
    if body.player is not None and about is None:
        raise Refusal("not_found", name=body.player[:40])
    subject = about.player.id if about else None
    new = NewReport(player.id, subject, body.game, body.line, body.text)
    await services.reports.add(new, now())
