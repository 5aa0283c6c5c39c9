"""The card table of Four Horsemen: its space in every window, drawing to a pair, dragging."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import ViewportSize, expect

from tests.browser import pointer
from tests.browser.four_horsemen.tables import FAMILY, OPEN, STACKS, position, table, tap
from tests.browser.visitor import Visit, Visitor

# Windows, and the share of their height that the board has at least.
WINDOWS: list[tuple[ViewportSize, float]] = [
    ({"width": 1280, "height": 800}, 0.85),
    ({"width": 820, "height": 1180}, 0.8),
    ({"width": 390, "height": 844}, 0.7),
    ({"width": 360, "height": 740}, 0.7),
    ({"width": 320, "height": 640}, 0.7),
    ({"width": 740, "height": 360}, 0.9),
]
PLACES = "[data-sq], .held > *, .sign, .chip, .play, .pair-draw, .head-stacks, .deck .caption"
# What reaches beyond the board, is too small to be pressed, or has another thing at its middle.
MISPLACED = """(selector) => {
  const board = document.querySelector('.board').getBoundingClientRect()
  const bar = document.querySelector('.actions').getBoundingClientRect()
  const floor = bar.width > innerWidth / 2 ? Math.min(innerHeight, bar.top) : innerHeight
  const bad = []
  if (board.top < 0 || board.bottom > floor + 1 || board.right > innerWidth) bad.push('board')
  for (const node of document.querySelectorAll(`.board :is(${selector})`)) {
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect()
    const name = node.dataset.sq ?? node.dataset.card ?? node.className
    const inside = left >= board.left - 1 && right <= board.right + 1
    if (!inside || top < board.top - 1 || bottom > board.bottom + 1) bad.push(`${name} reaches out`)
    if (!node.matches('button')) continue
    if (width < 24 || height < 24) bad.push(`${name} is small`)
    const beside = node.matches('.held > *') ? 10 : width / 2
    const under = document.elementFromPoint(left + beside, top + height / 2)
    if (!node.contains(under) && !under?.closest('.chip')) bad.push(`${name} is covered`)
  }
  return bad
}"""
# What cards of the hand count, where a text reaches into the next one's.
CROWDED = """() => {
  const texts = [...document.querySelectorAll('.held .counts')].filter((one) => one.checkVisibility())
  const boxes = texts.map((one) => one.getBoundingClientRect())
  return boxes.slice(1).filter((box, index) => box.left < boxes[index].right).map((box) => box.left)
}"""
# Captions of stacks whose end is cut off.
CUT = """() => [...document.querySelectorAll('.stack .caption')]
  .filter((one) => one.scrollWidth > one.clientWidth + 2)
  .map((one) => one.outerHTML)"""


async def test_the_whole_table_is_in_view_and_large_in_every_window(visit: Visit) -> None:
    """With all stacks and a sum begun, and with a hand of eight cards without stacks."""
    horsemen = "4C2S,8DXH,QC7D,JS3D"
    full = position(horsemen, STACKS, "KS", "7S8S6HKDKC", left=3)
    visitor, _ = await table(visit, full)
    await tap(visitor, "9S", "*", "5D")
    for window, share in WINDOWS:
        await visitor.resize(**window)
        assert await visitor.page.evaluate(MISPLACED, PLACES) == [], window
        assert await visitor.page.evaluate(CUT) == [], window
        box = await visitor.page.locator(".board").bounding_box()
        assert box
        assert box["height"] >= share * window["height"], window
        await expect(visitor.page.locator(".head-stacks")).to_contain_text("5 of 6")
        await expect(visitor.square("deck").locator("[data-text='3 cards left']")).to_be_visible()
    await visitor.sit(await visitor.make(FAMILY, position=position(horsemen, hand="9HQHKH4H9D6DAC4S")))
    for window, _ in WINDOWS:
        await visitor.resize(**window)
        assert await visitor.page.evaluate(MISPLACED, ".held > *, .deck, .reserve") == [], window
        assert await visitor.page.evaluate(CROWDED) == [], window


CUT_WARNINGS = """() => {
  const texts = [...document.querySelectorAll('.board [data-warning]')]
    .filter((one) => one.textContent && one.checkVisibility())
  const box = (one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getBoundingClientRect()
  }
  const boxes = texts.map(box)
  const isCut = (one) =>
    box(one).right > one.closest('p').getBoundingClientRect().right + 1
    || one.scrollWidth > one.clientWidth + 1
  const [first, second] = boxes
  const inOneLine = second && first.top < second.bottom && second.top < first.bottom
  const overlap = inOneLine && first.right > second.left
  return [texts.length > 0, texts.filter(isCut).map((one) => one.textContent), Boolean(overlap)]
}"""


async def test_no_warning_on_the_table_is_cut_or_covers_another_one(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN, left=2))
    for width, height in ((1280, 800), (390, 844), (844, 390), (320, 640)):
        await visitor.resize(width, height)
        assert await visitor.page.evaluate(CUT_WARNINGS) == [True, [], False], (width, height)


async def test_one_press_draws_to_a_pair_and_asks_before_the_last_card(visit: Visit) -> None:
    start = position("4C2S,8D6H,QC7D,-", "-", "KS", "-", deck="7S8H9S3D", left=4)
    visitor, game = await table(visit, start)
    hint = visitor.page.locator(".hint")
    await visitor.word("draw").click()
    await expect(hint).to_have_text("Waits for another spade.")
    await visitor.act("draw-pair").click()
    await visitor.at_ply(3)
    await expect(hint).to_have_text("Choose the top: tap a bracketed card.")
    assert [(sent["move"], sent["ply"]) for sent in visitor.sent] == [("draw", ply) for ply in range(3)]
    await visitor.page.locator("[data-card='9S']").press("Shift+D")
    await visitor.told("live", "holds a pair already")
    await visitor.page.locator("[data-move='play 9S']").click()
    await visitor.at_ply(4)
    await visitor.act("draw-pair").click()
    await expect(visitor.page.locator(".asked")).to_contain_text("This is the last card.")
    await expect(visitor.act("confirm")).to_have_text("Draw")
    assert len(visitor.sent) == 4
    await visitor.act("cancel").click()
    assert (await visitor.state(game))["ply"] == 4


async def drag(visitor: Visitor, source: str, target: str, *, drop: bool = True) -> None:
    """Drag from one place of the board to another."""
    start, end = [visitor.page.locator(f".board {place}") for place in (source, target)]
    await pointer.drag(visitor, start, end, drop=drop)


async def test_stacks_cards_and_chips_are_dragged_and_a_press_beside_the_signs_closes_them(
    visit: Visit,
) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    signs = visitor.page.locator("[data-sign]")
    value = visitor.page.locator(".live")
    await drag(visitor, "[data-sq=s1]", "[data-sq=s2]", drop=False)
    await visitor.page.keyboard.press("Escape")
    await visitor.page.mouse.up()
    await expect(signs).to_have_count(0)
    await drag(visitor, "[data-sq=s1]", "[data-sq=s2]")
    await expect(signs).to_have_count(4)
    await visitor.page.locator(".ring").click(position={"x": 10, "y": 200})
    await expect(signs).to_have_count(0)
    await expect(value).to_have_attribute("data-idle", "")
    await drag(visitor, "[data-sq=s1]", "[data-sq=s2]")
    await visitor.page.locator("[data-sign='*']").click()
    await expect(value).to_have_attribute("data-value", "45")
    await drag(visitor, ".chip", "[data-sq=s3]")
    await visitor.page.locator("[data-sign='-']").click()
    await expect(value).to_have_attribute("data-value", "42")
    assert visitor.sent == []
    await drag(visitor, ".chip", "[data-sq=h1]")
    await visitor.at_ply(1)
    assert [sent["move"] for sent in visitor.sent] == ["beat h1 (9S*5D)-3H"]


async def test_a_finger_drags_a_stack_and_a_card_of_the_hand(visit: Visit) -> None:
    visitor, game = await table(visit, position(OPEN[0], "9S<4HAD,5D<6D", "KS", "7S8S6C"), size="phone")
    touch = await pointer.finger(visitor)

    async def drag_by_finger(source: str, target: str) -> None:
        for kind, place in (("touchStart", source), ("touchMove", target)):
            await touch(kind, await pointer.middle(visitor.page.locator(f".board {place}")))
        await touch("touchEnd")

    await drag_by_finger("[data-sq=s1]", "[data-sq=s2]")
    await expect(visitor.page.locator("[data-sign]")).to_have_count(4)
    await visitor.page.keyboard.press("Escape")
    await drag_by_finger("[data-card='8S']", "[data-sq=s4]")
    await visitor.at_ply(1)
    assert (await visitor.state(game))["view"]["stacks"][2]["top"] == "8S"


async def test_the_signs_take_the_focus_and_the_board_has_it_after_them(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    press = visitor.page.keyboard.press
    focused = visitor.page.locator(":focus")
    await drag(visitor, "[data-sq=s1]", "[data-sq=s2]")
    await expect(focused).to_have_attribute("data-sign", "+")
    await press("Escape")
    await expect(visitor.page.locator("[data-sign]")).to_have_count(0)
    await expect(focused).to_have_attribute("data-sq", re.compile("."))
    await drag(visitor, "[data-sq=s1]", "[data-sq=s2]")
    await press("Enter")
    await expect(focused).to_have_attribute("data-part", "(9S+5D)")
    assert visitor.sent == []


FIXED = "[data-sq], .held, .play, .pair-draw, .hint"
BOXES = """(selector) => [...document.querySelectorAll(`.board :is(${selector})`)].map((node) => {
  const { left, top, width, height } = node.getBoundingClientRect()
  return [left, top, width, height].map(Math.round)
})"""


async def test_nothing_moves_when_the_second_stack_opens_the_sums(visit: Visit) -> None:
    visitor, _ = await table(visit, position("4C2S,8D6H,QC7D,-", "9S<4H", "KS", "5D6D", left=9))
    sums = visitor.page.locator(".signs")
    await expect(sums).to_be_hidden()
    before: list[Any] = await visitor.page.evaluate(BOXES, FIXED)
    await visitor.page.locator("[data-move='play 5D']").click()
    await visitor.at_ply(1)
    await expect(sums).to_be_visible()
    await tap(visitor, "9S", "*", "5D")
    await visitor.page.wait_for_function("() => !document.getAnimations().length")
    after: list[Any] = await visitor.page.evaluate(BOXES, FIXED)
    assert [box[:2] for box in after] == [box[:2] for box in before]
    assert after == before
