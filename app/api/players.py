"""HTTP for players: guests, the current player, and profiles."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app import auth
from app.api.requests import AppServices, ClientAddress, CurrentPlayer, WritingPlayer
from app.api.routes import route
from app.clock import now
from app.domain.game_info import Player
from app.errors import Refusal
from app.messages import games as messages
from app.messages.leaderboards import Profile
from app.services import Services

router = APIRouter(prefix="/api", tags=["people"])


@route(router, "POST", "/players/guest", status=201, errors=("foreign_origin", "too_many"))
async def create_guest(services: AppServices, address: ClientAddress, response: Response) -> messages.Guest:
    """A new guest with a name of their own; a browser gets a cookie, a program uses the token."""
    await services.guest_limits.take(address)
    player, token = await services.players.create_guest(now())
    response.set_cookie(
        auth.COOKIE,
        services.auth.sign(player),
        max_age=auth.COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=services.auth.secure_cookie,
    )
    return messages.Guest(player.id, player.name, token)


@route(router, "GET", "/me", errors=("nobody",))
async def me(player: CurrentPlayer) -> messages.Me:
    """The current player; null for a spectator."""
    return messages.Me(messages.Person(player.id, player.name) if player else None)


@route(
    router,
    "PATCH",
    "/me",
    errors=("nobody", "foreign_origin", "not_json", "bad_message", "too_large", "too_many"),
)
async def change_settings(
    player: WritingPlayer, services: AppServices, body: messages.PlayerSettings
) -> Profile:
    """Shows the current player on the leaderboards, or hides them."""
    await services.players.set_listed(player.id, listed=body.listed)
    return await _profile(services, player.name, player)


@route(router, "GET", "/people/{name}", errors=("nobody", "not_found"))
async def profile(name: str, services: AppServices, player: CurrentPlayer) -> Profile:
    """A player's profile by their name."""
    return await _profile(services, name, player)


async def _profile(services: Services, name: str, current_player: Player | None) -> Profile:
    found = await services.players.profile(name) if "\0" not in name else None
    if found is None:
        raise Refusal("not_found", name=name[:40])
    own = current_player is not None and current_player.id == found.player.id
    listed = (found.listed and found.hidden is None) if own else None
    return Profile(messages.Person(found.player.id, found.player.name), found.created, listed)
