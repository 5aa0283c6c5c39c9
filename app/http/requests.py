"""Dependencies of the endpoints: services, current player, client address, write limit and JSON body."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import ClientDisconnect, Request

from app import auth
from app.cluster.rate_limits import Requester, RequestLimiter
from app.container import Services
from app.db.people.sign_ins import Credential
from app.domain.game_info import Player
from app.errors import Refusal
from app.messages import games as messages
from app.services.sign_in_guard import Client

T = TypeVar("T")

MOVES_A_READ = 200  # moves or entries whose replay costs a unit of reads


def services_of(request: Request) -> Services:
    services: Services = request.scope["state"]["services"]
    return services


async def get_services(request: Request) -> Services:
    return services_of(request)


AppServices = Annotated[Services, Depends(get_services)]


async def get_client_address(request: Request) -> str:
    return auth.client_address(request.scope)


ClientAddress = Annotated[str, Depends(get_client_address)]


async def get_sign_in_client(request: Request) -> Client:
    former = services_of(request).auth.former_session(request.cookies)
    return Client(auth.client_address(request.scope), former)


SignInClient = Annotated[Client, Depends(get_sign_in_client)]


async def get_credential(request: Request) -> Credential | None:
    """By what the request authenticates, None for a spectator. Refusal: `nobody` (a token that does not
    verify), `no_scope` (one that is not good for this method)."""
    found = await services_of(request).auth.identify(request.headers.get("authorization"), request.cookies)
    needed = "read" if request.method in ("GET", "HEAD") else "play"
    if found and not found.may(needed):
        raise Refusal("no_scope", scope=needed)
    return found


CurrentCredential = Annotated[Credential | None, Depends(get_credential)]


async def get_current_player(found: CurrentCredential) -> Player | None:
    """The player of the request, None for a spectator. Refusal: `nobody`, `no_scope`."""
    return found.player if found else None


CurrentPlayer = Annotated[Player | None, Depends(get_current_player)]


async def get_requester(request: Request, player: CurrentPlayer) -> Requester:
    """By whom limits count what the request costs."""
    address = f"address {auth.client_address(request.scope)}"
    if player is None:
        return Requester(address, address)
    return Requester(f"player {player.id}", None if player.account else address)


CurrentRequester = Annotated[Requester, Depends(get_requester)]


async def require_writing_player(request: Request, player: CurrentPlayer, who: CurrentRequester) -> Player:
    """The player of the request, within the write limit. Refusal: `nobody`, `too_many`."""
    if player is None:
        raise Refusal("nobody", message="become a guest first: POST /api/players/guest")
    await services_of(request).write_limits.take(who)
    return player


WritingPlayer = Annotated[Player, Depends(require_writing_player)]


async def require_owner(request: Request, found: CurrentCredential, who: CurrentRequester) -> Credential:
    """Who may change their account: by cookie, or a guest by their own token; within the write limit.
    Refusal: `nobody`, `no_scope`, `too_many`."""
    if found is None:
        raise Refusal("nobody", message="sign in first")
    if not found.own:
        raise Refusal("no_scope", message="an account is changed with its cookie, not with a token")
    if request.method != "GET":
        await services_of(request).write_limits.take(who)
    return found


Owner = Annotated[Credential, Depends(require_owner)]


class Reads:
    """The read limit of a request. `who`: by whom it counts."""

    def __init__(self, limits: RequestLimiter, who: Requester) -> None:
        self._limits, self.who = limits, who

    async def take(self, cost: float) -> None:
        """Refusal: `too_many`."""
        await self._limits.take(self.who, cost)

    async def take_for_replay(self, moves: int) -> None:
        """Take what a replay of so many moves or entries costs. Refusal: `too_many`."""
        await self.take(moves / MOVES_A_READ)


async def get_reads(request: Request, who: CurrentRequester) -> Reads:
    return Reads(services_of(request).read_limits, who)


ReadLimit = Annotated[Reads, Depends(get_reads)]


def limit_reads(cost: float) -> Callable[[Reads], Awaitable[None]]:
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
