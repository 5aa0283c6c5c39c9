"""Games against the teacher: its warning, the line on the board, taking back and playing on."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.visitor import SEARCH_MS, Visit, Visitor

RULES = "cardmate_one_king"
# After h7 j6 a Three draws the Queen to b3 and a One to b2, where a Six takes her.
POSITION = (
    "-XD.-8C.2.-KS.-KD.-QS.-9D.-8S.-XH/-7H.1.-6C.-5C.1.-5S.-6H.2.-7D/-4D.2.-1S.1.-QC.-4S.-JC.2/"
    "-2C.-3H.5.-2H.2/10/4.+JS.+5D.4/+6S.1.+2S.1.+JD.1.+1H.3/+1D.1.+3C.+4H.1.+9H.2.+2D.+8D/"
    "+7C.3.+5H.3.+6D.1/+XS.+8H.+QH.1.+KC.+KH.3.+XC R 6"
)
BLUNDER, LINE = "h7 j6", ["c2 b3", "f7 b3", "a1 b2", "b3 b2", "a3 b2"]
UNCOVERED = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect()
  return [0.1, 0.9].every((part) =>
    one.contains(document.elementFromPoint(left + width / 2, top + height * part)))
}"""


async def blunder(visitor: Visitor) -> Locator:
    """Begin the game, make the move by clicks, and return the warning that follows."""
    made = await visitor.make(RULES, bot={"level": 1, "teach": True}, seat=1, position=POSITION)
    await visitor.sit(made)
    await visitor.click_move(BLUNDER)
    warning = visitor.page.locator(".warned-text")
    await expect(warning).to_be_visible(timeout=SEARCH_MS)
    return warning


async def test_the_teacher_warns_shows_its_line_on_the_board_and_takes_the_move_back(visit: Visit) -> None:
    visitor = await visit(None)
    page = visitor.page
    warning = await blunder(visitor)
    await expect(warning).to_have_attribute("data-reason", "chain")
    await expect(warning).to_contain_text("costs you more than it brings")
    await expect(page.locator(".warnings-left")).to_have_text("2 warnings left.")
    await visitor.told("alert", "You will have to capture")
    for move in LINE:
        await expect(page.locator(f"[data-pointer='{move}']")).to_be_visible()
    here = visitor.square("c2")  # in the position of the game again, under its arrows
    await expect(here).to_have_attribute("data-piece", "3C")
    await page.reload()
    await visitor.at_screen("table")
    await expect(warning).to_be_visible()
    await visitor.act("takeback").click()
    await expect(warning).to_have_count(0)
    await expect(page.locator("[data-pointer]")).to_have_count(0)
    await expect(visitor.square("h7")).to_have_attribute("data-piece", "JC")


async def test_playing_on_by_keyboard_on_a_phone_is_answered_by_the_line(visit: Visit) -> None:
    visitor = await visit(None)
    page = visitor.page
    warning = await blunder(visitor)
    for width, height in ((740, 360), (320, 640), (320, 568)):
        await visitor.resize(width, height)
        board = await page.locator(".board").first.bounding_box()
        message = await page.locator(".warned").bounding_box()
        assert board
        assert message
        aside = message["x"] >= board["x"] + board["width"] or message["x"] + message["width"] <= board["x"]
        assert aside or message["y"] >= board["y"] + board["height"] - 1, f"{width} px: it covers the board"
        for act in ("takeback", "proceed"):
            await expect(page.locator(f".warned [data-act={act}]")).to_be_in_viewport(ratio=1)
            assert await visitor.act(act).evaluate(UNCOVERED), f"{width} px: {act} is covered"
    await visitor.act("proceed").focus()
    await page.keyboard.press("Enter")
    await expect(warning).to_have_count(0)
    await expect(visitor.square("b3")).to_have_attribute("data-piece", "3C", timeout=SEARCH_MS)
    await expect(page.locator(".board [data-sq]:focus")).to_have_count(1)
    await expect(visitor.act("proceed")).to_have_count(0)
    await expect(visitor.act("takeback")).to_be_visible()


async def test_the_teacher_asks_before_a_capture_that_ends_the_game(visit: Visit) -> None:
    """The server warns after a move; this one has no after."""
    visitor = await visit(None)
    made = await visitor.make(
        "three_musketeers", bot={"level": 1, "teach": True}, seat=0, position="o4/M4/oM3/5/M4 m"
    )
    await visitor.sit(made)
    for square in ("b3", "a3"):
        await visitor.square(square).click()
    await expect(visitor.page.locator(".asked-move")).to_contain_text("the Cardinal would win")
    await visitor.act("cancel").click()
    assert (await visitor.state(visitor.game))["told"] == []
