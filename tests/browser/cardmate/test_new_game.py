"""The form of a new game: the options of the family, each choice a game of its own."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visit


@pytest.mark.smoke
async def test_setup_and_palace_are_chosen_each_by_itself_and_the_rest_of_the_form_stays(
    visit: Visit,
) -> None:
    visitor = await visit("/new/cardmate")
    page = visitor.page
    await page.locator("input[name=who][value=screen]").check()
    for option, value, rules in (
        ("setup", "dealt", "cardmate_dealt"),
        ("palace", "any_two", "cardmate_dealt_any_two"),
        ("setup", "predefined", "cardmate_any_two"),
        ("setup", "places", "cardmate_places_any_two"),
    ):
        await page.locator(f"input[name=option-{option}][value={value}]").check()
        await expect(page.locator(".chosen")).to_have_attribute("data-rules", rules)
        await expect(page).to_have_url(f"{visitor.base}/new/{rules}")
        await expect(page.locator(f"input[name=option-{option}]:checked")).to_be_focused()
        await expect(page.locator("input[name=who]:checked")).to_have_value("screen")
        await expect(page.locator("input[name=deal]")).to_have_count(0 if rules == "cardmate_any_two" else 1)
    await visitor.act("create").click()
    await visitor.at_screen("table")
    assert (await visitor.state(visitor.game))["rules"] == "cardmate_places_any_two"
