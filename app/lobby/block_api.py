"""Endpoints to block players: here, since a block declines challenges."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.errors import Refusal
from app.db.clock import now
from app.http.requests import RequiredPlayer, WritingPlayer
from app.http.routes import route
from app.lobby.feature import LobbyFeature
from app.model.messages import Person
from app.people.account_messages import Blocks

router = APIRouter(prefix="/api", tags=["people"])


@route(router, "GET", "/me/blocks", errors=("nobody",))
async def list_blocks(player: RequiredPlayer, lobby: LobbyFeature) -> Blocks:
    """List the players that the current player blocks."""
    blocked = await lobby.people.blocks.blocked_by(player.id)
    return Blocks([Person(one.id, one.name) for one in blocked])


BLOCK_ERRORS = ("nobody", "foreign_origin", "not_found", "too_many")


@route(
    router,
    "PUT",
    "/me/blocks/{name}",
    status=204,
    errors=(*BLOCK_ERRORS, "bad_message", "too_many_blocks"),
)
async def block(name: str, player: WritingPlayer, lobby: LobbyFeature) -> None:
    """Block a player: no challenges, pairing, joining or chat between the two. Declines the open challenges
    between them with `no`. At most 500 players."""
    other = (await lobby.people.accounts.find(name)).player
    if other.id == player.id:
        raise Refusal("bad_message", message="You cannot block yourself.")
    await lobby.challenges.block(player.id, other.id, now())


@route(router, "DELETE", "/me/blocks/{name}", status=204, errors=BLOCK_ERRORS)
async def unblock(name: str, player: WritingPlayer, lobby: LobbyFeature) -> None:
    """Unblock a player."""
    other = (await lobby.people.accounts.find(name)).player
    await lobby.people.blocks.remove(player.id, other.id)
