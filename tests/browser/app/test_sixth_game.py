"""The table of a game added to a copy of the tree."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.browser.visitor import Visit
from tests.serving import UNLIMITED, command, serving
from tests.sixth_game import ADDED, add_game, copy_tree


async def test_an_added_game_is_played_by_clicks(visit: Visit, tmp_path: Path) -> None:
    copy, url = copy_tree(tmp_path), f"sqlite:///{tmp_path / 'games.db'}"
    add_game(copy)
    migrated = command("migrate", root=copy, database_url=url)
    assert migrated.returncode == 0, migrated.stderr
    with serving(url, tmp_path, root=copy, **UNLIMITED) as server:
        visitor = await visit(f"/help/{ADDED}", at=server.url)
        page = visitor.page
        await expect(page.get_by_text("say the sum of those that you kept")).to_be_visible()
        game = await visitor.make(ADDED)
        await visitor.sit(game)
        await page.locator("[data-move=draw]").click()
        keep = page.locator("[data-move^='keep ']")
        card = ((await keep.get_attribute("data-move")) or "").removeprefix("keep ")
        await keep.click()
        await visitor.at_ply(2)
        await page.get_by_label("A number").fill(card)
        await page.get_by_role("button", name="Say it").click()
        await visitor.at_ply(3)
        await expect(visitor.dialog("over")).to_contain_text("That is the sum.")
        await page.close()  # while the server is there to leave
