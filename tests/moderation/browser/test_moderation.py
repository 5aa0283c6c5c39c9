"""The moderation page: reports, acts on people and games, and the audit log."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.async_api import Locator, expect

from tests.browser.app.test_axe import everywhere
from tests.browser.app.test_layout import sideways
from tests.browser.games import TWO
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import new_name, sign_up
from tests.serving import Server, command


async def moderator(visitor: Visitor, site: Server) -> str:
    """Make the player of this browser a moderator; return their name."""
    name = str((await sign_up(visitor))["player"]["name"])
    done = command("moderator", name, database_url=site.database_url)
    assert done.returncode == 0, done.stderr
    return name


async def give_reason(chief: Visitor, act: str, reason: str = "Several reports.") -> None:
    """Press the button of an act and confirm it with a reason."""
    await chief.act(act).first.click()
    await chief.dialog("confirm").locator("[name=reason]").fill(reason)
    await chief.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(chief.dialog("confirm")).to_have_count(0)


def report(visitor: Visitor, text: str) -> Locator:
    return visitor.page.locator("[data-report]").filter(has_text=text)


async def test_a_report_leads_to_a_person_who_is_muted_and_renamed(visit: Visit, site: Server) -> None:
    chief, rude, guest = await visit(None), await visit(None), await visit(None)
    name, later = (await sign_up(rude))["player"]["name"], new_name()
    await guest.go(f"/people/{quote(name)}")
    await guest.act("report").click()
    await guest.act("send-report").click()
    await expect(guest.dialog("report").locator(".error").first).to_be_visible()
    text = f"<b>{name}</b> was rude"
    await guest.page.locator("[name=report]").fill(text)
    await guest.act("send-report").click()
    await guest.told("live", "Thank you")
    await moderator(chief, site)
    await chief.go("/me")
    await chief.page.locator("main a[href='/moderation']").click()
    await chief.at_screen("moderation")
    await expect(report(chief, text)).to_be_visible()
    await report(chief, text).locator("[data-act=moderate-person]").press("Enter")
    await expect(chief.page.locator("h1")).to_have_text(f"Moderate {name}")
    note, facts = chief.page.locator("[data-note]"), chief.page.locator("[data-fact]")
    await expect(report(chief, text)).to_be_visible()
    await expect(chief.page.locator("[data-list=sessions] li")).to_have_count(1)
    await chief.act("mute-7").press("Enter")
    await chief.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(chief.dialog("confirm").locator("[data-field=reason] .error")).to_be_visible()
    await chief.page.locator("[name=reason]").fill("Insults in the chat.")
    await chief.dialog("confirm").locator("[data-act=confirm]").press("Enter")
    await expect(note).to_contain_text("Mute for 7 days")
    await expect(chief.page.locator("[data-list=audit] [data-reason]").first).to_have_text(
        "Insults in the chat."
    )
    await expect(facts.filter(has_text="Muted until")).to_be_visible()
    await expect(chief.act("mute-7")).to_be_focused()
    await rude.go("/me")
    await expect(rude.screen).to_contain_text("A moderator has muted you")
    await chief.act("rename").click()
    await chief.dialog("confirm").locator("[name=name]").fill(later)
    await chief.dialog("confirm").locator("[name=reason]").fill("The name insults.")
    await chief.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(chief.page.locator("h1")).to_have_text(f"Moderate {later}")
    await expect(chief.page.locator("[data-list=names] li")).to_contain_text(name)
    await chief.page.locator("main a[href='/moderation']").click()
    await chief.page.locator("#find-person").fill(name)
    await chief.page.locator("#find-person").press("Enter")
    found = chief.page.locator("[data-person]").filter(has_text=f"formerly {name}")
    await found.get_by_role("link", name=later, exact=True).press("Enter")
    await expect(chief.page.locator("h1")).to_have_text(f"Moderate {later}")
    await chief.page.locator("main a[href='/moderation']").click()
    await report(chief, text).locator("[data-act=close-report]").click()
    await chief.page.locator("[name=reason]").fill("The name is another.")
    await chief.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(report(chief, text)).to_have_attribute("data-closed", "")
    entries = chief.page.locator("[data-list=audit] [data-entry]")
    await expect(entries.filter(has_text=f"Look at a person: {later}")).to_have_count(1)


async def test_an_act_is_done_though_what_it_changed_cannot_be_read(visit: Visit, site: Server) -> None:
    rude, chief = await visit(None), await visit(None)
    name = (await sign_up(rude))["player"]["name"]
    await moderator(chief, site)
    await chief.go(f"/moderation?person={quote(name)}")
    await chief.page.route("**/api/moderation/people/*", lambda route: route.abort())
    await give_reason(chief, "mute-1")
    await expect(chief.page.locator(".toast")).to_contain_text("Done: Mute for 1 day.")
    await chief.page.unroute("**/api/moderation/people/*")
    chief.faults.clear()  # the console tells of the request that failed
    await chief.page.reload()
    await expect(chief.page.locator("[data-fact]").filter(has_text="Muted until")).to_be_visible()


@pytest.mark.smoke
async def test_a_moderator_ends_a_game_that_has_not_begun_by_its_link(visit: Visit, site: Server) -> None:
    chief, one, other = await visit(None), await visit(None), await visit(None)
    await moderator(chief, site)
    game = await one.make(TWO.id, seat=0)
    await other.join(game)
    await chief.go("/moderation")
    await chief.page.locator("#find-game").fill(f"{chief.base}/g/{game}?ply=1")
    await chief.page.locator("#find-game").press("Enter")
    await give_reason(chief, "close-game")
    await expect(chief.page.locator("[data-note]")).to_contain_text("Hide the game and its result")
    assert (await one.state(game))["status"] == "ended"


async def test_every_page_tells_of_a_recovery_code_of_the_host_until_it_is_withdrawn(
    visit: Visit, site: Server
) -> None:
    visitor = await visit(None)
    name = str((await sign_up(visitor))["player"]["name"])
    assert command("moderator", name, "--reset", database_url=site.database_url).returncode == 0
    await visitor.go("/daily")
    strip = visitor.page.locator("[data-reset]")
    await expect(strip).to_contain_text("recovery code")
    await visitor.act("cancel-reset").click()
    await expect(strip).to_have_count(0)
    assert "reset" not in await visitor.get("/api/me")


async def test_to_others_there_is_no_such_page(visit: Visit) -> None:
    visitor = await visit(None)
    await sign_up(visitor)
    visitor.excuse("status of 404")
    await visitor.go("/moderation")
    await expect(visitor.screen).to_have_attribute("data-error", "lost")
    await expect(visitor.screen).to_contain_text("Only the moderators")


async def test_the_page_has_no_violation_and_fits_a_narrow_phone(
    visit: Visit, site: Server, axe: str
) -> None:
    chief, rude = await visit(None), await visit(None)
    await moderator(chief, site)
    name = (await sign_up(rude))["player"]["name"]
    report = {"player": name, "text": "unbroken" * 30}
    assert (await chief.context.request.post(f"{chief.base}/api/reports", data=report)).status == 204
    for size, path in (("phone", "/moderation"), ("desk", f"/moderation?person={quote(name)}")):
        await chief.go(path)
        await expect(chief.page.locator("[data-report]").first).to_be_visible()
        assert await everywhere(chief, axe, [size]) == {}, path
        await chief.resize(320, 640)
        assert await sideways(chief) <= 0, path
