"""The table fills the window at every size: the board first, bars of one height, and the actions in view."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from engine import GAMES, OPENING, Game
from tests.browser.finales import hold_sentences
from tests.browser.games import DEAL, FIRST, TWO, dealt, pair, play_line
from tests.browser.visitor import Visit, Visitor
from tests.games.browser.geometry import COMMON, WINDOWS, boards, look, moved
from tests.serving import Server

MEASURE = """() => {
  const box = (selector) => {
    const found = document.querySelector(selector)?.getBoundingClientRect()
    return found && [found.left, found.top, found.right, found.bottom, found.width, found.height]
  }
  const title = document.querySelector('.table-title')
  return { board: box('.board .squares') ?? box('.board'), actions: box('.actions'),
    strip: box('.message-strip'), title: title.scrollWidth > title.clientWidth,
    sideways: document.scrollingElement.scrollWidth - innerWidth }
}"""
# Cells and pieces of a board of squares that do not lie on whole pixels of the device.
UNEVEN = """() => [...document.querySelectorAll('main .squares [data-sq], main .squares .piece')]
  .map((one) => [one.dataset.sq ?? one.className, getComputedStyle(one), one.getBoundingClientRect()])
  .filter(([, { width, willChange }, { left, top }]) =>
    parseFloat(width) % 1 || left % 1 || top % 1 || willChange !== 'auto')
  .map(([name, { width, willChange }, { left, top }]) => `${name}: ${width}, ${willChange} ${left} ${top}`)"""
SMALL_PHONES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 390, "height": 664},  # a common phone, with the bars of its browser
)
LINES = """() => {
  const bar = document.querySelector('.actions').getBoundingClientRect().top
  return ['.seat-bottom', '.message-strip', '.below']
    .filter((one) => document.querySelector(one).getBoundingClientRect().bottom > bar + 1)
}"""
# A sentence is whole: nothing of it is cut, or lies outside the window or under the actions.
WHOLE = """(note) => {
  const { left, right, bottom } = note.getBoundingClientRect()
  const last = document.elementFromPoint(left + 8, bottom - 4)
  return note.scrollHeight <= note.clientHeight && right <= innerWidth && last === note
}"""
LONG = "A card moves so or so, and captures so. " * 6
MAGNIFIED_4: ViewportSize = {"width": 320, "height": 256}  # a window of 1280x1024 at 400 %
# Controls of the board and the actions that something covers where the page has scrolled to them.
UNREACHED = """() => [...document.querySelectorAll('main :is([data-word], .actions button)')]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    one.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return !hit || !(one.contains(hit) || hit.contains(one))
  })
  .map((one) => one.dataset.word ?? one.dataset.act)"""
# How far from the middle of the strip a sentence stands that fits into it, in pixels.
OFF_CENTRE = """(note) => {
  const text = document.createRange()
  text.selectNodeContents(note)
  const middle = ({ top, bottom }) => (top + bottom) / 2
  const lines = text.getBoundingClientRect(), strip = note.getBoundingClientRect()
  return lines.height > strip.height ? 0 : Math.abs(middle(lines) - middle(strip))
}"""
RATE = "all => all.forEach((one) => { one.textContent = '1500? +162' })"
CUT = """all => all.flatMap((bar) => {
  const [title, more] = ['.player-title', '.player-more'].map((one) => bar.querySelector(one))
  const rating = more.querySelector('.player-rating').getBoundingClientRect()
  const box = more.getBoundingClientRect()
  const cut = rating.right > box.right + 1 || rating.bottom > box.bottom + 1
  return [...(title.scrollWidth > title.clientWidth ? [title.textContent] : []), ...(cut ? ['rating'] : [])]
})"""
# How many pixels of a name a finger hits, from top to bottom.
HIT = """all => all.map((name) => {
  const { left, top, bottom } = name.getBoundingClientRect()
  const rows = Array.from({ length: Math.ceil(bottom - top) + 8 }, (_, row) => top - 4 + row)
  return rows.filter((row) => document.elementFromPoint(left + 4, row) === name).length
})"""
BLURRED = """() => [...document.querySelectorAll('.table .pieces .piece')].filter((piece) => {
  const { x, y } = piece.getBoundingClientRect()
  return [x, y].some((one) => Math.abs(one - Math.round(one)) > 0.1)
}).length"""
HEIGHTS = "all => [...new Set(all.map((one) => one.offsetHeight))]"
SIDEWAYS = "document.scrollingElement.scrollWidth - innerWidth"
# One of each layout, and windows that are no multiple of a cell or magnified.
ROOMS = ("wide desk", "uneven", "tablet", "narrow", "sideways", "magnified")
each_family = pytest.mark.parametrize("game", FIRST, ids=lambda game: game.family)


async def seated(visit: Visit, game: Game[Any]) -> Visitor:
    visitor = await visit(None)
    seat = {"seat": "both"} if len(game.seats) == 2 else {}
    await visitor.sit(await visitor.make(game.id, **seat, **dealt(game)))
    return visitor


def misfits(window: str, found: dict[str, Any]) -> list[str]:
    """Return the faults of a table in one window: elements out of view, or overlapping."""
    width, height = WINDOWS[window]["width"], WINDOWS[window]["height"]
    left, top, right, bottom, *_ = found["board"]
    wrong = [f"{window}: scrolls sideways"] if found["sideways"] > 0 else []
    if found["title"]:
        wrong.append(f"{window}: the title is cut off")
    if left < -1 or top < -1 or right > width + 1 or bottom > height + 1:
        wrong.append(f"{window}: the board is out of view")
    for part in ("actions", "strip"):
        box = found[part]
        if box[3] > height + 1 or box[2] > width + 1:
            wrong.append(f"{window}: {part} out of view")
        if box[0] < right - 1 and box[2] > left + 1 and box[1] < bottom - 1 and box[3] > top + 1:
            wrong.append(f"{window}: {part} on the board")
    return wrong


@each_family
async def test_the_board_gets_the_room_of_every_window(game: Game[Any], visit: Visit) -> None:
    """With the first hint of the game in its strip."""
    visitor = await seated(visit, game)
    hint = visitor.page.locator(".message-strip > :has(> :is(.coach, [data-lost-deal]))")
    faults, size = [], {}
    for window in ROOMS:
        await visitor.resize(**WINDOWS[window])
        await expect(hint).to_be_visible()
        if window not in ("wide desk", "uneven"):
            assert await hint.evaluate("one => one.scrollHeight <= one.clientHeight"), window
        assert await visitor.page.evaluate(BLURRED) == 0, window
        found = await visitor.page.evaluate(MEASURE)
        faults += misfits(window, found)
        faults += await visitor.page.evaluate(UNEVEN) if len(game.seats) == 2 else []
        size[window] = found["board"][4:]
    assert faults == []
    assert max(size["wide desk"][0] / 1920, size["wide desk"][1] / 1080) >= 0.75
    assert size["narrow"][0] >= 300
    assert max(size["sideways"]) >= 300
    await visitor.resize(**MAGNIFIED_4)
    magnified = await visitor.page.evaluate(MEASURE)
    assert magnified["sideways"] <= 0
    assert magnified["board"][4] > 300, "one column: the board is as broad as the window"
    assert await visitor.page.evaluate(UNREACHED) == []


async def test_on_the_smallest_phones_the_lines_under_the_board_stand_above_the_actions(visit: Visit) -> None:
    """The own bar, the strip, and the line of the board."""
    wrong = []
    for game in (GAMES["cardmate"], GAMES["three_musketeers"]):
        visitor = await seated(visit, game)
        for window in SMALL_PHONES:
            await visitor.resize(**window)
            wrong += [(game.id, window, line) for line in await visitor.page.evaluate(LINES)]
    assert wrong == []


async def test_a_long_sentence_can_be_read_whole_and_goes_at_a_press(visit: Visit) -> None:
    """It lies over what is below the strip; the board and the bars keep their places."""
    visitor = await seated(visit, GAMES["cardmate"])
    await hold_sentences(visitor)
    note = visitor.page.locator("#message")
    before = await boards(visitor)
    after = {}
    await visitor.word("c2").click()
    for window in COMMON:
        await visitor.resize(**WINDOWS[window])
        await visitor.square("g5").click()
        await expect(note).to_contain_text("Possible from")
        await note.evaluate("(note, text) => { note.firstChild.data = text }", LONG)
        assert await note.evaluate(WHOLE), window
        after[window] = await look(visitor, window)
        await note.click()
        await expect(note).to_be_empty()
    assert moved(before, after) == []


@pytest.mark.parametrize("game", [TWO, GAMES["four_horsemen"]], ids=lambda game: game.family)
async def test_neither_refusal_nor_move_nor_end_pushes_or_covers_the_board(
    game: Game[Any], visit: Visit
) -> None:
    """A board of cards may grow downward by drawn cards; the result may lie over the foot of the board. What
    else the strip tells has the room of a refusal."""
    visitor = await seated(visit, game)
    # at once: that a deal cannot be won takes the hint's place as soon as it is known
    await visitor.page.evaluate("() => document.querySelector('[data-act=coach]')?.click()")
    await hold_sentences(visitor)
    note = visitor.page.locator("#message")
    barred = visitor.page.locator(".board [data-sq]:not([data-word]):visible").last
    before = await boards(visitor)
    refused = {}
    for window in COMMON:
        await visitor.resize(**WINDOWS[window])
        await barred.click(position={"x": 4, "y": 4})
        await expect(note).not_to_be_empty()
        refused[window] = await look(visitor, window)
        assert await note.evaluate(OFF_CENTRE) <= 2, (window, await note.inner_text())
    assert moved(before, refused) == []
    await visitor.click_move(next(one for one in game.legal(game.start(DEAL)) if not one.endswith(OPENING)))
    await visitor.at_ply(1)
    played = await boards(visitor)
    corners = {window: pytest.approx(found["box"][:3], abs=1) for window, found in before.items()}
    assert {window: found["box"][:3] for window, found in played.items()} == corners
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await expect(visitor.dialog("over")).to_be_visible()
    ended = await boards(visitor)
    assert {window: found["box"] for window, found in ended.items()} == {
        window: pytest.approx(found["box"], abs=1) for window, found in played.items()
    }


async def test_names_of_twenty_letters_and_ratings_are_never_cut_and_bars_have_one_height(
    visit: Visit, site: Server
) -> None:
    """Beside a clock, with captured pieces, against a bot, and while somebody is awaited."""
    game = GAMES["cardmate"]
    first, second, waits, alone = [await visit(None) for _ in range(4)]
    names = ("Cardinal Richelieu 7", "Sleek Petrel of Mail", "Milady W. Wimbledon", "Madame W. Bonacieux")
    with sqlite3.connect(site.database_url.partition("///")[2]) as database:
        for person, name in zip((first, second, waits, alone), names, strict=True):
            player = (await person.guest())["id"]
            database.execute("update players set name = ? where id = ?", (name, player))
            database.commit()
    made = await first.make(game.id, seat=0, clock={"base": 600, "increment": 0})
    await second.join(made)
    await play_line(made, game, 2, first, second)
    await waits.sit(await waits.make(game.id, seat=0))
    await alone.sit(await alone.make(game.id, seat=0, bot={"level": 2}))
    for person in (first, second):
        await person.sit(made)
    await expect(first.page.locator(".player[data-there]")).to_have_count(2)
    bars = first.page.locator(".player")
    clocks = "all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().right))).size"
    for window in ("desk", "tablet", "narrow"):
        for who in (first, waits, alone):
            await who.resize(**WINDOWS[window])
            await who.page.locator(".player-rating").evaluate_all(RATE)
            assert await who.page.locator(".player").evaluate_all(CUT) == [], window
        assert len(await bars.evaluate_all(HEIGHTS)) == 1, window
        assert min(await bars.locator(".player-name[href]").evaluate_all(HIT)) >= 24, window
        assert await first.page.evaluate(SIDEWAYS) <= 0, window
        assert await first.page.locator(".clock").evaluate_all(clocks) == 1, window


async def test_what_tells_a_variant_from_others_is_in_view_on_a_narrow_phone(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.sit(await visitor.make("cardmate_shuffled_any_two", seat="both"))
    await visitor.resize(**WINDOWS["narrow"])
    hidden = """(title, words) => {
      const text = title.firstChild, range = document.createRange()
      range.setStart(text, text.data.indexOf(words))
      range.setEnd(text, text.data.indexOf(words) + words.length)
      const box = range.getBoundingClientRect(), around = title.getBoundingClientRect()
      return [box.right - around.right, box.bottom - around.bottom].filter((px) => px > 1) }"""
    title = visitor.page.locator(".table-title > :first-child")
    assert await title.evaluate(hidden, "any two cards conquer") == []


async def test_moves_take_the_room_of_the_rail_also_beside_a_chat(visit: Visit) -> None:
    """The newest one is in view; so is the field of the chat, on a low screen too."""
    made, visitor, other = await pair(visit, GAMES["cardmate"], 16)
    await visitor.sit(made)
    moves, field = visitor.page.locator(".moves"), visitor.page.locator("[data-input=chat]")
    assert await moves.evaluate("node => node.clientHeight") >= 5 * 32
    await field.fill("good luck")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator("[data-line]")).to_have_count(1)
    assert await moves.evaluate("node => node.clientHeight") >= 4 * 32
    await expect(moves.locator("[aria-current]")).to_be_in_viewport(ratio=0.9)
    await visitor.resize(1280, 720)
    hit = """(field) => { const { left, top, width, height } = field.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === field }"""
    assert await field.evaluate(hit), "nothing was scrolled"
    await visitor.resize(**WINDOWS["phone"])
    await expect(moves.locator("[aria-current]")).to_be_in_viewport(ratio=0.9)
    bottom, floor = [
        await visitor.page.locator(part).evaluate(f"node => node.getBoundingClientRect().{edge}")
        for part, edge in ((".moves [aria-current]", "bottom"), (".actions", "top"))
    ]
    assert bottom <= floor, "the actions lie on the move"
    assert other.faults == []


async def test_table_that_waits_covers_nothing_on_a_phone(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.sit(await visitor.make(TWO.id))
    await expect(visitor.page.locator("[data-waiting]")).to_be_visible()
    for window in ("phone", "narrow"):
        assert (await look(visitor, window))["covered"] == []
    await expect(visitor.act("abort")).to_have_text("Cancel")
