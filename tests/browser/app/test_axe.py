"""axe-core finds no violation on a phone in the light theme and on a desk in the dark theme, in turn.

The screens themselves are in `test_screens`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import pytest

from engine import OPENING, Game
from tests.browser.games import ALL
from tests.browser.rows import failures, in_parts
from tests.browser.visitor import VIEWPORTS, Visit, Visitor
from tests.soak import SOAK

BOARDS = tuple({game.family: game for game in reversed(ALL)}.values())  # the first game of each family
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
@in_parts(2, BOARDS)
async def test_axe_finds_nothing_in_a_game(visit: Visit, axe: str, part: slice) -> None:
    visitor = await visit(None, color_scheme="light", reduced_motion="reduce")

    async def check(game: Game[Any]) -> None:
        made = await game_after(visitor, game, 6) or await game_after(visitor, game, 0)
        assert made
        await visitor.sit(made)
        await visitor.page.locator("[data-word]").first.click()
        await visitor.act("more").click()
        assert await everywhere(visitor, axe, sizes_of(BOARDS.index(game))) == {}

    assert await failures(BOARDS[part], check, visitor) == {}
