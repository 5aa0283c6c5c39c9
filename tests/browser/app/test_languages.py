"""A catalogue of another language is a file; the page takes the browser's language, or the chosen one."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.visitor import Visit

WORDS = {"shell.lobby": "Empfang", "lobby.title": "Ein Spiel wählen"}


@pytest.mark.smoke
async def test_page_speaks_the_language_of_the_browser_or_the_chosen_one(visit: Visit) -> None:
    visitor = await visit(None, locale="de-AT")

    async def translate(route: Route) -> None:
        await route.fulfill(json=WORDS if "/lang/" in route.request.url else {})

    await visitor.page.add_init_script(
        "new MutationObserver(() => { document.documentElement.dataset.languages += ' de' })"
        ".observe(document, { childList: true })"
    )
    await visitor.page.route(re.compile(r"[/.]de\.json$"), translate)
    await visitor.go("/")
    page = visitor.page
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("#nav a[href='/']")).to_have_text("Empfang")
    await expect(page.locator("#nav a[href='/daily']")).to_have_text("Daily")  # not translated: in English
    await visitor.go("/me")
    await page.locator("select[name=language]").select_option("en")
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await expect(page.locator("#nav a[href='/']")).to_have_text("Lobby")
