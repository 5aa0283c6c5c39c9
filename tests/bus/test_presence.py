"""Presence deltas: what a process writes and reads when connections change and processes die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx
import pytest
import pytest_asyncio
from redis.asyncio import Redis
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import redis_client
from app.bus.notices import Bus
from app.bus.presence import EXPIRY_MS, LATE_AFTER_MS, SharedPresence, presence_key, processes_key
from app.bus.redis_bus import RedisBus
from app.bus.redis_client import RedisClient
from app.games.presence_sync import RENEW_INTERVAL
from app.games.session import Session
from app.model.presence import LOBBY, NO_CONNECTIONS, Connected, Gone
from app.people.account_store import AccountChange, AccountStore
from app.results.recording import change_listing
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Person, account
from tests.app.in_process import serving_here
from tests.app.stored_games import new_game
from tests.app.two_processes import eventually
from tests.games.viewers import SessionViewer
from tests.serving import PATIENCE, UNLIMITED

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

GONE = frozenset({Gone("left", 1, True), Gone("dropped", 2, False)})
CONNECTED = Connected(frozenset({"player", "other"}), 3, frozenset({"Anna B", "Carl"}), GONE)
Stores = tuple[SharedPresence, SharedPresence]
RENEWAL_SHIFT_MS = 600_000  # a test may outlast the time after which an unrenewed process is dead
DATA_COMMANDS = ("hset", "hdel", "hmget")  # commands that write and read presence and counts
MANY_GAMES = [f"game {number}" for number in range(40_000)]  # more than the parameters of a statement


class SharedRedis:
    """The keys of one Redis; each process has connections of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._buses: dict[str, RedisBus] = {}
        self._client = RedisClient(url)
        self._redis = Redis.from_url(url, decode_responses=True)

    def bus(self, process: str) -> RedisBus:
        return self._buses.setdefault(process, RedisBus(RedisClient(self.url), process))

    def presence(self, process: str) -> SharedPresence:
        return self.bus(process).presence

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        before, sent = await self._calls(), list[str]()
        yield sent
        after = await self._calls()
        sent += [name for name in DATA_COMMANDS for _ in range(after[name] - before[name])]

    async def _calls(self) -> dict[str, int]:
        found = await self._redis.info("commandstats")
        return {name: found.get(f"cmdstat_{name}", {}).get("calls", 0) for name in DATA_COMMANDS}

    async def age(self, milliseconds: int) -> None:
        """Let all processes have been renewed so much earlier."""
        key = processes_key(self._client)
        for process, _ in await self._redis.zrange(key, 0, -1, withscores=True):
            await self._redis.zincrby(key, -milliseconds, process)

    async def lose(self) -> None:
        await self._redis.flushdb()

    async def present(self, game: str) -> int:
        async with self._redis.pipeline() as pipeline:
            for key in await self._redis.keys(presence_key(self._client, "*")):
                pipeline.hexists(key, game)
            return sum(map(bool, await pipeline.execute()))

    async def close(self) -> None:
        for bus in self._buses.values():
            await bus.close()
        await self._client.close()
        await self._redis.aclose()


@pytest_asyncio.fixture
async def shared(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SharedRedis]:
    monkeypatch.setattr(redis_client, "COMMAND_TIMEOUT", 30.0)  # the machine may be busy
    made = SharedRedis(redis_url)
    yield made
    await made.close()


@pytest_asyncio.fixture
async def stores(shared: SharedRedis) -> Stores:
    """The presence stores of two live processes."""
    for name in ("here", "there"):
        await shared.presence(name).renew()
    await shared.age(-RENEWAL_SHIFT_MS)
    return shared.presence("here"), shared.presence("there")


