"""Tables whose rows one test checks with one page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

import pytest
from playwright.async_api import Error

from tests.browser.visitor import Visitor

Row = TypeVar("Row")


def in_parts(count: int, rows: Sequence[object] = ()) -> pytest.MarkDecorator:
    """Make several tests of one that goes through a long table: the parameter `part` is the slice of its
    rows, so that the parts run at the same time. With `rows` each part has their names in its own, so that
    `-k` finds the part of a screen."""
    parts = [slice(start, None, count) for start in range(count)]
    ids = ["-".join(map(name_of, rows[part])) or f"part{part.start + 1}" for part in parts]
    return pytest.mark.parametrize("part", parts, ids=ids)


def name_of(row: object) -> str:
    return str(getattr(row, "__name__", getattr(row, "id", row)))


async def failures(
    rows: Iterable[Row], check: Callable[[Row], Awaitable[None]], visitor: Visitor | None = None
) -> dict[str, str]:
    """Return the failures by row. With a visitor each row has a new player in the same page, and a fault
    there fails the row."""
    found = {}
    for row in rows:
        name = name_of(row)
        try:
            await check(row)
            assert visitor is None or visitor.faults == [], visitor.faults
        except (AssertionError, Error) as error:
            found[name] = str(error)
        if visitor:
            await visitor.forget()
            await visitor.renew()
    return found
