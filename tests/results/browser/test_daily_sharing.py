"""The result of a daily deal as a line, shared from its table and from the day's page."""

from __future__ import annotations

import re
from datetime import date

from playwright.async_api import expect

from engine import GAMES
from tests.browser.crowd import DAILY, give_up
from tests.browser.visitor import CLIPBOARD, Visit, Visitor
from tests.results.browser.test_daily import start_todays_deal, tile, today

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


async def share_line(visitor: Visitor, made: str) -> re.Pattern[str]:
    """Return the result after one move as it is shared: a line with the score, and a link."""
    state, day = await visitor.state(made), await today(visitor)
    short, rules = f"{date.fromisoformat(day):%b} {date.fromisoformat(day).day}", state["rules"]
    return re.compile(
        rf"{GAMES[rules].title}, {short}: {state['score'][0]}\b.*\s+"
        rf"{visitor.base}/daily\?date={day}&game={rules}&from={made}"
    )


async def test_result_is_shared_as_a_line_at_its_end_and_from_the_days_page_which_names_it(
    visit: Visit,
) -> None:
    visitor, other = await visit(None, permissions=CLIPBOARD), await visit(None)
    made = await start_todays_deal(visitor)
    await visitor.sit(made)
    await give_up(visitor, made, 1, 1)
    line = await share_line(visitor, made)
    await visitor.dialog("over").locator("[data-act=share]").click()
    await visitor.told("live", "Result and link copied.")
    shared = await visitor.clipboard()
    assert line.fullmatch(shared)
    await visitor.page.evaluate("navigator.clipboard.writeText('')")
    await visitor.go("/daily")
    here = tile(visitor, (await visitor.state(made))["rules"])
    await here.locator("[data-act=share]").click()
    await visitor.told("live", "Result and link copied.")
    assert line.fullmatch(await visitor.clipboard())
    await expect(here.locator(".daily-line")).to_have_text(line)
    await other.go(shared.split()[-1].removeprefix(other.base))
    name = (await visitor.guest())["name"]
    await expect(other.page.locator("[data-shared]")).to_contain_text(f"{name} reached ")


async def test_without_a_clipboard_the_line_is_announced_and_shown(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.context.add_init_script(NO_CLIPBOARD)
    made = await start_todays_deal(visitor)
    await give_up(visitor, made, 1)
    line = await share_line(visitor, made)
    await visitor.go("/daily")
    here = tile(visitor, (await visitor.state(made))["rules"])
    await here.locator("[data-act=share]").click()
    expected = re.compile(f"It could not be copied: {line.pattern}")
    await expect(visitor.page.locator("#live")).to_have_text(expected)
    await expect(here.locator(".daily-line")).to_have_text(line)


async def test_shared_link_of_a_deal_leads_to_its_tile(visit: Visit) -> None:
    visitor = await visit(f"/daily?game={DAILY[-1].id}", size="phone")
    await expect(tile(visitor, DAILY[-1].id)).to_be_in_viewport()
    await expect(tile(visitor, DAILY[-1].id)).to_have_attribute("data-wanted", "")


PATIENT = """const wait = setTimeout
globalThis.setTimeout = (work, ms, ...more) => wait(work, ms === 500 ? 60_000 : ms, ...more)"""


async def test_result_of_a_daily_deal_is_shared_first_and_in_view_on_a_phone(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.context.add_init_script(PATIENT)
    made = await start_todays_deal(visitor)
    await visitor.sit(made)
    await give_up(visitor, made, moves=1)
    dialog = visitor.dialog("over")
    actions = dialog.locator(".dialog-actions > *")
    await expect(actions.first).to_have_attribute("data-act", "share")
    following = dialog.locator(".primary")
    await expect(following).to_have_attribute("data-act", "next-daily")
    await expect(following).to_have_text(re.compile(r"^Next: .+ \(2 of \d\)$"))
    for button in await actions.all():
        await expect(button).to_be_in_viewport(ratio=1)
    await expect(dialog.locator("[data-number]")).to_be_in_viewport(ratio=1)
    await visitor.page.wait_for_function("() => scrollY === 0")
    await expect(visitor.page.locator(".result-notice")).to_have_count(0)
