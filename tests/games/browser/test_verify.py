"""Score verification: the server replays the log, and the page explains how to do it at home."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.crowd import ALONE, finish, plant
from tests.browser.visitor import Visit, Visitor
from tests.serving import Server


async def open_check(visitor: Visitor) -> Locator:
    """Return the dialog of the game whose replay is open."""
    await visitor.more("check")
    dialog = visitor.dialog("check")
    await expect(dialog).to_be_visible()
    return dialog


async def test_anybody_can_verify_a_replay_online_and_reads_how_to_do_it_at_home(visit: Visit) -> None:
    made = await finish(await visit(None), deal=1)
    stranger = await visit(f"/g/{made}")
    dialog = await open_check(stranger)
    found = await stranger.get(f"/api/games/{made}/check")
    assert found["agrees"]
    await expect(dialog.locator("[data-agrees=yes]")).to_be_visible()
    shown = {
        "deal": str(found["deal"]),
        "moves": str(found["moves"]),
        "score": " · ".join(map(str, found["score"])),
    }
    for name, value in shown.items():
        await expect(dialog.locator(f"[data-check={name}]")).to_have_text(value)
    await expect(dialog.locator("[data-check=outcome]")).to_contain_text("gave up")
    async with stranger.page.expect_download() as download:
        await dialog.locator("a[download]").click()
    file = (await download.value).suggested_filename
    await expect(dialog.locator("code")).to_have_text(f"python -m engine replay {file}")


async def test_an_altered_score_of_a_leaderboard_and_an_altered_log_are_reported(
    visit: Visit, site: Server
) -> None:
    visitor, deal = await visit(None), 4000000021
    made = await finish(visitor, deal=deal)
    change = "update standings set score = '52', lead = -52 where game_id = ? and board like '%unaided deal%'"
    plant(site, change, made)
    await visitor.go(f"/leaderboards/{ALONE.id}?deal={deal}")
    await visitor.act("check").click()
    dialog = visitor.dialog("check")
    await expect(dialog.locator("[data-agrees=no]")).to_contain_text("the leaderboard says 52")
    score = (await visitor.state(made))["score"]
    await expect(dialog.locator("[data-check=score]")).to_have_text(str(score[0]))
    plant(site, "update entries set text = 'r1 r1' where game_id = ? and ply = 1", made)
    await visitor.go(f"/g/{made}?ply=0")
    dialog = await open_check(visitor)
    await expect(dialog.locator("[data-agrees=no]")).to_contain_text("at ply 1")


async def test_daily_deal_is_hidden_until_the_player_has_finished_it(visit: Visit) -> None:
    player, stranger = await visit(None), await visit(None)
    made = await finish(player, deal="daily")
    await stranger.go(f"/g/{made}")
    await stranger.at_screen("closed")
    await expect(stranger.screen).to_contain_text("one of today's deals")
    await finish(stranger, deal="daily")
    await stranger.page.reload()
    await stranger.at_screen("replay")
    await stranger.act("first").click()
    await stranger.at_ply(0)
    dialog = await open_check(stranger)
    await expect(dialog.locator("[data-agrees=yes]")).to_be_visible()
