"""Endpoints to block players."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.routes import route
from app.clock import now
from app.errors import Refusal
from app.http.requests import AppServices, WritingPlayer
from app.messages.games import Person
from app.messages.pairing import Blocks

router = APIRouter(prefix="/api", tags=["people"])


@route(router, "GET", "/me/blocks", errors=("nobody",))
async def list_blocks(player: WritingPlayer, services: AppServices) -> Blocks:
    """List the players that the current player blocks."""
    blocked = await services.blocks.blocked_by(player.id)
    return Blocks([Person(one.id, one.name) for one in blocked])


BLOCK_ERRORS = ("nobody", "foreign_origin", "not_found", "too_many")


@route(
    router,
    "PUT",
    "/me/blocks/{name}",
    status=204,
    errors=(*BLOCK_ERRORS, "bad_message", "too_many_blocks"),
)
async def block(name: str, player: WritingPlayer, services: AppServices) -> None:
    """Block a player: no challenges, pairing, joining or chat between the two. Declines the open challenges
    between them with `no`. At most 500 players."""
    other = (await services.accounts.find(name)).player
    if other.id == player.id:
        raise Refusal("bad_message", message="You cannot block yourself.")
    time = now()
    await services.blocks.add(player.id, other.id, time)
    await services.pairing.decline_between(player.id, other.id, time)


@route(router, "DELETE", "/me/blocks/{name}", status=204, errors=BLOCK_ERRORS)
async def unblock(name: str, player: WritingPlayer, services: AppServices) -> None:
    """Unblock a player."""
    other = (await services.accounts.find(name)).player
    await services.blocks.remove(player.id, other.id)
