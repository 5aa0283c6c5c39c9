"""The table of a game added to a copy of the tree, and its pages after the game was removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visit
from tests.serving import UNLIMITED, command, serving
from tests.sixth_game import ADDED, add_game, copy_tree, remove_game


@pytest.mark.slow
async def test_an_added_game_is_played_by_clicks_and_a_removed_one_is_not_found(
    visit: Visit, tmp_path: Path
) -> None:
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
        await expect(page.get_by_text("That is the sum.").first).to_be_visible()
        await page.close()

    remove_game(copy, ADDED)
    with serving(url, tmp_path, root=copy, **UNLIMITED) as server:
        visitor = await visit(None, at=server.url)
        visitor.excuse("status of 404")
        for path in (f"/g/{game}", f"/new/{ADDED}", f"/help/{ADDED}", f"/leaderboards/{ADDED}"):
            await visitor.go(path)
            await expect(visitor.screen).to_have_attribute("data-error", "lost")
        await visitor.go("/")
        await visitor.at_screen("lobby")
        await visitor.page.close()
