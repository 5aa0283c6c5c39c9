"""Every screen fits its window at all widths, in the pseudo-locale too.

In English the screens are tested in `test_screens`.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from app.site.assets.texts import PSEUDO, pseudo
from tests.browser.rows import failures, in_parts
from tests.browser.screens import SCREENS, Way
from tests.browser.visitor import Visit, Visitor

# 640 x 400 is a desk at 200 per cent zoom, 320 x 256 at 400 per cent; as narrow as a small phone.
WINDOWS = ((320, 256), (640, 400), (768, 1024), (1280, 720))
VIEWS = {"phone": (360, 740), "desk": (1280, 720)}
MIN_TARGET_PX, MIN_TOUCH_PX = 24, 44
AT_ONCE = (".squares", ".status .turn", ".actions")

TARGETS = """() => [...document.querySelectorAll(
    'button, a.button, nav a, .detail a, a.detail, input, summary, [role=button], [role=gridcell]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.disabled && !one.closest('[inert]'))
  .map((one) => [one, (one.matches('input') && one.closest('label') || one).getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height)
  .map(([one, box]) => ({
    name: `${one.dataset.act ?? one.dataset.sq ?? one.id} ${one.textContent.slice(0, 30)}`,
    act: Boolean(one.dataset.act), width: box.width, height: box.height }))"""
OUTSIDE = """(selectors) => selectors.filter((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect()
  return Math.min(box.top, box.left) < -0.5
    || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5 })"""
SPILLS = """() => [...document.querySelectorAll('button, a.button, .player, .turn, dialog h2')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className} ${one.textContent}`)"""

# Words of ordinary length that are broken in two because their column is too narrow; no code, no addresses.
BROKEN = r"""() => {
  const found = new Set(), range = document.createRange()
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const text = walk.currentNode, parent = text.parentElement
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest('code, pre, svg')) continue
    if (parent.getBoundingClientRect().width <= 1) continue // for screen readers
    for (const { 0: word, index } of text.data.matchAll(/(?<![^\s(“"])\p{L}{2,12}(?=[\s.,:;!?)”"]|$)/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)))
      if (lines.size > 1) found.add(`${word} in two`)
    }
  }
  return [...found] }"""


async def sideways(visitor: Visitor) -> int:
    """Return by how many pixels the page can be scrolled sideways."""
    spare: int = await visitor.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    return spare


async def misfits(visitor: Visitor, *, whole_words: bool = False) -> dict[tuple[int, int], Any]:
    """Return what does not fit, by window; with `whole_words` a broken word does not fit."""
    wrong: dict[tuple[int, int], Any] = {}
    for window in WINDOWS:
        width, height = window
        await visitor.resize(width, height)
        if (spare := await sideways(visitor)) > 0:
            wrong[window] = f"scrolls {spare} px sideways"
        elif spilt := await visitor.page.evaluate(SPILLS):
            wrong[window] = spilt
        elif whole_words and (broken := await visitor.page.evaluate(BROKEN)):
            wrong[window] = broken
    return wrong


async def hard_to_hit(visitor: Visitor) -> list[Any]:
    """Return the controls below 24 px, and the actions below 44 px in height."""
    targets = await visitor.page.evaluate(TARGETS)
    assert targets
    return [
        one
        for one in targets
        if min(one["width"], one["height"]) < MIN_TARGET_PX or (one["act"] and one["height"] < MIN_TOUCH_PX)
    ]


async def out_of_view(visitor: Visitor) -> list[str]:
    """Return which of board, status and actions are out of view without scrolling, in a low window."""
    width, height = VIEWS[visitor.size]
    await visitor.resize(width, height)
    hidden: list[str] = await visitor.page.evaluate(OUTSIDE, list(AT_ONCE))
    return hidden


@pytest.mark.soak(only=True)
@in_parts(3, SCREENS)
async def test_screens_fit_in_the_pseudo_locale(visit: Visit, part: slice) -> None:
    visitor = await visit(None, size="phone")

    async def check(screen: Way) -> None:
        await visitor.speak(PSEUDO)
        await screen(visitor)
        await expect(visitor.page.locator("#nav a").first).to_have_text(pseudo("Lobby"))
        assert await misfits(visitor) == {}

    assert await failures(SCREENS[part], check, visitor) == {}
