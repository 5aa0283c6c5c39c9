"""SQL statements sent to a database, counted and explained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

Statement = tuple[str, Any]  # as the driver gets it, with its parameters


@contextmanager
def counted_statements(engine: AsyncEngine) -> Iterator[list[Statement]]:
    """Yield the list of statements sent while the block runs, in order, without those of transactions."""
    sent: list[Statement] = []

    def note(*arguments: Any) -> None:
        sent.append((arguments[2], arguments[3]))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", note)


async def rows_read(engine: AsyncEngine, statement: Statement) -> int:
    """Return the rows of tables that PostgreSQL reads for a statement, including those it filters out."""
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
    """Return the lines of the plan of SQLite that read a table without an index, or through one that has
    all of their rows: `SCAN games`."""
    sql, parameters = statement
    async with engine.connect() as connection:
        plan = await connection.exec_driver_sql(f"explain query plan {sql}", parameters)
        details: list[str] = [row[-1] for row in plan]
        return {detail for detail in details if detail.startswith("SCAN ")}
