"""No screen breaks a rule that axe-core knows, on desk and phone, by day and by night."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.screens import SCREENS, Way
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}"""


async def found(visitor: Visitor) -> list[str]:
    """The rules that the page breaks, each with the places where it does."""
    broken: list[str] = await visitor.page.evaluate(RUN)
    return broken


async def dressed(visitor: Visitor, theme: Literal["light", "dark"]) -> None:
    """Changes the theme and waits until it is painted."""
    await visitor.page.emulate_media(color_scheme=theme)
    await visitor.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
async def test_axe_finds_nothing_on_desk_and_phone_by_day_and_by_night(
    screen: Way, visit: Visit, axe: str
) -> None:
    visitor = await visit(None, color_scheme="light", reduced_motion="reduce")
    await screen(visitor)
    await visitor.page.evaluate(axe)
    broken = {}
    for size, viewport in (("desk", DESK), ("phone", PHONE)):
        await visitor.page.set_viewport_size(viewport)
        for theme in THEMES:
            await dressed(visitor, theme)
            broken[size, theme] = await found(visitor)
    assert {where: what for where, what in broken.items() if what} == {}


async def test_axe_would_find_what_is_wrong(visit: Visit, axe: str) -> None:
    visitor = await visit("/")
    await visitor.page.evaluate(axe)
    await visitor.page.evaluate("document.querySelector('main button').replaceChildren()")
    await visitor.page.evaluate("document.querySelector('main button').removeAttribute('aria-label')")
    assert [line.partition(":")[0] for line in await found(visitor)] == ["button-name"]
