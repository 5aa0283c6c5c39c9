"""HTTP for the people: guests, and who one is."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.api.requests import address, answer, body, gives, house, takes, writer
from app.clock import now
from app.errors import Refusal
from app.messages import games as wire
from app.messages.leaderboards import Profile

router = APIRouter(prefix="/api", tags=["people"])


@router.post(
    "/players/guest", responses=gives(wire.Guest, "foreign_origin", "too_many", status=201), status_code=201
)
async def guest(request: Request) -> Response:
    """A new guest with a name of his own; a browser gets a cookie, a program uses the token."""
    services = house(request)
    await services.guests.take(address(request))
    player, token = await services.people.create_guest(now())
    response = answer(wire.Guest(player.id, player.name, token), 201)
    services.auth.greet(response, player)
    return response


@router.get("/me", responses=gives(wire.Me, "nobody"))
async def me(request: Request) -> Response:
    """Who is asking; null for a spectator."""
    player = await house(request).auth.player(request)
    return answer(wire.Me(wire.Person(player.id, player.name) if player else None))


@router.patch(
    "/me",
    responses=gives(Profile, "nobody", "foreign_origin", "not_json", "bad_message", "too_large", "too_many"),
    openapi_extra=takes(wire.PlayerSettings),
)
async def wish(request: Request) -> Response:
    """Shows oneself on the boards, or hides oneself from them."""
    player = await writer(request)
    asked = await body(request, wire.PlayerSettings)
    await house(request).people.set_listed(player.id, listed=asked.listed)
    return answer(await _profile(request, player.name))


@router.get("/people/{name}", responses=gives(Profile, "nobody", "not_found"))
async def person(request: Request, name: str) -> Response:
    """A person by his name."""
    return answer(await _profile(request, name))


async def _profile(request: Request, name: str) -> Profile:
    services = house(request)
    asker = await services.auth.player(request)
    found = await services.people.profile(name) if "\0" not in name else None
    if found is None:
        raise Refusal("not_found", name=name[:40])
    own = asker is not None and asker.id == found.player.id
    listed = (found.listed and found.hidden is None) if own else None
    return Profile(wire.Person(found.player.id, found.player.name), found.created, listed)
