"""Tables whose rows one test checks with one page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import pytest
from playwright.async_api import Error

from tests.browser.visitor import Visitor

Row = TypeVar("Row")


def in_parts(count: int) -> pytest.MarkDecorator:
    """Make several tests of one that goes through a long table: the parameter `part` is the slice of its
    rows, so that the parts run at the same time."""
    return pytest.mark.parametrize("part", [slice(start, None, count) for start in range(count)], ids=str)


async def failures(
    rows: Iterable[Row], check: Callable[[Row], Awaitable[None]], visitor: Visitor | None = None
) -> dict[str, str]:
    """Return the failures by row. With a visitor each row has a new player in the same page, and a fault
    there fails the row."""
    found = {}
    for row in rows:
        name = str(getattr(row, "__name__", getattr(row, "id", row)))
        try:
            await check(row)
            assert visitor is None or visitor.faults == []
        except (AssertionError, Error) as error:
            found[name] = str(error)
        if visitor:
            await visitor.forget()
            await visitor.renew()
    return found
