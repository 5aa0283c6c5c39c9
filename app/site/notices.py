"""The operator's notice to all visitors, and whether the site is a demonstration: rows of `key_values`."""

from __future__ import annotations

import json

from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.schema import DEMO_KEY

NOTICE_KEY = "notice"


class NoticeStore:
    """Store of the notice. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def notice(self, now: int) -> tuple[str, int | None] | None:
        """Return the operator's notice and its end; None: there is none."""
        async with read_connection(self._engine) as connection:
            found = await read_value(connection, NOTICE_KEY)
        if not found:
            return None
        stored = json.loads(found)
        if not stored["text"] or (stored["until"] is not None and stored["until"] <= now):
            return None
        # commands of earlier versions stored bytes that were not UTF-8, as lone surrogates
        return stored["text"].encode(errors="replace").decode(), stored["until"]

    async def set_notice(self, text: str, until: int | None) -> None:
        """Set the notice for all visitors until a time; "": remove it."""
        async with write_transaction(self._engine) as connection:
            await write_value(connection, NOTICE_KEY, json.dumps({"text": text, "until": until}))

    async def is_demonstration(self) -> bool:
        async with read_connection(self._engine) as connection:
            return await read_value(connection, DEMO_KEY) is not None
