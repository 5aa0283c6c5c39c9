"""Endpoint to decline challenges; `POST /api/games` with `to` creates them, joining the game accepts them."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.errors import Refusal
from app.core.ids import may_be_id
from app.db.clock import now
from app.games.act_api import WRITE_ERRORS
from app.http.requests import WritingPlayer
from app.http.routes import route
from app.lobby.feature import LobbyFeature
from app.lobby.messages import Decline

router = APIRouter(prefix="/api", tags=["people"])


@route(
    router,
    "POST",
    "/games/{id}/decline",
    status=204,
    errors=(*WRITE_ERRORS, "not_seated", "game_over"),
)
async def decline_challenge(id: str, player: WritingPlayer, lobby: LobbyFeature, body: Decline) -> None:
    """Decline a challenge to the current player with a reason word. This ends the challenge (`aborted`).
    After `no` or `later` the next one between the two is possible after a minute (429 `too_many`, rule
    `declined`)."""
    if not may_be_id(id):
        raise Refusal("not_found", game=id[:40])
    await lobby.challenges.decline(id, player, body.word, now())
