"""The mouse and a finger, from place to place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from playwright.async_api import Locator

from tests.browser.visitor import Visitor

Point = tuple[float, float]
Touch = Callable[..., Awaitable[None]]


async def middle(place: Locator) -> Point:
    box = await place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(
    visitor: Visitor,
    start: Locator,
    end: Locator,
    *,
    drop: bool = True,
    button: Literal["left", "right"] = "left",
) -> None:
    """Drag from the middle of a place to that of another; without `drop` the button stays down."""
    mouse = visitor.page.mouse
    await mouse.move(*await middle(start), steps=4)
    await mouse.down(button=button)
    await mouse.move(*await middle(end), steps=4)
    if drop:
        await mouse.up(button=button)


async def finger(visitor: Visitor) -> Touch:
    """Return what sends one event of a finger: `touchStart` or `touchMove` with a point, or `touchEnd`."""
    devtools = await visitor.context.new_cdp_session(visitor.page)

    async def touch(kind: str, point: Point | None = None) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        await devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return touch
