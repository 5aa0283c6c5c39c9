"""Endpoint to decline challenges; `POST /api/games` with `to` creates them, joining the game accepts them."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.games import WRITE_ERRORS
from app.api.routes import route
from app.clock import now
from app.errors import Refusal
from app.http.requests import AppServices, WritingPlayer
from app.messages.pairing import Decline

router = APIRouter(prefix="/api", tags=["people"])


@route(
    router,
    "POST",
    "/games/{id}/decline",
    status=204,
    errors=(*WRITE_ERRORS, "not_seated", "game_over"),
)
async def decline_challenge(id: str, player: WritingPlayer, services: AppServices, body: Decline) -> None:
    """Decline a challenge to the current player with a reason word. This ends the challenge (`aborted`).
    After `no` or `later` the next one between the two is possible after a minute (429 `too_many`, rule
    `declined`)."""
    if not (id.isalnum() and id.isascii()):
        raise Refusal("not_found", game=id[:40])
    await services.pairing.decline(id, player, body.word, now())
