"""HTTP for the people: guests, and who one is."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import wire
from app.asking import address, answer, gives, house
from app.sessions import now

router = APIRouter(prefix="/api", tags=["people"])


@router.post(
    "/players/guest", responses=gives(wire.Guest, "foreign_origin", "too_many", status=201), status_code=201
)
async def guest(request: Request) -> Response:
    """A new guest with a name of his own; a browser gets a cookie, a program uses the token."""
    rooms = house(request)
    await rooms.guests.take(address(request))
    player, token = await rooms.store.new_guest(now())
    response = answer(wire.Guest(player.id, player.name, token), 201)
    rooms.auth.greet(response, player)
    return response


@router.get("/me", responses=gives(wire.Me, "nobody"))
async def me(request: Request) -> Response:
    """Who is asking; null for a spectator."""
    player = await house(request).auth.player(request)
    return answer(wire.Me(wire.Person(player.id, player.name) if player else None))
