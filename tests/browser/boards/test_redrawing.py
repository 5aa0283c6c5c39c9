"""What a pick costs a phone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.browser.visitor import Visit

MOST = 40  # elements whose style is computed anew for a pick: cells that change, their marks, the strip


@pytest.mark.smoke
async def test_a_pick_computes_the_style_of_what_it_changes_and_not_of_the_page(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.sit(await visitor.make("cardmate", seat="both"))
    await visitor.square("c2").click()  # what is loaded late is there
    await visitor.painted()
    session = await visitor.page.context.new_cdp_session(visitor.page)
    events: list[dict[str, Any]] = []
    over = asyncio.Event()
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: over.set())
    categories = {"includedCategories": ["devtools.timeline"]}
    await session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    for square in ("d2", "g2"):
        await visitor.square(square).click()
        assert await visitor.places("[data-picked]") == {square}
        await visitor.painted()
    await session.send("Tracing.end")
    await over.wait()
    styled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < sum(styled) <= 2 * MOST
