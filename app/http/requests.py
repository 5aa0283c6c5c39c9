"""FastAPI dependencies: current player, client address, rate limits, JSON body."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Annotated, Any, Protocol, TypeVar

from fastapi import Depends
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from app.core import wire
from app.core.errors import NO_PLAYER, Refusal
from app.http.requester import Persons, Requester, RequestLimiter, client_address
from app.model.credential import Credential
from app.model.game_info import Player

T = TypeVar("T")

MOVES_PER_READ = 200  # replaying so many moves or entries costs a unit of reads


class Identity(Protocol):
    """Who sends a request, by its header or cookies."""

    async def identify(self, authorization: str | None, cookies: Mapping[str, str]) -> Credential | None:
        """Return the credential, None for a spectator. Refusal `nobody`: invalid token."""


class Admission(Protocol):
    """What knows the people who send requests: the feature `people`."""

    writes: RequestLimiter
    reads: RequestLimiter
    persons: Persons

    @property
    def auth(self) -> Identity:
        """Return what authenticates requests."""


def of_process(feature: str) -> Any:
    """Return the dependency on a feature of this process, by its name in `Services.state`."""

    async def find(request: Request) -> Any:
        return request.scope["state"][feature]

    return Depends(find)


def _admission(request: Request) -> Admission:
    admission: Admission = request.scope["state"]["people"]
    return admission


def cookies_of(request: HTTPConnection) -> dict[str, str]:
    """Return the cookies of a request as they were sent. Starlette's `cookies` also resolves escapes, in
    quadratic time before Python 3.11.10 and 3.12.6: one head stopped the event loop for seconds."""
    pairs = ";".join(request.headers.getlist("cookie")).split(";")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}


async def get_client_address(request: Request) -> str:
    return client_address(request.scope)


ClientAddress = Annotated[str, Depends(get_client_address)]


async def get_credential(request: Request) -> Credential | None:
    """Return the credential of the request, None for a spectator. Refusal `nobody`: invalid token;
    `no_scope`: the token does not permit this method."""
    auth = _admission(request).auth
    found = await auth.identify(request.headers.get("authorization"), cookies_of(request))
    needed = "read" if request.method == "GET" else "play"
    if found and not found.may(needed):
        raise Refusal("no_scope", scope=needed)
    return found


CurrentCredential = Annotated[Credential | None, Depends(get_credential)]


async def get_current_player(found: CurrentCredential) -> Player | None:
    """Return the player of the request, None for a spectator. Refusal `nobody`, `no_scope`."""
    return found.player if found else None


CurrentPlayer = Annotated[Player | None, Depends(get_current_player)]


async def get_requester(request: Request, player: CurrentPlayer) -> Requester:
    who = Requester.of(player, client_address(request.scope))
    _admission(request).persons.note(who)
    return who


CurrentRequester = Annotated[Requester, Depends(get_requester)]


async def get_departure(request: Request) -> Callable[[], Coroutine[Any, Any, object]]:
    """Return a function that returns when the client disconnects; the body has been read before."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return gone


Departure = Annotated[Callable[[], Coroutine[Any, Any, object]], Depends(get_departure)]


async def require_player(player: CurrentPlayer) -> Player:
    """Return the player of the request. Refusal `nobody`."""
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    return player


RequiredPlayer = Annotated[Player, Depends(require_player)]


async def require_writing_player(request: Request, player: RequiredPlayer, who: CurrentRequester) -> Player:
    """Return the player of the request and charge a write. Refusal `nobody`, `too_many`."""
    _admission(request).writes.take(who)
    return player


WritingPlayer = Annotated[Player, Depends(require_writing_player)]


async def require_owner(request: Request, found: CurrentCredential, who: CurrentRequester) -> Credential:
    """Return a credential that may change its account, or read what only its owner may: a cookie, or a
    guest's own token. A request that changes something is charged as a write.
    Refusal `nobody`, `no_scope`, `too_many`."""
    if found is None:
        raise Refusal("nobody", message="Sign in first.")
    if not found.own:
        raise Refusal("no_scope", message="A token cannot do this. Use the cookie of the account.")
    if request.method != "GET":
        _admission(request).writes.take(who)
    return found


AccountOwner = Annotated[Credential, Depends(require_owner)]


class Reads:
    """Read limit of a request. `who`: whose limit is charged."""

    def __init__(self, limits: RequestLimiter, who: Requester) -> None:
        self._limits, self.who = limits, who

    def take(self, cost: float) -> None:
        """Charge reads. Refusal `too_many`."""
        self._limits.take(self.who, cost)

    def take_for_replay(self, moves: int) -> None:
        """Charge a replay of so many moves or entries. Refusal `too_many`."""
        self.take(moves / MOVES_PER_READ)


async def get_reads(request: Request, who: CurrentRequester) -> Reads:
    return Reads(_admission(request).reads, who)


ReadLimit = Annotated[Reads, Depends(get_reads)]


def limit_reads(cost: float) -> Callable[[Reads], Awaitable[None]]:
    """Return a dependency that charges a read. Refusal `nobody` (invalid token), `too_many`."""

    async def limit(reads: ReadLimit) -> None:
        reads.take(cost)

    return limit


def body_reader(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """Return a dependency that reads the JSON body as a `kind`. Refusal `too_large`, `not_json`,
    `bad_message`."""

    async def read_body(request: Request) -> T:
        raw, complete = bytearray(), True
        try:
            async for chunk in request.stream():
                if len(raw) <= wire.MAX_BODY_BYTES:  # the rest is read too: else a client may miss the answer
                    raw += chunk
        except ClientDisconnect:
            complete = False
        if len(raw) > wire.MAX_BODY_BYTES:
            raise Refusal("too_large", most=wire.MAX_BODY_BYTES)
        if not complete:
            raise Refusal("not_json", message="The body did not arrive completely in time.")
        try:
            return wire.read_body(bytes(raw), kind)
        except wire.NotJson as error:
            raise Refusal("not_json", message=str(error)) from None
        except wire.BadMessage as error:
            raise Refusal("bad_message", message=str(error)) from None

    return read_body
