"""The form of a new game: what stands above its button, which stays in view."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.visitor import Visit

LAST_PART, SECOND_PART = "summary", "[data-field=option-rules] .segmented"
ABOVE_THE_BUTTON = (((1280, 800), LAST_PART), ((390, 844), LAST_PART), ((844, 390), SECOND_PART))


async def test_no_part_of_the_form_lies_half_behind_its_button_on_the_first_screen(visit: Visit) -> None:
    visitor = await visit("/new/beleaguered_castle")
    page = visitor.page
    await expect(page.locator("select[name=difficulty]")).to_be_visible()
    hidden = []
    for (width, height), last in ABOVE_THE_BUTTON:
        await visitor.resize(width, height)
        part = await page.locator(f"form {last}").bounding_box()
        bar = await page.locator(".create-bar").bounding_box()
        assert part
        assert bar
        assert bar["y"] + bar["height"] <= height
        if part["y"] + part["height"] > bar["y"]:
            hidden.append((width, height, last, part, bar))
    assert hidden == []


async def test_what_is_chosen_is_explained_once(visit: Visit) -> None:
    """By the sentence of the variant; those of the options are read aloud."""
    visitor = await visit("/new/citadel")
    await expect(visitor.page.locator(".chosen")).to_contain_text("what fits goes to the foundations")
    await expect(visitor.page.locator("fieldset[data-field^=option] > .about")).to_have_count(0)
    aloud = "Citadel Easier: what fits goes to the foundations while dealing."
    await expect(visitor.page.get_by_role("radio", name=aloud)).to_be_checked()
