"""On every board axe-core finds no violation, on a phone in the light theme or on a desk in the dark one, in
turn, and the focus is always on something near."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import pytest

from engine import OPENING, Game
from tests.browser.crowd import ALONE
from tests.browser.focus import lost, press_each
from tests.browser.games import FIRST, TWO
from tests.browser.rows import failures, in_parts
from tests.browser.visitor import VIEWPORTS, Visit, Visitor
from tests.soak import SOAK

Theme = Literal["light", "dark"]
THEMES: dict[str, Theme] = {"phone": "light", "desk": "dark"}  # by size
DEAL = 503  # lists a ten of diamonds beside Four Horsemen: axe judges no text of a single character
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}"""


async def violations(visitor: Visitor) -> list[str]:
    """Return the rules that the page violates, each with the elements that do."""
    broken: list[str] = await visitor.page.evaluate(RUN)
    return broken


async def set_theme(visitor: Visitor, theme: Theme) -> None:
    """Change the theme and wait until it is painted."""
    await visitor.page.emulate_media(color_scheme=theme)
    await visitor.painted()


def sizes_of(number: int) -> tuple[str, ...]:
    """Return the sizes at which one of many screens is judged: one in turn, all of them in `make soak`."""
    sizes = tuple(VIEWPORTS)
    return sizes if SOAK else sizes[number % len(sizes) :][:1]


async def everywhere(visitor: Visitor, axe: str, sizes: Iterable[str] = VIEWPORTS) -> dict[str, list[str]]:
    """Return what the page violates by size, only where something is. The page is not loaded again."""
    await visitor.page.evaluate(axe)
    broken = {}
    for size in sorted(sizes, key=lambda size: size != visitor.size):
        await visitor.become(size)
        await set_theme(visitor, THEMES[size])
        broken[size] = await violations(visitor)
    return {where: what for where, what in broken.items() if what}


async def game_after(visitor: Visitor, game: Game[Any], moves: int) -> str | None:
    """Return a game with both seats after some moves; None if they have ended it."""
    seat = {"seat": "both"} if len(game.seats) == 2 else {}
    deal = {"deal": f"{DEAL:032x}" if game.hides else DEAL} if game.dealt else {}
    made = await visitor.make(game.id, **seat, **deal)
    for number in range(moves):
        state = await visitor.state(made)
        legal = [move for move, _ in state["legal"] if not move.endswith(OPENING)]
        if state["over"] or not legal:
            return None
        await visitor.play(made, legal[number % len(legal)])
    return None if (await visitor.state(made))["over"] else made


@pytest.mark.soak
@in_parts(3, FIRST)
async def test_a_board_passes_axe_and_loses_the_focus_at_no_choice_and_no_question(
    visit: Visit, axe: str, part: slice
) -> None:
    visitor = await visit(None, color_scheme="light", reduced_motion="reduce")
    page = visitor.page

    async def check(game: Game[Any]) -> None:
        made = await game_after(visitor, game, 6) or await game_after(visitor, game, 0)
        assert made
        await page.evaluate("localStorage.setItem('richelieu.confirm', 'always')")
        await visitor.sit(made)
        await page.locator("[data-word]").first.click()
        await visitor.act("more").click()
        sizes = sizes_of(FIRST.index(game))
        assert await everywhere(visitor, axe, sizes) == {}
        await visitor.sit(made)
        wrong: dict[str, str | None] = {}
        state = await visitor.state(made)
        move = next(move for move, _ in state["legal"] if not move.endswith(OPENING))
        for number, word in enumerate(move.split()):
            await visitor.word(word).click()
            wrong[f"{number + 1} of {move}"] = await lost(visitor)
        if await visitor.act("confirm").count():
            await visitor.act("cancel").press("Enter")
            wrong["cancelled"] = await lost(visitor)
            picked = page.locator("[aria-selected=true]")
            while await visitor.act("cancel").count() or await picked.count():
                await page.keyboard.press("Escape")
                wrong["Esc"] = await lost(visitor)
            await visitor.click_move(move)
            await visitor.act("confirm").press("Enter")
        await visitor.at_ply(state["ply"] + 1)
        wrong["played"] = await lost(visitor)
        wrong |= {one: one for one in await press_each(visitor, ".table")}
        if game in (TWO, ALONE):
            wrong |= {one: one for one in await press_each(visitor, ".menu", "more")}
        assert {where: what for where, what in wrong.items() if what} == {}

    await visitor.forget()  # a page of the site, which has storage
    assert await failures(FIRST[part], check, visitor) == {}
