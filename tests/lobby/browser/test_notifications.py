"""The notification switch. Node tests cover the display: headless Chromium shows none."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.visitor import Visit

ANSWER = """(answer) => {
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' })
  Notification.requestPermission = async () =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => answer }) }"""


async def test_the_browser_is_asked_on_the_press_and_a_refusal_is_explained(visit: Visit) -> None:
    person = await visit("/settings")
    await person.page.evaluate(ANSWER, "denied")
    await person.act("notify").click()
    await expect(person.page.locator(".notify")).to_contain_text("blocks notifications")
    await expect(person.act("notify")).not_to_be_checked()
    await person.page.evaluate(ANSWER, "granted")
    await person.act("notify").click()
    await expect(person.act("notify")).to_be_checked()
    await expect(person.page.locator(".notify")).not_to_contain_text("blocks notifications")
