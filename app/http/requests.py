"""FastAPI dependencies: services, current player, client address, rate limits, JSON body."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import ClientDisconnect, Request

from app import auth
from app.cluster.rate_limits import Requester, RequestLimiter
from app.container import Services
from app.db.people.sign_ins import Credential
from app.domain.game_info import Player
from app.errors import NO_PLAYER, Refusal
from app.messages import games as messages
from app.services.sign_in_guard import Client

T = TypeVar("T")

MOVES_PER_READ = 200  # replaying so many moves or entries costs a unit of reads


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
    """Return the credential of the request, None for a spectator. Refusal `nobody`: invalid token;
    `no_scope`: the token does not permit this method."""
    found = await services_of(request).auth.identify(request.headers.get("authorization"), request.cookies)
    needed = "read" if request.method in ("GET", "HEAD") else "play"
    if found and not found.may(needed):
        raise Refusal("no_scope", scope=needed)
    return found


CurrentCredential = Annotated[Credential | None, Depends(get_credential)]


async def get_current_player(found: CurrentCredential) -> Player | None:
    """Return the player of the request, None for a spectator. Refusal `nobody`, `no_scope`."""
    return found.player if found else None


CurrentPlayer = Annotated[Player | None, Depends(get_current_player)]


async def get_requester(request: Request, player: CurrentPlayer) -> Requester:
    """Return the rate limit keys of the request."""
    address = f"address {auth.client_address(request.scope)}"
    if player is None:
        return Requester(address, address)
    return Requester(f"player {player.id}", None if player.account else address)


CurrentRequester = Annotated[Requester, Depends(get_requester)]


async def require_writing_player(request: Request, player: CurrentPlayer, who: CurrentRequester) -> Player:
    """Return the player of the request and charge a write. Refusal `nobody`, `too_many`."""
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    await services_of(request).write_limits.take(who)
    return player


WritingPlayer = Annotated[Player, Depends(require_writing_player)]


async def require_owner(request: Request, found: CurrentCredential, who: CurrentRequester) -> Credential:
    """Return a credential that may change its account: a cookie, or a guest's own token. Charges a write.
    Refusal `nobody`, `no_scope`, `too_many`."""
    if found is None:
        raise Refusal("nobody", message="Sign in first.")
    if not found.own:
        raise Refusal("no_scope", message="A token cannot change the account. Use its cookie.")
    if request.method != "GET":
        await services_of(request).write_limits.take(who)
    return found


AccountOwner = Annotated[Credential, Depends(require_owner)]


class Reads:
    """Read limit of a request. `who`: whose limit is charged."""

    def __init__(self, limits: RequestLimiter, who: Requester) -> None:
        self._limits, self.who = limits, who

    async def take(self, cost: float) -> None:
        """Charge reads. Refusal `too_many`."""
        await self._limits.take(self.who, cost)

    async def take_for_replay(self, moves: int) -> None:
        """Charge a replay of so many moves or entries. Refusal `too_many`."""
        await self.take(moves / MOVES_PER_READ)


async def get_reads(request: Request, who: CurrentRequester) -> Reads:
    return Reads(services_of(request).read_limits, who)


ReadLimit = Annotated[Reads, Depends(get_reads)]


def limit_reads(cost: float) -> Callable[[Reads], Awaitable[None]]:
    """Return a dependency that charges a read. Refusal `nobody` (invalid token), `too_many`."""

    async def limit(reads: ReadLimit) -> None:
        await reads.take(cost)

    return limit


def body_reader(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """Return a dependency that reads the JSON body as a `kind`. Refusal `too_large`, `not_json`,
    `bad_message`."""

    async def read_body(request: Request) -> T:
        raw = bytearray()
        try:
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > messages.MAX_BODY_BYTES:
                    raise Refusal("too_large", most=messages.MAX_BODY_BYTES)
        except ClientDisconnect:
            raise Refusal("not_json", message="The connection closed before the end of the body.") from None
        try:
            return messages.read_body(bytes(raw), kind)
        except messages.NotJson as error:
            raise Refusal("not_json", message=str(error)) from None
        except messages.BadMessage as error:
            raise Refusal("bad_message", message=str(error)) from None

    return read_body
