"""Rate limits and connection limits. Every test uses its own client addresses, hence its own buckets."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from http.cookiejar import DefaultCookiePolicy

import httpx
import pytest
import websockets

from app.core.errors import Refusal
from app.core.rate_limits import ConnectionLimits, RateLimiter, TokenBucket
from app.http.requester import network_of
from tests.app import openapi_contract
from tests.app.http_players import Json, Person, Socket, guest, moves
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED, Server

_hosts = itertools.count(2)
NewClient = Callable[[], AbstractAsyncContextManager[httpx.AsyncClient]]


def new_address() -> str:
    """Return a loopback address that no test has used yet."""
    number = next(_hosts)
    return f"127.0.{number // 250}.{number % 250 + 1}"


@pytest.fixture
def client(limited: Server) -> NewClient:
    """HTTP clients of the server with limits, each from its own address."""

    @asynccontextmanager
    async def open_client() -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.AsyncHTTPTransport(local_address=new_address())
        hooks = {"response": [openapi_contract.validate_response]}
        async with httpx.AsyncClient(
            base_url=limited.url, transport=transport, timeout=PATIENCE, event_hooks=hooks
        ) as made:
            yield made

    return open_client


async def test_errors_of_browsers_are_taken_twenty_a_minute_from_an_address(client: NewClient) -> None:
    fault = {"message": "x is null", "place": "table/controller.js:1:2", "build": "1f"}
    async with client() as http:
        answers = await asyncio.gather(*(http.post("/api/faults", json=fault) for _ in range(60)))
    codes = Counter(answer.status_code for answer in answers)
    assert codes[204] >= 20  # more on a slow machine: one every three seconds
    assert codes[429] >= 1


async def test_a_socket_accepts_a_burst_of_120_messages_and_then_30_a_second(client: NewClient) -> None:
    async with client() as http:
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        async with person.game_socket(game) as socket:
            await socket.state()
            answers = await _pinged(socket, range(135))
            answers_or_refusals = [frame["n"] if frame["t"] == "pong" else frame["why"] for frame in answers]
            assert answers_or_refusals[:120] == list(range(120))
            while "too_many" not in answers_or_refusals:  # the bucket was refilled meanwhile
                answers = await _pinged(socket, range(20))
                answers_or_refusals = [frame.get("why") for frame in answers]
            assert all(frame["re"] is None for frame in answers if frame["t"] == "refused")
            await asyncio.sleep(0.2)  # the bucket refills
            assert (await socket.answer("ping", n=7))["n"] == 7


async def _pinged(socket: Socket, numbers: range) -> list[Json]:
    """Return the answers to a burst of pings."""
    for n in numbers:
        await socket.send("ping", n=n)
    return [await socket.next_answer() for _ in numbers]


async def test_a_client_that_keeps_exceeding_the_message_limit_is_closed_with_1008(client: NewClient) -> None:
    async with client() as http:
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        async with person.game_socket(game) as socket, person.game_socket(game) as other:
            kinds = await _flood(socket)
            assert (kinds["pong"] >= 120, kinds["too_many"]) == (True, 60)
            assert await socket.close_code() in (1008, 1006)
            assert (await other.state())["ply"] == 0
            assert (await other.answer("move", ply=0, move=moves()[0]))["ply"] == 1, (
                "other sockets are not affected"
            )


async def _flood(socket: Socket) -> Counter[str]:
    """Count the answers to a client that ignores refusals until the server closes the connection."""
    kinds: Counter[str] = Counter()
    with pytest.raises(websockets.ConnectionClosed):
        await _send_until_closed(socket, kinds)
    return kinds


async def _send_until_closed(socket: Socket, kinds: Counter[str]) -> None:
    for _ in range(120 + 60):
        await socket.send("ping", n=1)
    while True:
        frame = await socket.next()
        kinds[str(frame.get("why", frame["t"]))] += 1
        if frame["t"] == "pong" and kinds["pong"] > 120:
            await socket.send("ping", n=1)  # replaces one for which a token was refilled


async def _sockets(
    stack: AsyncExitStack, person: Person, path: str, address: str, most: int
) -> httpx.Headers:
    """Open `most` sockets; return the headers of the answer to one more, which is 429."""
    here = (address, 0)
    for _ in range(most):
        await stack.enter_async_context(person.socket(path, local_addr=here))
    with pytest.raises(websockets.InvalidStatus) as refused:
        await stack.enter_async_context(person.socket(path, local_addr=here))
    answer = refused.value.response
    assert answer.status_code == 429
    assert b'"too_many"' in (answer.body or b"")
    return httpx.Headers(list(answer.headers.raw_items()))


async def test_a_player_has_twenty_sockets_over_all_addresses(client: NewClient) -> None:
    async with client() as http, AsyncExitStack() as stack:
        person, other = await guest(http), await guest(http)
        game = (await person.create_game())["id"]
        path = f"/ws/games/{game}"
        headers = await _sockets(stack, person, path, new_address(), 20)
        assert int(headers["retry-after"]) >= 1
        with pytest.raises(websockets.InvalidStatus, match="429"):
            await stack.enter_async_context(person.socket("/ws/lobby", local_addr=(new_address(), 0)))
        async with other.socket(path) as socket:
            await socket.state()


async def test_an_address_has_fifty_anonymous_sockets_and_closed_ones_are_freed(client: NewClient) -> None:
    async with client() as http:
        visitor, address = Person(http), new_address()
        async with AsyncExitStack() as stack:
            await _sockets(stack, visitor, "/ws/lobby", address, 50)
            async with (await guest(http)).socket("/ws/lobby", local_addr=(address, 0)) as socket:
                await socket.next()  # players are counted separately
        async with AsyncExitStack() as stack:
            await _reopen(stack, visitor, address)


async def _reopen(stack: AsyncExitStack, person: Person, address: str) -> None:
    """Open fifty sockets, once the server has noticed that the earlier ones are closed."""
    for _ in range(50):
        while True:
            try:
                await stack.enter_async_context(person.socket("/ws/lobby", local_addr=(address, 0)))
                break
            except websockets.InvalidStatus:
                continue


async def test_writes_allow_a_burst_of_sixty_and_then_twenty_a_second(client: NewClient) -> None:
    async with client() as http:
        person, other = await guest(http), await guest(http)
        answers = [await person.post("/api/games", {"rules": "nonsense"}) for _ in range(75)]
        codes = [answer.status_code for answer in answers]
        assert codes[:60] == [422] * 60
        if 429 in codes:  # a slow machine may stay below the limit
            refused = answers[codes.index(429)]
            assert refused.json()["error"]["code"] == "too_many"
            assert int(refused.headers["retry-after"]) >= 1
        assert (await other.post("/api/games", {"rules": "nonsense"})).status_code == 422
        assert (await person.get("/api/me")).status_code == 200, "reads have a limit of their own"


@pytest.mark.slow
async def test_an_address_can_create_sixty_guests_a_minute(client: NewClient) -> None:
    async with client() as http, client() as elsewhere:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # or all of them were one
        codes = Counter([(await http.post("/api/players/guest")).status_code for _ in range(75)])
        assert codes[201] >= 60
        assert codes[429] >= 1
        refused = await http.post("/api/players/guest")
        if refused.status_code == 429:
            assert 1 <= int(refused.headers["retry-after"]) <= 2
        assert (await elsewhere.post("/api/players/guest")).status_code == 201


@pytest.mark.slow
async def test_reads_are_limited_by_what_they_cost(client: NewClient) -> None:
    async with client() as http, client() as elsewhere:
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        for path, cost in ((f"/api/games/{game}/check", 5), ("/api/games", 2), ("/api/rules", 1)):
            visitor = await guest(http)
            answers = [await visitor.get(path) for _ in range(200 // cost + 60)]
            codes = [answer.status_code for answer in answers]
            assert codes[: 200 // cost] == [200] * (200 // cost)
            if 429 in codes:  # a slow machine may stay below the limit
                refused = answers[codes.index(429)]
                assert refused.json()["error"]["code"] == "too_many"
                assert int(refused.headers["retry-after"]) >= 1
        lines = [await http.post("/api/lines", json={"rules": "nonsense"}) for _ in range(40)]
        assert {answer.status_code for answer in lines} == {422}
        assert (await elsewhere.post("/api/lines", json={"rules": "nonsense"})).status_code == 422


async def test_the_addresses_of_one_ipv6_network_share_a_limit() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"


@pytest.mark.slow
async def test_a_limit_of_zero_disables_the_limit(http: httpx.AsyncClient, visitor: Person) -> None:
    """This server runs with all limits set to 0."""
    for _ in range(70):
        await guest(http)
    person = await guest(http)
    answers = [await person.post("/api/games", {"rules": "nonsense"}) for _ in range(90)]
    assert {answer.status_code for answer in answers} == {422}
    async with visitor.socket("/ws/lobby") as socket, AsyncExitStack() as stack:
        for _ in range(60):
            await stack.enter_async_context(visitor.socket("/ws/lobby"))
        for n in range(300):
            await socket.send("ping", n=n)
        assert [(await socket.expect("pong"))["n"] for _ in range(300)] == list(range(300))


@pytest.mark.slow
async def test_no_get_charges_a_write(database_url: str) -> None:
    documented = [path for path, methods in openapi_contract.document()["paths"].items() if "get" in methods]
    charged: list[str] = []
    async with (
        serving_here(database_url, **UNLIMITED | {"limit_writes": 1}) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http,
    ):
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        for path in documented:
            while (await person.send("PUT", "/api/me/blocks/nobody")).status_code != 429:
                pass
            address = re.sub(r"{\w+}", "0", path.replace("{id}", game))
            async with http.stream("GET", address, headers=person.headers) as answer:
                if answer.status_code == 429:
                    charged.append(path)
    assert charged == []


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock of the buckets: the last number."""
    times = [1000.0]
    monkeypatch.setattr("app.core.rate_limits.monotonic", lambda: times[-1])
    return times


