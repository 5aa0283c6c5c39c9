"""The layout of Cardinal's Guards on several screens, its response time, and its lessons."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.cardinals_guards.tables import LAST_OUT, PERFECT, RULES, deal, position
from tests.browser.finales import hold_finale
from tests.browser.visitor import Visit, Visitor

SLOWDOWN = 4  # compared with this machine
RESPONSE_MS = 3 * 100  # from a press to its effect: three times the promise
TRIES = 5  # the quickest of them counts: the others may have shared the machine
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


SIZES = """() => {
  const { width, right, bottom } = document.querySelector('.squares').getBoundingClientRect()
  const [tile, ring] = ['a1', 'a1w'].map((place) =>
    document.querySelector(`main [data-sq=${place}]`).getBoundingClientRect().width)
  return { width, right, bottom, tile, ring, sideways: document.documentElement.scrollWidth - innerWidth }
}"""


async def test_the_castle_grows_with_the_window_and_its_ring_is_half_as_deep_as_a_tile(visit: Visit) -> None:
    visitor = await deal(visit, moves=33)
    await visitor.click_move("A w b2 a1")
    for width, height, least in (
        (1280, 800, 690),
        (1920, 1080, 810),
        (768, 1024, 740),
        (360, 740, 344),
        (320, 640, 300),
        (740, 360, 300),
        (640, 400, 350),
    ):
        await visitor.resize(width, height)
        found = await visitor.page.evaluate(SIZES)
        assert found["sideways"] <= 0
        assert found["width"] >= least
        assert found["right"] <= width
        assert found["bottom"] <= height
        assert found["ring"] == pytest.approx(found["tile"] / 2)


async def test_a_key_ends_the_ride_out_of_the_castle(visit: Visit) -> None:
    visitor = await position(visit, LAST_OUT, reduced_motion="no-preference")
    await hold_finale(visitor)
    await visitor.click_move("A n")
    await expect(visitor.page.locator(".actor").first).to_be_attached()
    await expect(visitor.dialog("over")).to_have_count(0)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".actor")).to_have_count(0)
    await expect(visitor.dialog("over")).to_contain_text("All four musketeers have escaped.")


async def test_the_many_moves_of_a_tunnel_are_shown_at_once_on_a_slow_machine(visit: Visit) -> None:
    most = max(range(len(PERFECT)), key=lambda count: sum(move[0] != "p" for move in legal_after(count)))
    visitor = await deal(visit, moves=most)
    client = await visitor.context.new_cdp_session(visitor.page)
    await client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    words = PERFECT[most].split()[:-1]
    times: list[list[float]] = []
    for _ in range(TRIES):
        times.append([await visitor.page.evaluate(TIMED, ["a1", word]) for word in words])
        for _ in words:
            await visitor.act("back").click()
    assert max(min(tries) for tries in zip(*times, strict=True)) <= RESPONSE_MS


def legal_after(count: int) -> tuple[str, ...]:
    game = GAMES[RULES]
    state = game.start(3)
    for move in PERFECT[:count]:
        state = game.apply(state, move)
    return game.legal(state)


LESSONS = [
    ("S e", "S w"),
    ("S s - e5 n", "S s - a1 n"),
    ("C w take", "C s"),
    ("put A d4", "put A e4"),
    ("A n", "A s"),
]


async def test_the_lessons_are_solved_on_the_real_board(visit: Visit) -> None:
    visitor = await visit(f"/help/{RULES}")
    lessons = visitor.page.locator(".lesson")
    await expect(lessons).to_have_count(len(LESSONS))
    for number, (right, wrong) in enumerate(LESSONS):
        lesson = lessons.nth(number)
        for move, sort in ((wrong, "no"), (right, "yes")):
            for word in move.split():
                await lesson.locator(f"[data-word='{word}']:visible:enabled").click()
            await expect(lesson.locator(".answer")).to_have_attribute("data-right", sort)


async def test_help_credits_the_authors_and_separates_their_rules_from_our_rulings(visit: Visit) -> None:
    visitor: Visitor = await visit(f"/help/{RULES}")
    header = "Cardinal's Guards, Copyright © September 2003 by Michael and Stephen Schoessow."
    await expect(visitor.page.locator(".credits")).to_contain_text(header)
    rulings = visitor.page.locator("#help-rulings li")
    assert await rulings.count() >= 6


@pytest.mark.parametrize(("size", "width", "height"), [("desk", 1280, 800), ("phone", 360, 740)])
async def test_a_game_with_points_is_finished_from_the_bar_and_told_by_its_points(
    visit: Visit, size: str, width: int, height: int
) -> None:
    visitor = await deal(visit, size=size, moves=33, viewport={"width": width, "height": height})
    points = (await visitor.state(visitor.game))["score"][0]
    finish = visitor.page.locator(".actions .bar [data-act=give-up]")
    await expect(finish).to_have_text(f"Finish with {points} points")
    await finish.click()
    asked = visitor.dialog("confirm")
    await expect(asked).to_contain_text(f"Finish with {points} points?")
    await asked.locator("[data-act=confirm]").click()
    over = visitor.dialog("over")
    await expect(over.get_by_role("heading")).to_have_text(f"{points} of 56")
    await expect(over).to_contain_text(f"You stopped at {points} points")
