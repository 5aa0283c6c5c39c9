"""Where the board stands in windows of several sizes, and what covers it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, ViewportSize

from tests.browser.visitor import Visitor

WINDOWS: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "wide desk": {"width": 1920, "height": 1080},
    "uneven": {"width": 1111, "height": 703},  # no number of cells divides it
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 360, "height": 740},
    "narrow": {"width": 320, "height": 640},
    "sideways": {"width": 740, "height": 360},
    "magnified": {"width": 640, "height": 400},
}
COMMON = ("desk", "tablet", "narrow", "sideways")  # one of each layout; a phone has that of a narrow one
BOARD = """() => {
  const board = document.querySelector('.table .board')
  const { x, y, width, height } = board.getBoundingClientRect()
  const covered = [...board.querySelectorAll('[data-sq]')].filter((cell) => {
    const box = cell.getBoundingClientRect()
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return box.width && found && !board.contains(found)
  })
  return { box: [x, y + scrollY, width, height], covered: covered.map((cell) => cell.dataset.sq) }
}"""

Boards = dict[str, dict[str, Any]]


async def look(visitor: Visitor, window: str) -> dict[str, Any]:
    """Return the box of the board in this window, and the places on it that are covered."""
    await visitor.resize(**WINDOWS[window])
    found: dict[str, Any] = await visitor.page.evaluate(BOARD)
    return found


async def boards(visitor: Visitor) -> Boards:
    return {window: await look(visitor, window) for window in COMMON}


def moved(before: Boards, after: Boards) -> list[str]:
    """Return the windows in which the board moved or other places of it are covered."""
    return [
        window
        for window in before
        if after[window]["box"] != pytest.approx(before[window]["box"], abs=1)
        or after[window]["covered"] != before[window]["covered"]
    ]


async def do_not_touch(one: Locator, other: Locator) -> bool:
    """Return whether two boxes are apart."""
    a, b = await one.bounding_box(), await other.bounding_box()
    assert a
    assert b
    return (
        a["x"] + a["width"] <= b["x"]
        or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"]
        or b["y"] + b["height"] <= a["y"]
    )
