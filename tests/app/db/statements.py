"""The SQL statements that are sent to a database, counted and explained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

Statement = tuple[str, Any]  # as the driver gets it, with its parameters


@contextmanager
def counted_statements(engine: AsyncEngine) -> Iterator[list[Statement]]:
    """The statements that are sent while the block runs, in order; transactions are not among them."""
    sent: list[Statement] = []

    def note(*arguments: Any) -> None:
        sent.append((arguments[2], arguments[3]))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", note)


async def rows_read(engine: AsyncEngine, statement: Statement) -> int:
    """The rows of tables that PostgreSQL reads for a statement, also those that it then leaves out."""
    sql, parameters = statement
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver
        plan = await driver.fetchval(f"explain (analyze, format json) {sql}", *parameters)
    return _rows_of(plan[0]["Plan"])


def _rows_of(node: Any) -> int:
    read = sum(_rows_of(child) for child in node.get("Plans", ()))
    if "Relation Name" in node or node["Node Type"] == "Bitmap Index Scan":
        removed = sum(value for name, value in node.items() if name.startswith("Rows Removed by"))
        read += int((node["Actual Rows"] + removed) * node["Actual Loops"])
    return read


async def scanned_tables(engine: AsyncEngine, statement: Statement) -> set[str]:
    """What SQLite says of the tables that it reads for a statement without an index, or through one that has
    all of their rows: `SCAN games`."""
    sql, parameters = statement
    async with engine.connect() as connection:
        plan = await connection.exec_driver_sql(f"explain query plan {sql}", parameters)
        details: list[str] = [row[-1] for row in plan]
        return {detail for detail in details if detail.startswith("SCAN ")}
