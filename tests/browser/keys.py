"""Play by keyboard alone: Tab to the board, arrow keys on it, Enter to pick."""

from __future__ import annotations

from tests.browser.visitor import Visitor

FOCUS = """() => {
  const cell = document.activeElement?.closest('[role=grid] [data-sq]')
  const rows = cell ? [...cell.closest('[role=grid]').querySelectorAll('[role=row]')] : []
  const spot = (one) => {
    const y = rows.findIndex((row) => row.contains(one))
    return y < 0 ? null : [[...rows[y].children].indexOf(one), y]
  }
  return { word: document.activeElement?.dataset.word ?? null, here: spot(cell) }
}"""
PLACE = """(word) => {
  const cell = document.querySelector(`main [data-sq][data-word="${word}"]`)
  const row = cell?.closest('[role=row]')
  return row && [[...row.children].indexOf(cell), [...row.parentElement.children].indexOf(row)]
}"""
MAX_TABS = 60  # presses of Tab, then a control counts as out of reach


async def tab_to_board(visitor: Visitor) -> None:
    """Move the focus with Tab to the board's one tab stop."""
    for _ in range(MAX_TABS):
        if (await visitor.page.evaluate(FOCUS))["here"]:
            return
        await visitor.page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached by Tab")


async def key_word(visitor: Visitor, word: str) -> None:
    """Pick a token: with the arrow keys where it is a place of the board, else with Tab; then Enter."""
    await visitor.word(word).wait_for()
    keyboard = visitor.page.keyboard
    there = await visitor.page.evaluate(PLACE, word)
    if there:
        await tab_to_board(visitor)
        x, y = (await visitor.page.evaluate(FOCUS))["here"]
        for key, steps in (("ArrowRight", there[0] - x), ("ArrowDown", there[1] - y)):
            back = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
            for _ in range(abs(steps)):
                await keyboard.press(key if steps > 0 else back)
    else:
        for _ in range(MAX_TABS):
            if (await visitor.page.evaluate(FOCUS))["word"] == word:
                break
            await keyboard.press("Tab")
    assert (await visitor.page.evaluate(FOCUS))["word"] == word
    await keyboard.press("Enter")


async def key_move(visitor: Visitor, move: str) -> None:
    """Play a move with the keyboard alone."""
    for word in move.split():
        await key_word(visitor, word)