async def test_only_what_has_changed_is_written_and_one_statement_reads_any_number_of_games(
    shared: SharedRedis, stores: Stores
) -> None:
    here, there = stores
    await here.write(dict.fromkeys(MANY_GAMES, CONNECTED))
    async with shared.counted() as statements:
        await here.write(dict.fromkeys(MANY_GAMES, CONNECTED))
    assert statements == []
    changed = Connected(watchers=1)
    async with shared.counted() as statements:
        await here.write(
            {"game 7": changed, "game 8": NO_CONNECTIONS, "game 9": CONNECTED, "new": NO_CONNECTIONS}
        )
    assert len(statements) == 2, "one row is written and one deleted"
    async with shared.counted() as statements:
        found = await there.read_remote([*MANY_GAMES, "unknown"])
    assert len(statements) == 1
    assert found["game 6"] == found["game 9"] == CONNECTED
    assert (found["game 7"], found["game 8"], found["unknown"]) == (changed, NO_CONNECTIONS, NO_CONNECTIONS)
    assert (await here.read_remote(["game 6"]))["game 6"] == NO_CONNECTIONS, "its own do not count"


async def test_the_rows_of_a_process_count_until_it_no_longer_renews_its_own(
    shared: SharedRedis, stores: Stores
) -> None:
    here, there = stores
    await here.write({"game": CONNECTED, LOBBY: CONNECTED})
    alive = shared.presence("there")
    await shared.age(RENEWAL_SHIFT_MS)
    assert (await alive.renew()).alive == frozenset({"here", "there"})
    assert EXPIRY_MS + 1000 * RENEW_INTERVAL <= 20_000, "as docs/wire.md says"
    await shared.age(EXPIRY_MS + 1)
    assert (await alive.renew()).alive == frozenset({"there"})
    assert await there.read_remote(["game", LOBBY]) == {"game": NO_CONNECTIONS, LOBBY: NO_CONNECTIONS}
    await shared.presence("here").renew()
    assert (await there.read_remote(["game"]))["game"] == CONNECTED, "it was only slow"
    await shared.age(5 * EXPIRY_MS)
    await alive.renew()
    await alive.delete_dead()
    assert await shared.present("game") == 0


async def test_the_silence_of_a_process_is_known_until_its_entries_expire(
    shared: SharedRedis, stores: Stores
) -> None:
    here, there = stores
    await here.write({"game": CONNECTED})
    await shared.age(RENEWAL_SHIFT_MS)
    for aged in (0, 4000, EXPIRY_MS):
        await shared.age(aged)
        silence = await there.silence("game", "player")
        assert silence is not None
        assert silence >= aged
    assert await there.silence("game", "stranger") is None
    assert await there.silence("elsewhere", "player") is None
    assert await here.silence("game", "player") is None, "its own do not count"
    await shared.age(5 * EXPIRY_MS)
    assert await there.silence("game", "player") is None


@pytest.mark.usefixtures("stores")
async def test_a_process_is_late_while_it_is_silent_or_stalled_until_it_is_dead_or_has_ended(
    shared: SharedRedis,
) -> None:
    here, there = shared.presence("here"), shared.presence("there")
    await shared.age(RENEWAL_SHIFT_MS)
    for renewal in (await there.renew(), await here.renew()):
        assert not renewal.others_late
    await here.renew(stalled=True)
    assert (await there.are_others_late(), (await there.renew()).others_late) == (True, True)
    assert not await here.are_others_late(), "itself does not count"
    await here.renew()
    assert not await there.are_others_late()
    for aged, late in ((LATE_AFTER_MS, True), (EXPIRY_MS - LATE_AFTER_MS, False)):
        await shared.age(aged)
        assert (await there.are_others_late(), (await there.renew()).others_late) == (late, late)
    await here.renew()
    await here.leave()
    await shared.age(LATE_AFTER_MS)
    assert not await there.are_others_late(), "nobody waits for a process that has ended"


