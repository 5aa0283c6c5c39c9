"""The layout of Cardinal's Guards on several screens, its response time, and its lessons."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.cardinals_guards.tables import PERFECT, RULES, deal
from tests.browser.visitor import Visit, Visitor

WIDTHS = [320, 360, 768, 1280]
SLOW = 4  # times slower than this machine
PROMPT = 100  # ms from a press to what it shows
TRIES = 5  # the quickest of them counts: the others may have shared the machine
OUT = """() => {
  const parts = ['.board', '.status', '.actions', '.way-n', '.way-s', '.guards-panel .back']
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
TIMED = """async ([place, word]) => {
  const begun = performance.now()
  document.querySelector(`main [data-word="${word}"]`).click()
  document.querySelector(`main [data-sq="${place}"]`).getBoundingClientRect()
  return performance.now() - begun
}"""


@pytest.mark.parametrize(
    ("width", "height", "size"), [(360, 740, "phone"), (1280, 720, "desk"), (1280, 800, "desk")]
)
async def test_board_status_pad_and_actions_are_in_view_together(
    visit: Visit, width: int, height: int, size: str
) -> None:
    visitor = await deal(visit, size=size, moves=33, viewport={"width": width, "height": height})
    for words in ("A", "w b2 a1"):
        await visitor.click_move(words)
        if words == "A" or size == "phone" or height >= 720:
            await expect(visitor.act("back")).to_be_visible()
    assert await visitor.page.evaluate("scrollY") == 0
    assert await visitor.page.evaluate(OUT) == []
    if size == "phone":
        assert await visitor.page.evaluate(UNDER) == 0
        assert await visitor.page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", WIDTHS)
async def test_no_width_scrolls_sideways(visit: Visit, width: int) -> None:
    visitor = await deal(visit, moves=33, viewport={"width": width, "height": 740})
    for words in ("A", "w", "b2", "a1"):
        await visitor.click_move(words)
        assert await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_the_many_moves_of_a_tunnel_are_shown_within_100_ms_on_a_slow_machine(visit: Visit) -> None:
    most = max(range(len(PERFECT)), key=lambda count: sum(move[0] != "p" for move in legal_after(count)))
    visitor = await deal(visit, moves=most)
    client = await visitor.context.new_cdp_session(visitor.page)
    await client.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    words = PERFECT[most].split()[:-1]
    times: list[list[float]] = []
    for _ in range(TRIES):
        times.append([await visitor.page.evaluate(TIMED, ["a1", word]) for word in words])
        for _ in words:
            await visitor.act("back").click()
    assert max(min(tries) for tries in zip(*times, strict=True)) <= PROMPT


def legal_after(count: int) -> tuple[str, ...]:
    game = GAMES[RULES]
    state = game.start(3)
    for move in PERFECT[:count]:
        state = game.apply(state, move)
    return game.legal(state)


LESSONS = [("S e", "S", ["w"]), ("S s - e5 n", "S", ["s", "-", "a1", "n"]), ("C w take", "C", ["s"])]


@pytest.mark.parametrize("number", range(3))
async def test_a_lesson_is_solved_on_the_real_board(visit: Visit, number: int) -> None:
    right, pawn, wrong = LESSONS[number]
    visitor = await visit(f"/help/{RULES}")
    lesson = visitor.page.locator(".lesson").nth(number)
    answer = lesson.locator(".answer")
    for words, sort in (([pawn, *wrong], "no"), (right.split(), "yes")):
        for word in words:
            await lesson.locator(f"[data-word='{word}']:visible:enabled").click()
        await expect(answer).to_have_attribute("data-right", sort)


async def test_help_credits_the_authors_and_separates_their_rules_from_our_rulings(visit: Visit) -> None:
    visitor: Visitor = await visit(f"/help/{RULES}")
    header = "Cardinal's Guards, Copyright © September 2003 by Michael and Stephen Schoessow."
    await expect(visitor.page.locator(".credits")).to_contain_text(header)
    rulings = visitor.page.locator("#help-rulings li")
    assert await rulings.count() >= 6
