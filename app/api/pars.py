"""HTTP for the par and the best known score of a deal, for its player after the end."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.routes import route
from app.api.searching import SearchAsker
from app.errors import Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.messages import machines as messages

router = APIRouter(prefix="/api", tags=["analysis"])


@route(
    router,
    "GET",
    "/games/{id}/par",
    cost=2,
    errors=("nobody", "not_found", "not_seated", "in_play", "too_many", "busy"),
)
async def show_par(id: str, services: AppServices, player: CurrentPlayer, asker: SearchAsker) -> messages.Par:
    """Par and best known score of the deal of a solitaire, for its player after the end; null: there is none,
    or nothing is known yet. The first request for a deal may wait 20 s for a search."""
    if player is None:
        raise Refusal("nobody", message="become a guest first: POST /api/players/guest")
    async with services.sessions.open(id) as session:
        info = session.info
        if not info.seats(player):
            raise Refusal("not_seated", message="only the player of this game may ask for its par")
        if session.match.outcome is None:
            raise Refusal("in_play", message="par is told after the end")
    if not services.pars.knows(info):
        return messages.Par(None, None)
    return messages.Par(*await asker.search(services.pars.find(info)))
