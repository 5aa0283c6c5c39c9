"""A player's statistics, as numbers and charts, on their own page and on the public one."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.async_api import Locator, Response, expect

from tests.browser.crowd import ALONE, finish
from tests.browser.visitor import Visit, Visitor

Rows = list[list[str]]


def statistics_of(visitor: Visitor, rules: str = ALONE.id) -> Locator:
    """Return the section of the statistics about this game."""
    return visitor.page.locator(f"[data-figures={rules}]")


async def rows(table: Locator) -> Rows:
    """Return the texts of a table's body."""
    texts: Rows = await table.locator("tbody tr").evaluate_all(
        "all => all.map(row => [...row.children].map(cell => cell.textContent))"
    )
    return texts


@pytest.mark.smoke
async def test_statistics_of_a_solitaire_stand_beside_everybodys(visit: Visit) -> None:
    visitor = await visit(None)
    for _ in range(2):
        await finish(visitor)
    again = (await visitor.state(await finish(visitor)))["deal"]
    await finish(visitor, deal=again)
    asked: list[Response] = []
    visitor.page.on("response", lambda answer: asked.append(answer))
    await visitor.go("/me")
    await expect(visitor.page.locator("[data-list=badges] [data-badge='clean.10']")).to_have_count(1)
    table = statistics_of(visitor).get_by_role("table").first
    mine, everybody = [
        await next(one for one in asked if one.url.endswith(end)).json()
        for end in (f"/{ALONE.id}?player={(await visitor.guest())['id']}", f"/{ALONE.id}")
    ]
    found = {name: values for name, *values in await rows(table)}
    assert (mine["played"], mine["rehearsed"]) == (3, 1)
    assert found["Played"] == ["3", f"{everybody['played']:,}"]
    assert found["Rehearsals"] == ["1", f"{everybody['rehearsed']:,}"]
    assert found["Best score of all deals, chosen ones too"] == [
        " · ".join(map(str, one["best"])) for one in (mine, everybody)
    ]
    assert [float(text) for text in found["Average points"]] == [
        pytest.approx(one["average"], abs=0.051) for one in (mine, everybody)
    ]
    assert found["Won"][0] == "0 (0%)"
    assert found["Current streak"][0] == found["Longest streak"][0] == "0"


async def test_public_page_has_statistics_and_nothing_of_the_own_page(visit: Visit) -> None:
    person, stranger = await visit(None), await visit(None)
    await finish(person)
    name = (await person.guest())["name"]
    await person.go("/me")
    await person.page.locator(f"main a[href='/people/{quote(name, safe='')}']").click()
    await expect(person.page.locator("main a[href='/me']")).to_be_visible()
    await stranger.go(f"/people/{quote(name)}")
    await stranger.at_screen("person")
    await expect(stranger.page.locator(".lead")).to_contain_text("Member since")
    await expect(statistics_of(stranger).locator("thead th").nth(1)).to_have_text(name)
    await expect(stranger.page.locator("main a[href='/me']")).to_have_count(0)
    await expect(stranger.page.get_by_role("switch")).to_have_count(0)
