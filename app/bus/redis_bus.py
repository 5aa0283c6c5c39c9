"""Redis pub/sub bus: PUBLISH after the commit, and SUBSCRIBE on a connection of its own.

A notice that could not be sent is queued and sent later. Notices are lost when a process ends between commit
and PUBLISH, and while the subscription is down; therefore `app.games.sync` compares loaded games with the
database. Redis is never the source of truth, and a move never waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

import structlog
from redis.asyncio import Redis

from app.bus.notices import Bus, SqlConnection, Topic
from app.bus.presence import SharedPresence
from app.bus.process_lock import has_subscribed_processes
from app.bus.redis_client import ERRORS, RedisClient
from app.core import metrics
from app.core.errors import TryAgain
from app.db.engine import after_commit
from app.model.presence import Connected

CHANNEL = "richelieu"
PROBE_INTERVAL = 1.0  # seconds of silence before a ping, and for its answer
SUBSCRIBE_TIMEOUT = 5.0  # seconds
RECONNECT_DELAY = 0.1  # seconds before the first reconnect; doubled for each further one, up to 2
MAX_NOTICE_BYTES = 7000
MAX_PENDING = 20_000  # games in unsent notices; beyond it, one notice says that any game may have changed

log = structlog.get_logger(__name__)

OnNotice = Callable[[Topic, str], None]


class RedisBus(Bus):
    """Bus of one of several processes, over Redis. `process`: its id; `presence`: what it publishes
    besides its notices."""

    process: str

    def __init__(self, client: RedisClient, process: str) -> None:
        super().__init__()
        self.client, self.process = client, process
        self.presence = SharedPresence(client, process, partial(self.send, "presence"))
        self._channel = client.prefix + CHANNEL
        self.listening.clear()
        self._lost: float | None = monotonic()  # time of the lost subscription, None while subscribed
        self._waiting: dict[Topic, dict[str, None]] = {}  # games to publish
        self._overflow = False  # more than MAX_PENDING: publish that any game may have changed
        self._wake = asyncio.Event()
        self._publishing = asyncio.Lock()

    def away(self) -> float:
        """Return for how many seconds notices have not been received, or Redis has taken no writes: then it
        is a replica or full, and others may neither see this process nor receive its notices."""
        since = [at for at in (self._lost, self.presence.refused_since) if at is not None]
        return monotonic() - min(since) if since else 0.0

    async def has_others(self, connection: SqlConnection) -> bool:
        """Return whether other processes are subscribed, by Redis; if it does not answer by the database,
        where each of them has a lock."""
        try:
            ((_, subscribed),) = await self.client.call(lambda redis: redis.pubsub_numsub(self._channel))
            return bool(subscribed > self.listening.is_set())
        except TryAgain:
            return await has_subscribed_processes(connection, self.process)

    async def connections(self, game: str) -> Connected:
        return (await self.presence.read_remote([game]))[game]

    async def are_others_late(self) -> bool:
        return await self.presence.are_others_late()

    async def silence(self, game: str, player: str) -> int | None:
        return await self.presence.silence(game, player)

    # Sending

    async def publish(self, connection: SqlConnection, topic: Topic, games: Sequence[str]) -> None:
        if games:
            after_commit(connection, partial(self.send, topic, games))

    def send(self, topic: Topic, games: Iterable[str]) -> None:
        waiting = self._waiting.setdefault(topic, {})
        waiting.update(dict.fromkeys(games))
        if len(waiting) > MAX_PENDING:
            self._waiting, self._overflow = {}, True
        self._wake.set()

    async def flush(self) -> None:
        with suppress(TryAgain):
            await self._publish_waiting()

    async def _publish_waiting(self) -> None:
        """Publish pending notices, in order. TryAgain: they stay pending, though Redis may have received
        them."""
        async with self._publishing:
            while self._waiting or self._overflow:
                waiting, self._waiting = self._waiting, {}
                overflow, self._overflow = self._overflow, False
                try:
                    await self.client.call(partial(self._publish, waiting, overflow))
                except BaseException:
                    self._overflow |= overflow
                    for topic, games in waiting.items():
                        self.send(topic, games)
                    raise

    async def _publish(self, waiting: dict[Topic, dict[str, None]], overflow: bool, redis: Redis) -> None:
        notices = [f"{self.process} log"] if overflow else []
        for topic, games in waiting.items():
            notices += payloads(self.process, topic, list(games))
        if len(notices) == 1:
            await redis.publish(self._channel, notices[0])
        elif notices:
            async with redis.pipeline(transaction=False) as pipeline:
                for notice in notices:
                    pipeline.publish(self._channel, notice)
                await pipeline.execute()

    async def _keep_publishing(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish_waiting()
            except TryAgain:
                await asyncio.sleep(RECONNECT_DELAY)
                self._wake.set()
            except Exception:
                log.exception("bus_publish_failed")
                await asyncio.sleep(RECONNECT_DELAY)

    # Receiving

    async def run(self, on_notice: OnNotice, on_reconnect: Callable[[], None]) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._keep_publishing())
            tasks.create_task(self._keep_receiving(on_notice, on_reconnect))

    async def _keep_receiving(self, on_notice: OnNotice, on_reconnect: Callable[[], None]) -> None:
        wait = RECONNECT_DELAY
        while True:
            was_away = self._lost
            try:
                await self._receive(on_notice, on_reconnect)
            except ERRORS as error:
                log.warning("bus_connection_lost", error=repr(error))
            except Exception:
                # keep retrying: without a subscription this process misses every remote update
                log.exception("bus_receive_failed")
            finally:
                subscribed = self._lost is None
                self._lost = monotonic() if subscribed else was_away
                self.listening.clear()
            wait = RECONNECT_DELAY if subscribed else min(2.0, wait * 2)
            await asyncio.sleep(wait)

    async def _receive(self, on_notice: OnNotice, on_reconnect: Callable[[], None]) -> None:
        """Subscribe and receive; raise when the connection has ended or no longer answers."""
        redis = self.client.subscriber()
        pubsub = redis.pubsub()
        try:
            async with asyncio.timeout(SUBSCRIBE_TIMEOUT):
                await pubsub.subscribe(self._channel)
                await pubsub.get_message(timeout=SUBSCRIBE_TIMEOUT)
            metrics.BUS_RECONNECTS.inc()
            log.info("bus_subscribed", away=round(self.away(), 1))
            self._lost = None
            self.listening.set()
            on_reconnect()
            await self._receive_messages(pubsub, on_notice, on_reconnect)
        finally:
            for close in (pubsub.aclose, redis.aclose):
                with suppress(*ERRORS):
                    async with asyncio.timeout(1):
                        await close()

    async def _receive_messages(
        self, pubsub: Any, on_notice: OnNotice, on_reconnect: Callable[[], None]
    ) -> None:
        probed = False
        while True:
            message = await pubsub.get_message(timeout=PROBE_INTERVAL)
            if message is None:
                if probed:
                    raise TimeoutError("Redis does not answer the ping of the subscription.")
                async with asyncio.timeout(PROBE_INTERVAL):
                    await pubsub.ping()
                probed = True
                continue
            probed = False
            if message["type"] != "message":
                continue
            process, topic, *games = message["data"].decode().split()
            if process == self.process:
                continue
            if not games:
                on_reconnect()
            for game in games:
                on_notice(topic, game)

    async def close(self) -> None:
        await self.client.close()


def payloads(process: str, topic: Topic, games: Sequence[str]) -> Iterator[str]:
    """Yield notices for these games: each at most MAX_NOTICE_BYTES, every game in one of them."""
    head = notice = f"{process} {topic}"
    for game in games:
        if len(notice) + 1 + len(game) > MAX_NOTICE_BYTES:
            yield notice
            notice = head
        notice += f" {game}"
    if notice != head:
        yield notice


def create_bus(redis_url: str, process: str) -> Bus:
    """Create the bus of a process; without `redis_url` it is the only one."""
    return RedisBus(RedisClient(redis_url), process) if redis_url else Bus()
