"""The happy path on PostgreSQL: the browser sees the same as on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit
from tests.databases import migrated, unreachable
from tests.serving import UNLIMITED, Server, serving

pytestmark = pytest.mark.postgres


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Server]:
    if why := unreachable():
        pytest.skip(why)
    with (
        migrated("postgres", tmp_path) as make,
        make() as url,
        serving(url, tmp_path, **UNLIMITED) as running,
    ):
        yield running


async def test_two_players_pair_in_the_lobby_and_play_to_the_end(postgres: Server, visit: Visit) -> None:
    first, second = await visit("/", at=postgres.url), await visit("/", at=postgres.url)
    button = f"[data-act=play-now][data-rules={TWO.id}]"
    await first.page.click(button)
    await first.at_screen("table")
    await expect(second.page.locator("[data-list=open] li")).to_have_count(1)
    await second.page.click(button)
    people = [first, second]
    for person in people:
        await expect(person.screen).to_have_attribute("data-status", "live")
        await person.connected()
    if await first.screen.get_attribute("data-seat") == "1":
        people.reverse()
    for ply, move in enumerate(line(TWO)):
        turn = int(str(await first.screen.get_attribute("data-turn")))
        await people[turn].click_move(move)
        for person in people:
            await person.at_ply(ply + 1)
    for person in people:
        await expect(person.dialog("over")).to_be_visible()
