"""Endpoint for the par and the best known score of a deal, for its player after the end."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.routes import route
from app.api.searching import CurrentSearchClient
from app.errors import NO_PLAYER, Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.messages import analysis as messages

router = APIRouter(prefix="/api", tags=["analysis"])


@route(
    router,
    "GET",
    "/games/{id}/par",
    cost=2,
    errors=("nobody", "not_found", "not_seated", "in_play", "too_many", "busy"),
)
async def show_par(
    id: str, services: AppServices, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.Par:
    """Return par and best known score of a solitaire's deal, to its player after the end; null if there is
    none or it is not known yet. The first request for a deal may wait 20 s for a search."""
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    async with services.sessions.open(id) as session:
        info = session.info
        if not info.seats(player):
            raise Refusal("not_seated", message="Only the player of this game can see its par.")
        if session.match.outcome is None:
            raise Refusal("in_play", message="Par is shown after the end of the game.")
    if not services.pars.knows(info):
        return messages.Par(None, None)
    return messages.Par(*await client.search(services.pars.find(info)))
