"""Distributed databases on a coordinator and workers of Citus: created on every node, migrated and
distributed by the commands, and dropped at the end.

RICHELIEU_TEST_CITUS_URL names a database of the coordinator, in which the workers are registered; it is only
used to create others.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy import URL, make_url

from tests.databases import run_in_thread
from tests.serving import command

CLUSTER = os.environ.get("RICHELIEU_TEST_CITUS_URL", "")
SHARDS = 4  # of each table: statements over all of them take less time than with the 32 of Citus


@contextmanager
def prepared_database() -> Iterator[str]:
    """Yield the URL of a migrated database with the extension and its nodes, not yet distributed."""
    name = f"richelieu_test_{secrets.token_hex(6)}"
    run_in_thread(_create(name))
    url = _url(name).render_as_string(hide_password=False)
    try:
        done = command("migrate", database_url=url)
        assert done.returncode == 0, done.stderr
        yield url
    finally:
        run_in_thread(_drop(name))


@contextmanager
def distributed_database() -> Iterator[str]:
    """Yield the URL of a distributed database."""
    with prepared_database() as url:
        done = command("distribute", database_url=url)
        assert done.returncode == 0, done.stderr
        yield url


def _url(database: str | None = None) -> URL:
    made = make_url(CLUSTER).set(drivername="postgresql")
    return made.set(database=database) if database else made


async def _execute(url: URL, *statements: str) -> list[asyncpg.Record]:
    """Execute statements one by one; return the rows of the last one."""
    connection = await asyncpg.connect(url.render_as_string(hide_password=False), timeout=10)
    try:
        for statement in statements:
            rows = await connection.fetch(statement)
        return list(rows)
    finally:
        await connection.close()


async def _nodes() -> list[URL]:
    """Return the URLs of the nodes, the coordinator first."""
    rows = await _execute(_url(), "select nodename, nodeport from pg_dist_node where groupid > 0")
    return [_url(), *(_url().set(host=row["nodename"], port=row["nodeport"]) for row in rows)]


async def _create(name: str) -> None:
    coordinator, *workers = await _nodes()
    for node in (coordinator, *workers):
        await _execute(node, "set citus.enable_create_database_propagation = off", f"create database {name}")
        await _execute(node.set(database=name), "create extension citus")
    await _execute(
        coordinator.set(database=name),
        f"select citus_set_coordinator_host('{coordinator.host}', {coordinator.port or 5432})",
        *(f"select citus_add_node('{worker.host}', {worker.port})" for worker in workers),
        f"alter database {name} set citus.shard_count = {SHARDS}",
    )


async def _drop(name: str) -> None:
    """Drop the database on every node; its background workers are told to leave it."""
    for node in await _nodes():
        for _ in range(50):
            try:
                await _execute(
                    node,
                    "set citus.enable_create_database_propagation = off",
                    f"drop database if exists {name} with (force)",
                )
                break
            except asyncpg.ObjectInUseError:  # the maintenance daemon has come back
                await asyncio.sleep(0.1)
