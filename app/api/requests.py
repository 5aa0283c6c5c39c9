"""Dependencies of the endpoints: services, current player, client address, write limit and JSON body."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import ClientDisconnect, Request

from app import auth
from app.db.sign_ins import Credential
from app.domain.game_info import Player
from app.errors import Refusal
from app.messages import games as messages
from app.services import Services

T = TypeVar("T")


async def get_services(request: Request) -> Services:
    services: Services = request.scope["state"]["services"]
    return services


AppServices = Annotated[Services, Depends(get_services)]


async def get_client_address(request: Request) -> str:
    return auth.client_address(request.scope)


ClientAddress = Annotated[str, Depends(get_client_address)]


async def get_credential(request: Request, services: AppServices) -> Credential | None:
    """By what the request authenticates, None for a spectator. Refusal: `nobody` (a token that does not
    verify), `no_scope` (one that is not good for this method)."""
    found = await services.auth.identify(request.headers.get("authorization"), request.cookies)
    needed = "read" if request.method in ("GET", "HEAD") else "play"
    if found and not found.may(needed):
        raise Refusal("no_scope", scope=needed)
    return found


CurrentCredential = Annotated[Credential | None, Depends(get_credential)]


async def get_current_player(found: CurrentCredential) -> Player | None:
    """The player of the request, None for a spectator. Refusal: `nobody`, `no_scope`."""
    return found.player if found else None


CurrentPlayer = Annotated[Player | None, Depends(get_current_player)]


async def require_writing_player(services: AppServices, player: CurrentPlayer) -> Player:
    """The player of the request, within the write limit. Refusal: `nobody`, `too_many`."""
    if player is None:
        raise Refusal("nobody", message="become a guest first: POST /api/players/guest")
    await services.write_limits.take(player.id)
    return player


WritingPlayer = Annotated[Player, Depends(require_writing_player)]


async def require_owner(request: Request, services: AppServices, found: CurrentCredential) -> Credential:
    """Who may change their account: by cookie, or a guest by their own token; within the write limit.
    Refusal: `nobody`, `no_scope`, `too_many`."""
    if found is None:
        raise Refusal("nobody", message="sign in first")
    if not found.own:
        raise Refusal("no_scope", message="an account is changed with its cookie, not with a token")
    if request.method != "GET":
        await services.write_limits.take(found.player.id)
    return found


Owner = Annotated[Credential, Depends(require_owner)]


class Reads:
    """The read limit of a player, or of an address without one."""

    def __init__(self, services: Services, key: str) -> None:
        self._services, self._key = services, key

    async def take(self, cost: float) -> None:
        """Refusal: `too_many`."""
        await self._services.read_limits.take(self._key, cost)


async def get_reads(services: AppServices, player: CurrentPlayer, address: ClientAddress) -> Reads:
    return Reads(services, f"player {player.id}" if player else f"address {address}")


ReadLimit = Annotated[Reads, Depends(get_reads)]


def limit_reads(cost: float) -> Callable[[ReadLimit], Awaitable[None]]:
    """A dependency that charges a read. Refusal: `nobody` (a token that does not verify), `too_many`."""

    async def limit(reads: ReadLimit) -> None:
        await reads.take(cost)

    return limit


def body_reader(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """A dependency that reads the JSON body as a `kind`. Refusal: `too_large`, `not_json`, `bad_message`."""

    async def read_body(request: Request) -> T:
        raw = bytearray()
        try:
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > messages.BODY:
                    raise Refusal("too_large", most=messages.BODY)
        except ClientDisconnect:
            raise Refusal("not_json", message="the connection closed before the body ended") from None
        try:
            return messages.read_body(bytes(raw), kind)
        except messages.NotJson as error:
            raise Refusal("not_json", message=str(error)) from None
        except messages.BadMessage as error:
            raise Refusal("bad_message", message=str(error)) from None

    return read_body
