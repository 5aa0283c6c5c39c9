"""The table of Beleaguered Castle: deals and their links, the end, a stuck game, long rows, finding cards."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

from playwright.async_api import expect

from engine import GAMES
from tests.browser.beleaguered_castle.tables import (
    LONG,
    NEARLY_STUCK,
    SOLUTIONS,
    STRICT,
    cards,
    deal,
    position,
    shown,
)
from tests.browser.table.geometry import do_not_touch
from tests.browser.visitor import Visit
from tests.databases import migrated
from tests.serving import UNLIMITED, serving

CLIPBOARD = "() => navigator.clipboard.readText()"
GRANTED: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"]}


async def test_the_link_of_a_deal_gives_another_player_the_same_cards(visit: Visit) -> None:
    first = await deal(visit, 4294967295, **GRANTED)
    await expect(first.page.locator("[data-tally=deal]")).to_have_text("4294967295")
    await first.more("share")
    await expect(first.page.locator("#live")).to_contain_text("Link copied.")
    link = str(await first.page.evaluate(CLIPBOARD))
    assert link == f"{first.base}/new/{STRICT}?deal=4294967295"
    second = await visit(link.removeprefix(first.base))
    await second.act("create").click()
    await second.at_screen("table")
    assert second.game != first.game
    assert await shown(second) == await shown(first)


async def test_the_word_random_can_be_typed_as_the_deal(visit: Visit) -> None:
    visitor = await visit(f"/new/{STRICT}")
    await visitor.page.get_by_label("Deal", exact=True).fill("random")
    await visitor.act("create").click()
    await visitor.at_screen("table")
    assert isinstance((await visitor.state(visitor.game))["deal"], int)


async def test_the_form_of_a_new_game_offers_every_deal_with_both_rules(visit: Visit) -> None:
    visitor = await visit(f"/new/{STRICT}?deal=daily")
    page, field = visitor.page, visitor.page.get_by_label("Deal", exact=True)
    await expect(field).not_to_have_value("")
    for rules in SOLUTIONS:
        for option, value in GAMES[rules].options.items():
            await page.locator(f"input[name=option-{option}][value={value}]").check()
        await expect(page.locator(".chosen")).to_have_attribute("data-rules", rules)
        assert re.search(f"/new/{rules}($|[?])", page.url)
    assert not GAMES[rules].daily
    await expect(field).to_have_value("")


async def test_giving_up_and_a_new_deal_need_confirmation(visit: Visit) -> None:
    visitor = await deal(visit, 7, moves=3)
    for act in ("give-up", "new-deal", "same-deal"):
        await visitor.more(act)
        asked = visitor.dialog("confirm")
        await expect(asked).to_be_visible()
        pressed = visitor.act(act if await visitor.act(act).count() else "more")
        assert await do_not_touch(pressed, asked.locator("[data-act=confirm]"))
        await visitor.page.keyboard.press("Escape")
        await expect(asked).to_have_count(0)
    await visitor.more("give-up")
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    over = visitor.dialog("over")
    await expect(over).to_contain_text("You gave up.")
    score = (await visitor.state(visitor.game))["score"][0]
    await expect(over).to_contain_text(f"Score: {score} of 52.")
    await over.locator("[data-act=same-deal]").click()
    await visitor.at_ply(0)
    await expect(visitor.page.locator("[data-tally=deal]")).to_have_text("7")


async def test_the_result_and_the_deal_are_shared_after_the_end(visit: Visit) -> None:
    number, moves = next(iter(SOLUTIONS[STRICT].items()))
    visitor = await deal(visit, int(number), moves=len(moves) - 1, **GRANTED)
    await visitor.click_move(moves[-1])
    await expect(visitor.dialog("over").locator("[data-ranks]")).to_be_attached()  # it is said, too
    await expect(visitor.dialog("over").locator("[data-number]")).to_have_text(f"{len(moves)} moves")
    await visitor.dialog("over").locator("[data-act=share]").click()
    await expect(visitor.page.locator("#live")).to_contain_text("Result and link copied.")
    text = str(await visitor.page.evaluate(CLIPBOARD))
    assert text.startswith(f"Beleaguered Castle: Solved. Score 52 of 52, {len(moves)} moves, 0:")
    assert f"\n♠ {13 * '🟩'}\n" in text
    assert text.endswith(f"\n{visitor.base}/new/{STRICT}?deal={number}")


async def test_a_stuck_game_says_so_stays_live_and_offers_ways_back(visit: Visit) -> None:
    visitor = await position(visit, NEARLY_STUCK)
    offers = visitor.page.locator(".stuck-offers")
    await expect(offers).to_be_hidden()
    for ply, move in enumerate(("r1 r7", "r2 r8"), 1):
        await visitor.click_move(move)
        await visitor.at_ply(ply)
    await expect(visitor.page.locator(".status")).to_contain_text("No moves left")
    await expect(visitor.page.locator("[data-word]")).to_have_count(0)
    await expect(visitor.screen).to_have_attribute("data-status", "live")
    await offers.locator("[data-offer=choice]").click()
    await visitor.at_ply(4)
    assert (await visitor.state(visitor.game))["told"] == []
    await expect(offers).to_be_hidden()


async def test_a_game_survives_a_restart_of_the_server_and_is_listed_in_the_lobby(
    tmp_path: Path, visit: Visit
) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url:
        with serving(url, tmp_path, **UNLIMITED) as running:
            visitor = await visit(None, at=running.url)
            made = await visitor.make(STRICT, deal=7)
            await visitor.sit(made)
            for move in SOLUTIONS[STRICT]["7"][:3]:
                await visitor.click_move(move)
            await visitor.at_ply(3)
            lying = await shown(visitor)
            port = int(running.url.rsplit(":", 1)[1])
            await visitor.page.goto("about:blank")
        with serving(url, tmp_path, port=port, **UNLIMITED):
            await visitor.go("/")
            await visitor.page.locator(f"[data-list=mine] [data-game='{made}'] a").click()
            await visitor.at_screen("table")
            await visitor.connected()
            assert await shown(visitor) == lying
            await visitor.click_move(SOLUTIONS[STRICT]["7"][3])
            await visitor.at_ply(4)
            await visitor.page.goto("about:blank")


async def test_a_held_key_marks_the_cards_of_a_rank_or_suit_and_says_where_they_lie(visit: Visit) -> None:
    visitor = await deal(visit, 2)
    await visitor.square("r1").focus()
    keyboard = visitor.page.keyboard
    for key, found in (("5", 4), ("0", 4), ("q", 4), ("h", 13)):
        await keyboard.down(key)
        await expect(cards(visitor, "[data-found]")).to_have_count(found)
        await keyboard.up(key)
        await expect(cards(visitor, "[data-found]")).to_have_count(0)
    await keyboard.press("a")
    live = visitor.page.locator("#live")
    await expect(live).to_contain_text("ace of clubs in the foundation of clubs")


async def test_no_strip_is_narrower_than_18_pixels_and_a_long_row_folds_and_opens(visit: Visit) -> None:
    visitor = await position(visit, LONG, size="phone")
    script = """all => all.map(one => [...one.querySelectorAll('[data-piece]')].map(card => {
      const box = card.getBoundingClientRect()
      return [box.left, box.top, box.right]
    }))"""

    async def strips() -> list[float]:
        rows = await visitor.squares("[data-tag]").evaluate_all(script)
        return [b[0] - a[0] for row in rows for a, b in itertools.pairwise(row) if a[1] == b[1]]

    fold = visitor.square("r1").locator("[data-fold]")
    await expect(fold).to_be_visible()
    narrow = [strip for strip in await strips() if strip < 17.9]
    assert len(narrow) == int(str(await fold.get_attribute("data-fold")))
    await fold.tap()
    await expect(fold).to_have_count(0)
    await visitor.page.wait_for_function("() => !document.getAnimations().length")
    assert [strip for strip in await strips() if strip < 17.9] == []
    right = await visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert right <= 0
    await visitor.square("r7").tap()
    assert visitor.sent == []
    await visitor.word("r8").tap()
    await visitor.at_ply(1)
    await expect(fold).to_be_visible()
