"""The layout of Cardinal's Guards on several screens, its finale, and its help."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.cardinals_guards.tables import PERFECT, deal
from tests.browser.visitor import Visit

OUT = """() => {
  const parts = ['.board', '.table-head', '.actions', '.way-n', '.way-s', '.guards-panel .back']
  return parts.filter((part) => {
    const box = document.querySelector(`main ${part}`).getBoundingClientRect()
    return !box.width || box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth
  })
}"""
UNDER = """() => {
  const bar = document.querySelector('.actions').getBoundingClientRect().top
  const ways = [...document.querySelectorAll('.guards-panel .way')]
  return ways.filter((one) => one.getBoundingClientRect().bottom > bar).length
}"""
SMALL = """() => [...document.querySelectorAll('.guards-panel button')]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .filter((one) => one.getBoundingClientRect().height < 44)
  .map((one) => one.className)"""


async def test_board_status_pad_and_actions_are_in_view_together(visit: Visit) -> None:
    """In the middle of a move with choices."""
    visitor = await deal(visit, moves=33)
    for window, width, height in (
        ("desk", 1280, 720),
        ("phone", 360, 740),
        ("phone", 844, 390),
        ("phone", 320, 640),
    ):
        await visitor.become(window)
        await visitor.resize(width, height)
        await visitor.click_move("A w b2 a1")
        await expect(visitor.act("back")).to_be_visible()
        assert await visitor.page.evaluate("scrollY") == 0
        assert await visitor.page.evaluate(OUT) == [], (width, height)
        if window == "phone":
            assert await visitor.page.evaluate(UNDER) == 0
            assert await visitor.page.evaluate(SMALL) == []
        for _ in range(4):
            await visitor.act("back").click()


async def test_a_hint_of_two_buttons_leaves_the_dice_in_view_on_a_phone(visit: Visit) -> None:
    visitor = await deal(visit, size="phone")
    best = {"text": "best", "about": ["M s"], "value": {"score": [45]}, "longer": True}
    hint = {"step": 1, "steps": 1, "move": "M s", "told": "M s", **best}
    await visitor.page.route("**/hint", lambda route: route.fulfill(json=hint))
    await visitor.act("hint").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(visitor.act("longer-hint")).to_be_visible()
    shown, strip = [
        await visitor.page.locator(place).bounding_box() for place in ("[data-hint]", ".message-strip")
    ]
    assert shown
    assert strip
    assert shown["height"] <= strip["height"]


async def test_the_button_that_ends_the_game_keeps_its_place_when_there_are_points(visit: Visit) -> None:
    visitor = await deal(visit, size="phone")
    bar = visitor.page.locator(".actions .bar")
    end = bar.locator("[data-act=give-up]")
    await expect(end).to_have_text("Give up")
    before = [await bar.bounding_box(), await end.bounding_box()]
    acts = "all => all.map((one) => one.dataset.act)"
    offered = await bar.locator("[data-act]").evaluate_all(acts)
    for move in PERFECT[:3]:
        await visitor.play(visitor.game, move)
    await expect(end).to_have_text("Finish")
    assert [await bar.bounding_box(), await end.bounding_box()] == before
    assert await bar.locator("[data-act]").evaluate_all(acts) == offered


async def test_a_game_with_points_is_finished_from_the_bar_and_told_by_its_points(visit: Visit) -> None:
    visitor = await deal(visit, size="phone", moves=33)
    points = (await visitor.state(visitor.game))["score"][0]
    finish = visitor.page.locator(".actions .bar [data-act=give-up]")
    await expect(finish).to_have_text("Finish")
    await finish.click()
    asked = visitor.dialog("confirm")
    await expect(asked).to_contain_text(f"Finish with {points} points?")
    await asked.locator("[data-act=confirm]").click()
    over = visitor.dialog("over")
    await expect(over.get_by_role("heading")).to_have_text(f"{points} of 56")
    await expect(over).to_contain_text(f"You stopped at {points} points")
