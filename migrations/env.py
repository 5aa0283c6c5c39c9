"""Alembic's entry: runs the migrations on the database that the command was given."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection

from app.db.engine import create_engine
from app.db.schema import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def run_async() -> None:
    engine = create_engine(context.config.attributes["url"])
    try:
        async with engine.connect() as connection:
            writer = await connection.execution_options(writes=True)
            await writer.run_sync(run)
            await writer.commit()
    finally:
        await engine.dispose()


asyncio.run(run_async())