def test_a_read_may_cost_several_tokens(clock: list[float]) -> None:
    bucket = TokenBucket(10, 2)
    assert [bucket.take(cost) for cost in (5, 4, 3, 1)] == [0, 0, 1, 0]
    clock.append(2000.0)
    assert [bucket.take(25), bucket.take(1)] == [0, 0.5], "more than it holds takes all"


def test_a_token_bucket_returns_the_seconds_until_the_next_token(clock: list[float]) -> None:
    bucket = TokenBucket(3, 2)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    clock.append(1000.5)
    assert [bucket.take() for _ in range(2)] == [0, 0.5]
    clock.append(9999.0)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5], "never more tokens than its size"


def test_buckets_are_independent_and_the_least_recently_used_is_evicted(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.rate_limits.MAX_BUCKETS", 2)
    buckets = RateLimiter(1, 1)
    buckets.take("a")
    buckets.take("b")
    for key in ("a", "b"):
        with pytest.raises(Refusal) as refused:
            buckets.take(key)
        assert (refused.value.code, refused.value.retry) == ("too_many", 1)
    buckets.take("c")  # "a" was used longest ago
    buckets.take("a")
    clock.append(1001.0)
    buckets.take("c")


def test_a_released_connection_is_available_again() -> None:
    connections = ConnectionLimits()
    for _ in range(2):
        connections.acquire("a", 2)
    connections.acquire("b", 2)
    with pytest.raises(Refusal, match="too_many"):
        connections.acquire("a", 2)
    connections.release("a")
    connections.acquire("a", 2)
    for _ in range(99):
        connections.acquire("a", 0)
