"""Rate limits and connection limits of a server in this process, whose buckets have a clock of the test."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from http.cookiejar import DefaultCookiePolicy

import httpx
import pytest
import pytest_asyncio
import websockets

from app.core.errors import Refusal
from app.core.rate_limits import RateLimiter, TokenBucket
from app.http.requester import network_of
from tests.app import openapi_contract
from tests.app.http_players import PAIR, Person, account, guest, moves
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED

_hosts = itertools.count(2)


def new_address() -> str:
    """Return a loopback address that no test has used yet."""
    number = next(_hosts)
    return f"127.0.{number // 250}.{number % 250 + 1}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock of the buckets: the last number."""
    times = [1000.0]
    monkeypatch.setattr("app.core.rate_limits.monotonic", lambda: times[-1])
    return times


@pytest_asyncio.fixture
async def url(database_url: str, clock: list[float]) -> AsyncIterator[str]:
    """The URL of a server with the default limits."""
    assert clock
    async with serving_here(database_url) as url:
        yield url


@asynccontextmanager
async def open_client(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield an HTTP client with an address of its own, without cookies."""
    transport = httpx.AsyncHTTPTransport(local_address=new_address())
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(
        base_url=url, transport=transport, timeout=PATIENCE, event_hooks=hooks
    ) as made:
        made.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield made


async def test_a_burst_is_answered_and_the_next_request_refused_until_a_token_is_refilled(
    database_url: str, clock: list[float]
) -> None:
    """By limits of a fifth of the usual ones."""
    limits = {"limit_writes": 4, "limit_guests": 12, "limit_faults": 4, "limit_reads": 40}
    fault = {"message": "x is null", "place": "table/live/controller.js:1:2", "build": "1f"}
    rows: list[tuple[str, str, object, int, float]] = [  # ..., burst, seconds until the next
        ("POST", "/api/games", {"rules": "nonsense"}, 12, 1 / 4),
        ("POST", "/api/players/guest", {}, 12, 5),
        ("POST", "/api/faults", fault, 4, 15),
        ("GET", "/api/games/{id}/check", None, 8, 5 / 8),
        ("GET", "/api/games", None, 20, 2 / 8),
        ("GET", "/api/rules", None, 40, 1 / 8),
    ]
    async with serving_here(database_url, **limits) as url:
        async with open_client(url) as http:
            game = (await (await guest(http)).create_game(seat="both"))["id"]
        for method, path, body, burst, seconds in rows:
            async with open_client(url) as http:
                person = await guest(http) if path == "/api/games" else Person(http)

                async def ask() -> httpx.Response:
                    return await person.send(method, path.format(id=game), body)  # noqa: B023 (in this round)

                answers = [await ask() for _ in range(burst)]
                assert not [answer for answer in answers if answer.status_code == 429], path
                refused = await ask()
                assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many"), path
                assert seconds <= int(refused.headers["retry-after"]) <= seconds + 1, path
                clock.append(clock[-1] + seconds + 0.001)
                assert [(await ask()).status_code == 429 for _ in range(2)] == [False, True], path


async def test_the_guests_of_an_address_share_buckets_and_accounts_do_not(
    database_url: str, clock: list[float]
) -> None:
    assert clock
    limits = UNLIMITED | {"limit_writes": 1, "limit_reads": 5, "limit_address": 2}  # three writes at once
    async with serving_here(database_url, **limits) as url, open_client(url) as http:
        people = [await guest(http) for _ in range(3)]
        member = await account(http)
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 6 + [429] * 3
        read = [(await person.get("/api/rules")).status_code for person in people for _ in range(5)]
        assert read == [200] * 10 + [429] * 5, "reads have buckets of their own"
        assert (await member.post("/api/games", {"rules": PAIR.id})).status_code == 201
        assert (await member.get("/api/rules")).status_code == 200
    async with serving_here(database_url, **limits | {"limit_address": 0}) as url, open_client(url) as http:
        people = [await guest(http) for _ in range(3)]
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 9


async def test_no_get_charges_a_write(database_url: str, clock: list[float]) -> None:
    assert clock
    charged: list[str] = []
    limits = UNLIMITED | {"limit_writes": 1}
    async with (
        serving_here(database_url, **limits) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http,
    ):
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        while (await person.send("PUT", "/api/me/blocks/nobody")).status_code != 429:
            pass
        for path in (
            path for path, methods in openapi_contract.document()["paths"].items() if "get" in methods
        ):
            address = re.sub(r"{\w+}", "0", path.replace("{id}", game))
            async with http.stream("GET", address, headers=person.headers) as answer:
                if answer.status_code == 429:
                    charged.append(path)
    assert charged == []


async def test_a_socket_takes_120_messages_at_once_and_is_closed_after_60_refusals(
    url: str, clock: list[float]
) -> None:
    async with open_client(url) as http:
        person = await guest(http)
        game = (await person.create_game(seat="both"))["id"]
        async with person.game_socket(game, max_queue=None) as socket, person.game_socket(game) as other:
            await socket.state()
            for number in range(123):
                await socket.send("ping", n=number)
            answers = [await socket.next_answer() for _ in range(123)]
            assert [answer["n"] for answer in answers[:120]] == list(range(120))
            assert [(answer["re"], answer["why"]) for answer in answers[120:]] == [(None, "too_many")] * 3
            clock.append(clock[-1] + 1.2 / 30)
            assert (await socket.answer("ping", n=7))["n"] == 7
            for _ in range(57):
                assert (await socket.answer("ping", n=1))["why"] == "too_many"
            assert await socket.close_code() in (1008, 1006)
            assert (await other.state())["ply"] == 0
            moved = await other.answer("move", ply=0, move=moves()[0])
            assert moved["ply"] == 1, "other sockets are not affected"


async def _open_all_sockets(
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


async def test_a_player_has_twenty_sockets_over_all_addresses(url: str) -> None:
    async with open_client(url) as http, AsyncExitStack() as stack:
        person, other = await guest(http), await guest(http)
        path = f"/ws/games/{(await person.create_game())['id']}"
        headers = await _open_all_sockets(stack, person, path, new_address(), 20)
        assert int(headers["retry-after"]) >= 1
        with pytest.raises(websockets.InvalidStatus, match="429"):
            await stack.enter_async_context(person.socket("/ws/lobby", local_addr=(new_address(), 0)))
        async with other.socket(path) as socket:
            await socket.state()


async def test_an_address_has_fifty_anonymous_sockets_and_closed_ones_are_freed(url: str) -> None:
    async with open_client(url) as http:
        visitor, address = Person(http), new_address()
        async with AsyncExitStack() as stack:
            await _open_all_sockets(stack, visitor, "/ws/lobby", address, 50)
            async with (await guest(http)).socket("/ws/lobby", local_addr=(address, 0)) as socket:
                await socket.next()  # players are counted separately
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            opened = 0
            while opened < 50:  # the server notices the end of the earlier ones a moment later
                try:
                    await stack.enter_async_context(visitor.socket("/ws/lobby", local_addr=(address, 0)))
                    opened += 1
                except websockets.InvalidStatus:
                    continue


def test_the_addresses_of_one_ipv6_network_share_a_limit() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"


def test_a_token_bucket_returns_the_seconds_until_there_are_enough_tokens(clock: list[float]) -> None:
    bucket, costly = TokenBucket(3, 2), TokenBucket(10, 2)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert [costly.take(cost) for cost in (5, 4, 3, 1)] == [0, 0, 1, 0]
    clock.append(1000.5)
    assert [bucket.take() for _ in range(2)] == [0, 0.5]
    clock.append(9999.0)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5], "never more tokens than its size"
    assert [costly.take(25), costly.take(1)] == [0, 0.5], "more than it holds takes all"
    unlimited = TokenBucket(0, 0)
    assert [unlimited.take() for _ in range(99)] == [0] * 99


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
