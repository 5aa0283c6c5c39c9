"""Session-level advisory lock that keeps processes without a common Redis off one PostgreSQL.

They would miss each other's moves. Without a Redis a process holds the lock exclusively. With one it holds
it shared, and `key_values` has the id of the Redis of all that do: it is written under the exclusive lock,
and whoever finds the lock shared compares. PostgreSQL frees the lock with its connection: at once when the
process ends or is killed, after KEEPALIVE when its host is gone. The connection leads to PostgreSQL itself,
since a pooler in transaction mode keeps no locks. SQLite has a lock file instead (`app/ops/preflight.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg
import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.bus.redis_client import RedisClient
from app.core.errors import TryAgain
from app.core.ids import new_id
from app.db.address import parse_address
from app.db.engine import DRIVER_ERRORS
from app.db.schema import REDIS_KEY

PATIENCE = 15.0  # seconds for which a starting process waits for the lock
RETAKE_PATIENCE = 2.0  # seconds for which a serving one does: others hold it for a moment when they start
RETRY_INTERVAL = 0.5  # seconds between two attempts
CHECK_INTERVAL = 2.0  # seconds between two checks of the connection
TIMEOUT = 5.0  # seconds for connecting, and for a statement
KEEPALIVE = {  # PostgreSQL ends a connection to a host that is gone after 5 + 2 x 5 seconds
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
}
LOST = (*DRIVER_ERRORS, OSError)
Connection: TypeAlias = "asyncpg.Connection[Any]"

log = structlog.get_logger(__name__)


class NotAlone(Exception):
    """Another process serves the database without sharing a Redis with this one."""


class ProcessLock:
    """The lock of one process. `process`: its id; `redis`: client of the Redis that it shares, if any."""

    def __init__(self, url: str, redis: RedisClient | None) -> None:
        self.process = new_id()
        self._redis = redis
        self._redis_id: str | None = None  # last known; while it is None, the lock is held exclusively
        self._connection: Connection | None = None
        self._ended = asyncio.Event()  # set when the connection is lost
        self._subscribed = False  # `has_subscribed_processes` of others counts this process
        address = parse_address(url)
        self._options: dict[str, Any] = {
            "timeout": TIMEOUT,
            "command_timeout": TIMEOUT,
            **address.options,
            "dsn": address.dsn,
            "server_settings": {"application_name": f"richelieu {self.process}", **KEEPALIVE},
        }

    async def take(self, *, again: bool = False) -> Connection:
        """Connect, and take the lock; `again`: it was held until just now. NotAlone: other processes had it
        for PATIENCE or RETAKE_PATIENCE. LOST: the database does not answer."""
        connection: Connection = await asyncpg.connect(**self._options)
        self._connection = connection
        ended = self._ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            while await connection.fetchval(_END_GHOSTS, f"richelieu {self.process}"):  # noqa: ASYNC110 (nothing tells)
                await asyncio.sleep(RETRY_INTERVAL)
            patience = RETAKE_PATIENCE if again else PATIENCE
            until = asyncio.get_running_loop().time() + patience
            while not await self._try(connection):
                if asyncio.get_running_loop().time() > until:
                    raise NotAlone
                await asyncio.sleep(RETRY_INTERVAL)
        except BaseException:
            await self.release()
            raise
        return connection

    async def release(self) -> None:
        """Close the connection, and with it free the lock."""
        connection, self._connection, self._subscribed = self._connection, None, False
        if connection:
            with suppress(*LOST):
                await connection.close(timeout=1)

    async def keep(
        self,
        subscribed: asyncio.Event,
        ask_database: Callable[[], Awaitable[object]],
        on_lost: Callable[[], None],
    ) -> None:
        """Keep the lock until cancelled, and retake it when its connection is lost.

        `on_lost`: called once when it cannot be retaken: other processes have it, or the database answers
        `ask_database` (else TryAgain) for PATIENCE seconds but accepts no connection here. `subscribed`: set
        while notices of others are received."""
        refused_since: float | None = None
        while True:
            try:
                if (connection := self._connection) is None:
                    connection = await self.take(again=True)
                    log.info("process_lock_retaken")
                await self._check(connection, subscribed=subscribed.is_set())
                refused_since = None
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_INTERVAL):
                        await self._ended.wait()
                continue
            except NotAlone:
                break
            except LOST as error:
                log.warning("process_lock_lost", error=repr(error))
                if self._connection:
                    await self.release()
                    continue
            try:
                await ask_database()
            except TryAgain:
                refused_since = None  # nobody else can take it either
            else:
                at = asyncio.get_running_loop().time()
                refused_since = refused_since or at
                if at > refused_since + PATIENCE:
                    break
            await asyncio.sleep(RETRY_INTERVAL)
        log.error("process_lock_not_retaken")
        on_lost()
        await asyncio.Event().wait()

    async def _try(self, connection: Connection) -> bool:
        """Take the lock if no process without the same Redis has it. While our Redis does not answer, its
        last known id counts."""
        redis_id = self._redis_id = await self._read_redis_id() or self._redis_id
        if await connection.fetchval(f"select pg_try_advisory_lock({_KEY})"):
            if redis_id:
                await self._share(connection, redis_id)
            return True
        if redis_id and await connection.fetchval(f"select pg_try_advisory_lock_shared({_KEY})"):
            if await connection.fetchval(_READ, REDIS_KEY) == redis_id:
                return True
            await connection.execute(f"select pg_advisory_unlock_shared({_KEY})")
        return False

    async def _share(self, connection: Connection, redis_id: str) -> None:
        """Exchange the exclusive lock for a shared one, for processes with this Redis."""
        await connection.execute(_WRITE, REDIS_KEY, redis_id)
        await connection.execute(f"select pg_advisory_lock_shared({_KEY})")
        await connection.execute(f"select pg_advisory_unlock({_KEY})")

    async def _check(self, connection: Connection, *, subscribed: bool) -> None:
        """Find out whether the connection is alive, and bring up to date what other processes find: whether
        we are subscribed, and the id of our Redis, which is new once it was restarted."""
        await connection.execute("select 1")
        if subscribed != self._subscribed:
            await connection.execute(_SUBSCRIBE if subscribed else _UNSUBSCRIBE, self.process)
            self._subscribed = subscribed
        redis_id = await self._read_redis_id()
        if redis_id is None or redis_id == self._redis_id:
            return
        if self._redis_id is None:
            await self._share(connection, redis_id)
        else:
            await connection.execute(_WRITE, REDIS_KEY, redis_id)
        self._redis_id = redis_id

    async def _read_redis_id(self) -> str | None:
        """Return the id of our Redis; None: there is none, or it does not answer."""
        try:
            return await self._redis.fingerprint() if self._redis else None
        except TryAgain:
            return None


async def has_subscribed_processes(connection: Any, own: str) -> bool:
    """Return whether a process other than `own` is subscribed to notices of others."""
    return bool((await connection.execute(_OTHERS, {"own": own})).scalar())


async def lock_out_processes(connection: AsyncConnection) -> bool:
    """Take the lock for a command, until the connection is closed, so that no process can start to serve.
    Return False if one serves."""
    return bool(await connection.scalar(text(f"select pg_try_advisory_lock({_KEY})")))


_KEY = "hashtext('richelieu processes')"
_SUBSCRIBE = "select pg_advisory_lock_shared(hashtext('richelieu subscribed'), hashtext($1))"
_UNSUBSCRIBE = "select pg_advisory_unlock_shared(hashtext('richelieu subscribed'), hashtext($1))"
_READ = "select value from key_values where key = $1"
_WRITE = """insert into key_values (key, value) values ($1, $2)
 on conflict (key) do update set value = excluded.value"""
# Sessions of this process that PostgreSQL still counts as connected, and that hold the lock
_END_GHOSTS = """select count(pg_terminate_backend(pid)) from pg_stat_activity
 where application_name = $1 and pid <> pg_backend_pid()"""
_OTHERS = text(
    """select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2
 and database = (select oid from pg_database where datname = current_database())
 and classid = cast(hashtext('richelieu subscribed') as oid) and objid <> cast(hashtext(:own) as oid))"""
)
