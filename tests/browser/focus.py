"""Focus management: after a dialog, sheet, menu or Esc the focus is on something near, never on the page."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.visitor import Visitor

# What leads to another page.
LEAVES = {"play-now", "play-today", "play-daily", "create", "join", "play-on", "both", "abort", "dismiss"}
LEAVES |= {"send", "new-deal", "same-deal", "accept", "decline", "play-computer", "offer-computer"}
LEAVES |= {"play-teacher", "offer-teacher"}
OPENS = {
    "account",
    "help",
    "lesson",
    "settings",
    "describe",
    "check",
}  # what opens a sheet, perhaps once its module has been loaded
MOVES = {"undo", "redo"}  # what the server answers with a new state
PRESSABLE = "button, summary, [role=button]"
# The controls that are in view now, each marked with a number of its own.
FOUND = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
  .filter((one) => one.ariaDisabled !== 'true' && !one.closest('[inert], .board, dialog'))
  .map((one) => {
    globalThis.tried = (globalThis.tried ?? 0) + 1
    one.dataset.tried = globalThis.tried
    return [one.dataset.tried, one.dataset.act ?? one.id ?? '', one.textContent.trim().slice(0, 30)]
  })"""
# Where the focus is: what has it, or why that is nothing near.
WHY_FOCUS_IS_LOST = """() => {
  const one = document.activeElement
  if (!one || one === document.body || one === document.documentElement) return 'on the page as a whole'
  if (!one.checkVisibility({ visibilityProperty: true })) return `hidden: ${one.outerHTML.slice(0, 120)}`
  return null
}"""


# The controls of the page that a sticky bar covers while they have the focus.
COVERED = """() => {
  const bars = [...document.querySelectorAll('main *')]
    .filter((one) => getComputedStyle(one).position === 'sticky')
  const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, summary)')].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0)
  const covered = new Set()
  for (const one of [...controls, ...controls.toReversed()]) {
    one.focus()
    const { left, right, top, bottom } = one.getBoundingClientRect()
    for (const y of [top + 1, bottom - 1]) {
      const hit = document.elementFromPoint((left + right) / 2, y)
      if (bars.some((bar) => bar.contains(hit) && !bar.contains(one)))
        covered.add(one.dataset.act || one.textContent.trim() || one.name)
    }
  }
  return [...covered]
}"""


async def lost(visitor: Visitor) -> str | None:
    """Return why the focus is not on something near; None if it is."""
    await visitor.painted()
    why: str | None = await visitor.page.evaluate(WHY_FOCUS_IS_LOST)
    return why


async def controls(visitor: Visitor, within: str) -> list[tuple[str, str, str]]:
    """Return number, act and text of each control in a part of the page; of equal controls only the first."""
    selector = ", ".join(f"{within} {one}" for one in PRESSABLE.split(", "))
    found = await visitor.page.evaluate(FOUND, selector)
    acts = [act for _, act, _ in found]
    return [
        (number, act, text)
        for place, (number, act, text) in enumerate(found)
        if act not in LEAVES and (not act or act not in acts[:place])
    ]


async def press_each(visitor: Visitor, within: str, before: str | None = None) -> list[str]:
    """Press every control by the keyboard, then Esc until nothing is open; return lost focuses as
    sentences. `before`: an act that is pressed first, each time."""
    page, wrong = visitor.page, []
    address = page.url
    if before:
        await visitor.act(before).press("Enter")
    for number, act, text in await controls(visitor, within):
        if before and not await page.locator(f"[data-tried='{number}']").is_visible():
            await visitor.act(before).press("Enter")
        control = page.locator(f"[data-tried='{number}']")
        if not await control.count() or not await control.is_visible():
            continue
        ply = await visitor.screen.get_attribute("data-ply") or ""
        await control.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if act in MOVES:
            await expect(visitor.screen).not_to_have_attribute("data-ply", ply)
        if act == "hint":  # the first press loads the hints, then asks; Esc before that would close nothing
            await expect(page.locator("dialog:modal, .game-hint").first).to_be_visible()
        if act in OPENS:
            await expect(page.locator("dialog:modal"), f"{act} {text!r} opens").to_have_count(1)
        if why := await lost(visitor):
            wrong.append(f"{act} {text!r}, pressed: {why}")
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog:modal"), f"{act} {text!r}: Esc closes").to_have_count(0)
        if why := await lost(visitor):
            wrong.append(f"{act} {text!r}, Esc: {why}")
        if page.url.partition("?")[0] != address.partition("?")[0]:
            return [*wrong, f"{act} {text!r} left the page"]
    return wrong


async def press_every_control(visitor: Visitor, *parts: str) -> list[str]:
    """Press every control in parts of the page, and in its menu; return lost focuses as sentences."""
    await visitor.page.keyboard.press("Escape")
    wrong = [one for part in parts for one in await press_each(visitor, part)]
    if await visitor.page.locator(".actions [data-act=more]:visible").count():
        wrong += await press_each(visitor, ".menu", "more")
    return wrong


async def covered(visitor: Visitor) -> dict[int, list[str]]:
    """Return the controls that a bar covers on a phone held either way, by width: the focus is above the bar
    at the foot and below one at the top."""
    await visitor.become("phone")
    found = {}
    for width, height in ((360, 740), (740, 360)):
        await visitor.resize(width, height)
        if hidden := await visitor.page.evaluate(COVERED):
            found[width] = hidden
    return found