async def test_a_live_process_answers_to_whom_its_player_has_come_back(
    postgres_url: str, shared: SharedRedis, redis_settings: RedisSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.games.presence_sync.RENEW_INTERVAL", 3600.0)
    settings = Settings(database_url=postgres_url, **redis_settings)
    async with open_server(settings) as one, open_server(settings) as two:
        game = await new_game(one.games.store)
        here, there = await watched(one, game.id), await watched(two, game.id)
        player = game.players[0]
        assert player
        here.audience.enter(SessionViewer(player))

        async def silence() -> int:
            return await two.bus.silence(game.id, player.id) or 0

        async def is_heard() -> bool:
            return await silence() < 5000

        async def is_known() -> bool:
            return await silence() > 0

        async def is_silent() -> bool:
            await shared.age(5000)  # once more if an answer to what was known before has come only now
            return not await is_heard()

        await eventually(is_known)
        await eventually(is_silent)
        there.audience.enter(SessionViewer(player))
        await eventually(is_heard)


async def watched(services: Services, game: str) -> Session:
    session = await services.games.sessions._load(game)
    session.audience.enter(SessionViewer())
    return session


async def test_presence_that_was_lost_is_written_again(
    shared: SharedRedis, postgres_url: str, redis_settings: RedisSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restarted Redis is empty."""
    monkeypatch.setattr("app.games.presence_sync.RENEW_INTERVAL", 0.2)
    settings = Settings(database_url=postgres_url, **redis_settings)
    async with open_server(settings) as one, open_server(settings) as two:
        game = (await new_game(one.games.store)).id
        here, there = await watched(one, game), await watched(two, game)

        def seen() -> bool:
            return here.audience.presence.watchers == there.audience.presence.watchers == 2

        await eventually(seen)
        await shared.lose()
        await asyncio.sleep(0.5)
        await eventually(seen)

        async def restored() -> bool:
            return await shared.present(game) == 2

        await eventually(restored)


async def test_hosts_at_another_process_are_known_to_one_that_starts_later_until_the_other_is_dead(
    shared: SharedRedis, postgres_url: str, redis_settings: RedisSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.games.presence_sync.RENEW_INTERVAL", 0.2)
    other = shared.presence("other")
    await other.renew()
    await other.write({LOBBY: Connected(frozenset({"game"}))})
    async with open_server(Settings(database_url=postgres_url, **redis_settings)) as services:
        hosts = services.lobby.feed._hosts
        await eventually(lambda: hosts.has("game"))
        await shared.age(EXPIRY_MS + 1)
        await eventually(lambda: not hosts.has("game"))


async def test_people_with_an_account_are_named_as_connected_by_both_processes(
    postgres_url: str,
    postgres_engine: AsyncEngine,
    redis_settings: RedisSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Players who hide and guests are not listed; all of them are counted."""
    monkeypatch.setattr("app.games.presence_sync.RENEW_INTERVAL", 0.1)
    monkeypatch.setattr("app.lobby.online.COUNT_TTL", 0.0)
    monkeypatch.setattr("app.lobby.online.NAMES_TTL", 0.0)
    async with (
        serving_here(postgres_url, **UNLIMITED, **redis_settings) as one,
        serving_here(postgres_url, **UNLIMITED, **redis_settings) as two,
        httpx.AsyncClient(base_url=one, timeout=PATIENCE) as first,
        httpx.AsyncClient(base_url=two, timeout=PATIENCE) as second,
    ):
        here, there, shy = await account(first), await account(second), await account(first)
        accounts = AccountStore(postgres_engine, Bus(), change_listing)
        await accounts.change(shy.id, AccountChange(listed=False), 0)
        game = (await there.create_game(seat=0))["id"]

        async def are_named(people: list[Person], count: int) -> bool:
            answers = [(await http.get("/api/players/online")).json() for http in (first, second)]
            names = [{(item["id"], item["name"]) for item in found["items"]} for found in answers]
            counted = [found["online"] for found in answers]
            return names == [{(one.id, one.name) for one in people}] * 2 and counted == [count] * 2

        async with (
            here.socket("/ws/lobby"),
            there.game_socket(game),
            shy.socket("/ws/lobby"),
            Person(second).socket("/ws/lobby"),
        ):
            await eventually(partial(are_named, [here, there], 4))
        await eventually(partial(are_named, [], 0))
