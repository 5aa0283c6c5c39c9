"""Ranks in the result dialog of a solitaire, with links to the leaderboard."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pytest
from playwright.async_api import Locator, Route, expect

from tests.browser.crowd import ALONE, finish, give_up, plant_streak, playable
from tests.browser.visitor import Visit, Visitor
from tests.serving import PATIENCE, Server

MIN_COUNTED_MOVES = 10  # of a solitaire


async def result_dialog(visitor: Visitor, made: str, moves: int = 0, undone: int = 0) -> Locator:
    """Return the result dialog of a game that is resigned while its page is open."""
    await visitor.sit(made)
    await give_up(visitor, made, moves, undone)
    dialog = visitor.dialog("over")
    await expect(dialog).to_be_visible()
    return dialog


async def rank(visitor: Visitor, query: str) -> int:
    own = (await visitor.get(f"/api/leaderboards/{ALONE.id}?{query}"))["own"]
    return int(own["rank"])


def ordinal(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else ends.get(number % 10, 'th')}"


def places(day: int, all_time: int) -> str:
    """Return the ranks of a resigned game, which is first nowhere."""
    ranks = [f"{ordinal(day)} today"] * (day > 1) + [f"{ordinal(all_time)} of all time"] * (all_time > 1)
    return f"{' and '.join(ranks)}." if ranks else ""


# All that the polite region says: a later sentence, as that of the turning point, replaces an earlier one.
SPOKEN = """addEventListener('DOMContentLoaded', () => {
  const region = document.getElementById('live')
  window.spoken = []
  new MutationObserver(() => window.spoken.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true })
})"""


@pytest.mark.parametrize(("undone", "of"), [(0, "clean"), (1, "unaided")])
async def test_result_shows_the_rank_of_the_day_and_of_all_time(undone: int, of: str, visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.page.add_init_script(SPOKEN)
    made = await playable(visitor, MIN_COUNTED_MOVES)
    dialog = await result_dialog(visitor, made, moves=MIN_COUNTED_MOVES, undone=undone)
    day, all_time = await rank(visitor, f"class={of}&period=day"), await rank(visitor, f"class={of}")
    ranks = dialog.locator("[data-ranks]")
    if told := places(day, all_time):
        await expect(ranks).to_contain_text(told)
        async with asyncio.timeout(PATIENCE):
            while told not in await visitor.page.evaluate("window.spoken.join(' ')"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    await expect(ranks.filter(has_text="1st ")).to_have_count(0)
    await expect(ranks.filter(has_text="personal best")).to_have_count(0)
    await dialog.locator("[data-act=board]").click()
    await visitor.at_screen("leaderboards")
    await expect(visitor.page.locator("[data-filter=class][aria-current]")).to_have_attribute(
        "data-value", of
    )
    await expect(visitor.page.locator("[data-own][data-game], [data-own] [data-game]")).to_have_attribute(
        "data-game", made
    )


async def test_result_names_the_player_s_own_best_where_it_is_better(visit: Visit) -> None:
    visitor = await visit(None)
    await finish(visitor, moves=MIN_COUNTED_MOVES, undone=MIN_COUNTED_MOVES)
    more = MIN_COUNTED_MOVES + 1
    dialog = await result_dialog(visitor, await playable(visitor, more), moves=more, undone=more)
    day, all_time = await rank(visitor, "class=unaided&period=day"), await rank(visitor, "class=unaided")
    words = f"Your best is {ordinal(day)} today and {ordinal(all_time)} of all time."
    await expect(dialog.locator("[data-ranks]")).to_contain_text(words)


async def test_game_given_up_after_a_move_has_no_rank_but_ends_the_streak(visit: Visit, site: Server) -> None:
    visitor = await visit(None)
    first = await finish(visitor, moves=MIN_COUNTED_MOVES)
    plant_streak(site, (await visitor.guest())["id"], first, best=7, current=3)
    dialog = await result_dialog(visitor, await playable(visitor, 1), moves=1)
    await expect(dialog.locator("[data-ranks]")).to_have_text("Streak 0, best 7.")


async def test_new_deal_asks_nothing_before_the_first_move_and_then_says_which_streak_ends(
    visit: Visit, site: Server
) -> None:
    visitor = await visit(None)
    first = await finish(visitor, moves=MIN_COUNTED_MOVES)
    plant_streak(site, (await visitor.guest())["id"], first, best=7, current=3)
    seen = await visitor.make(ALONE.id)
    await visitor.sit(seen)
    await visitor.more("new-deal")
    await visitor.page.wait_for_url(lambda url: "/g/" in url and seen not in url)
    await expect(visitor.dialog("confirm")).to_have_count(0)
    moved = await playable(visitor, 1)
    await visitor.sit(moved)
    await visitor.play(moved, (await visitor.state(moved))["legal"][0][0])
    await visitor.at_ply(1)
    await visitor.more("new-deal")
    await expect(visitor.dialog("confirm")).to_contain_text("Your streak of 3 ends.")
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await visitor.page.wait_for_url(lambda url: "/g/" in url and moved not in url)
    own = (await visitor.get(f"/api/leaderboards/{ALONE.id}?kind=streak&class=open"))["own"]
    assert own["score"] == [7, 0]


@pytest.mark.smoke
async def test_result_of_a_chosen_deal_links_to_the_leaderboard_of_the_deal(visit: Visit) -> None:
    visitor, deal = await visit(None), 4000000040
    await finish(visitor, moves=MIN_COUNTED_MOVES, deal=deal)
    name = (await visitor.guest())["name"]
    await visitor.context.clear_cookies()
    made = await visitor.make(ALONE.id, deal=deal)
    dialog = await result_dialog(visitor, made, moves=MIN_COUNTED_MOVES + 1, undone=1)
    await expect(dialog.locator("[data-ranks]")).to_contain_text("2nd on this deal.")
    await expect(dialog.locator("[data-ranks]")).to_contain_text(
        f"{name}, score 6 in {MIN_COUNTED_MOVES} moves."
    )
    await dialog.locator("[data-act=board]").click()
    await expect(visitor.page).to_have_url(re.compile(rf"deal={deal}$"))
    await expect(visitor.page.locator("tbody tr[data-rank]")).to_have_count(2)


async def test_result_of_a_game_from_a_position_has_no_rank(visit: Visit) -> None:
    visitor = await visit(None)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    dialog = await result_dialog(visitor, await visitor.make(ALONE.id, position=ALONE.show(ALONE.start(5))))
    await expect(dialog.locator("[data-act=review]")).to_be_visible()
    await dialog.locator("[data-act=review]").click()
    await visitor.at_screen("replay")
    assert [url for url in asked if "/api/leaderboards/" in url] == []


async def test_result_of_the_daily_deal_links_to_the_leaderboard_of_the_day(visit: Visit) -> None:
    visitor = await visit(None)
    made = await visitor.make(ALONE.id, deal="daily")
    for _ in range(MIN_COUNTED_MOVES):
        await visitor.play(made, (await visitor.state(made))["legal"][0][0])
        await visitor.post(f"/api/games/{made}/undo", ply=(await visitor.state(made))["ply"])
    dialog = await result_dialog(visitor, made)
    await dialog.locator("[data-act=board]").click()
    await visitor.at_screen("leaderboards")
    await expect(visitor.page.locator("h2")).to_contain_text("The deal of")
    await expect(visitor.act("play-now")).to_have_text("Play today's deal")
    stranger = await visit(visitor.page.url.removeprefix(visitor.base))
    await stranger.act("play-now").click()
    await stranger.at_screen("table")
    mine = (await stranger.get("/api/daily"))["mine"][ALONE.id]
    assert mine["game"] == stranger.game


@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_result_is_shown_without_ranks_when_the_leaderboards_fail(size: str, visit: Visit) -> None:
    visitor = await visit(None, size=size)
    visitor.excuse("status of 503")

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503, json={"error": {"code": "try_again", "detail": {}}})

    await visitor.page.route("**/api/leaderboards/**", refuse)
    made = await visitor.make(ALONE.id)
    async with visitor.page.expect_response("**/api/leaderboards/*?kind=streak*"):
        dialog = await result_dialog(visitor, made)
    for act in ("new-deal", "same-deal", "review", "share"):
        await expect(dialog.locator(f"[data-act={act}]")).to_be_enabled()
    await expect(dialog.locator("[data-ranks]")).to_have_count(0)
    await dialog.locator("[data-act=review]").click()
    await visitor.at_screen("replay")


async def _hold(answered: asyncio.Event, route: Route) -> None:
    await answered.wait()
    await route.continue_()


async def test_ranks_that_arrive_late_move_no_button_of_the_result(visit: Visit) -> None:
    """At a desk, on a phone, and on a phone held sideways."""
    for size in (
        {"width": 1280, "height": 800},
        {"width": 360, "height": 740},
        {"width": 740, "height": 360},
    ):
        visitor = await visit(None, viewport=size)
        answered = asyncio.Event()

        made = await playable(visitor, MIN_COUNTED_MOVES)
        await visitor.page.route("**/api/leaderboards/**", partial(_hold, answered))
        dialog = await result_dialog(visitor, made, moves=MIN_COUNTED_MOVES)
        buttons = dialog.locator(".dialog-actions > *")
        before = [await button.bounding_box() for button in await buttons.all()]
        assert len(before) > 2
        answered.set()
        await expect(dialog.locator("[data-ranks]")).to_be_attached()
        assert [await button.bounding_box() for button in await buttons.all()] == before, size
