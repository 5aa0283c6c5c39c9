"""Settings of an account: name, password, sign-ins, tokens, blocked people, personal data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
from playwright.async_api import Locator, Route, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import PASSWORD, new_name, sign_up

REFUSAL_IN_CONSOLE = "Failed to load resource"


async def part(visitor: Visitor, name: str) -> Locator:
    """Open a part of the account."""
    found = visitor.page.locator(f"[data-part={name}]")
    await found.locator("summary").click()
    await expect(found.locator(".part-body > *").first).to_be_visible()
    return found


async def later_only(visitor: Visitor) -> None:
    """Ask for another name; the server answers when a new name is possible."""

    async def refuse(route: Route) -> None:
        detail = {"rule": "renames", "next": 4_000_000_000_000}
        await route.fulfill(status=429, json={"error": {"code": "too_many", "detail": detail}})

    visitor.excuse(REFUSAL_IN_CONSOLE)
    await visitor.page.route("**/api/me", refuse)
    naming = visitor.page.locator("[data-part=name]")
    await visitor.act("rename").click()
    await expect(naming.locator("[data-field=name] .error")).to_contain_text("You can choose a new one from")
    await expect(naming.locator("[data-field=name] .error")).to_contain_text("2096")
    await visitor.page.unroute("**/api/me")


async def test_name_and_password_are_changed_and_other_browsers_signed_out(visit: Visit) -> None:
    visitor, elsewhere = await visit(None), await visit(None)
    name, later = new_name(), new_name()
    await sign_up(visitor, name)
    for _ in range(2):
        await elsewhere.context.clear_cookies()
        await elsewhere.post("/api/logins", name=name, password=PASSWORD)
    await visitor.go("/settings")
    sessions = await part(visitor, "sessions")
    await expect(sessions.locator("[data-session]")).to_have_count(3)
    await sessions.locator("[data-act=end-session]").first.click()
    await expect(sessions.locator("[data-session]")).to_have_count(2)
    await expect(sessions.locator("summary")).to_be_focused()
    naming = await part(visitor, "name")
    await naming.locator("input").fill(later)
    await visitor.act("rename").click()
    await expect(naming.locator(".detail")).to_have_text("Saved.")
    await expect(visitor.page.locator("#my-name")).to_have_text(later)
    await later_only(visitor)
    secret = await part(visitor, "password")
    visitor.excuse(REFUSAL_IN_CONSOLE)
    await secret.locator("[name=old]").fill("not it at all")
    await secret.locator("[name=password]").fill("another long secret")
    await visitor.act("change-password").click()
    await expect(secret.locator("[data-field=old] .error")).to_contain_text("not your password")
    await secret.locator("[name=old]").fill(PASSWORD)
    await visitor.act("change-password").click()
    await expect(secret.locator(".detail")).to_contain_text("changed")
    await visitor.go("/settings")
    sessions = await part(visitor, "sessions")
    await expect(sessions.locator("[data-session]")).to_have_count(1)
    await visitor.act("sign-out-everywhere").click()
    await visitor.at_screen("lobby")
    assert not (await visitor.get("/api/me"))["player"].get("account")


async def test_a_token_is_shown_once_serves_a_program_and_can_be_ended(visit: Visit) -> None:
    visitor = await visit(None)
    name = (await sign_up(visitor))["player"]["name"]
    await visitor.go("/settings")
    tokens = await part(visitor, "tokens")
    await visitor.act("create-token").click()
    await expect(tokens.locator("[data-field=token] .error")).to_be_visible()
    await tokens.locator("[name=token]").fill("my bot")
    await tokens.locator("[name=play]").uncheck()
    await visitor.act("create-token").click()
    token = await tokens.locator(".secret code").inner_text()
    async with httpx.AsyncClient(base_url=visitor.base, headers={"authorization": f"Bearer {token}"}) as bot:
        assert (await bot.get("/api/me")).json()["player"]["name"] == name
        assert (await bot.post("/api/games", json={"rules": TWO.id})).status_code == 403
        await visitor.page.reload()
        await visitor.ready()
        tokens = await part(visitor, "tokens")
        rows = tokens.locator("[data-token]")
        await expect(rows).to_contain_text(["my bot", "From before you signed up"])
        await expect(tokens.locator(".secret")).to_have_count(0)
        await rows.filter(has_text="my bot").locator("[data-act=end-token]").click()
        await expect(rows).to_have_count(1)
        await expect(rows).to_contain_text("From before you signed up")
        assert (await bot.get("/api/me")).status_code == 401


async def test_data_can_be_taken_out_and_the_account_deleted_for_ever(visit: Visit) -> None:
    visitor, other = await visit(None), await visit(None)
    name = (await sign_up(visitor))["player"]["name"]
    game = await visitor.make(TWO.id, seat=0)
    await other.join(game)
    for move, person in zip(line(TWO)[:2], (visitor, other), strict=True):
        await person.play(game, move)
    await visitor.go("/settings")
    await part(visitor, "data")
    async with visitor.page.expect_download() as started:
        await visitor.act("data").click()
    file = await (await started.value).path()
    assert name in json.dumps(json.loads(_read(file)))
    leaving = await part(visitor, "delete")
    visitor.excuse(REFUSAL_IN_CONSOLE)
    await leaving.locator("[name=password]").fill("not it at all")
    await visitor.act("delete-account").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(leaving.locator("[data-field=password] .error")).to_be_visible()
    await leaving.locator("[name=password]").fill(PASSWORD)
    await visitor.act("delete-account").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await visitor.at_screen("lobby")
    await other.go("/me")
    row = other.page.locator(f"[data-list=ended] li[data-game='{game}']")
    await expect(row).to_contain_text("a former player")
    await expect(row.locator("a[href*='/people/']")).to_have_count(0)


async def test_a_guest_is_told_what_an_account_is_for_and_can_delete_what_is_kept(visit: Visit) -> None:
    visitor = await visit(None)
    name = (await visitor.guest())["name"]
    await visitor.go("/settings")
    await expect(visitor.page.locator(".account-part")).to_contain_text("An account keeps them")
    await expect(visitor.page.locator(".account-part a[href*='tab=sign-up']")).to_be_visible()
    await expect(visitor.page.locator("[data-part=password]")).to_have_count(0)
    await part(visitor, "delete")
    await visitor.act("delete-account").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await visitor.at_screen("lobby")
    await expect(visitor.page.locator("#my-name")).not_to_have_text(re.compile(name))


def _read(file: Path) -> str:
    return Path(file).read_text()
