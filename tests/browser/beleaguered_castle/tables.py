"""Tables of Beleaguered Castle and its variants for the browser's tests: pinned solutions, positions."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any

from playwright.async_api import Locator

from engine import GAMES
from tests.browser.visitor import Visit, Visitor

SOLUTIONS_FILE = Path(__file__).parents[2] / "engine" / "beleaguered_castle" / "solutions.json"
SOLUTIONS: dict[str, dict[str, list[str]]] = json.loads(SOLUTIONS_FILE.read_text(encoding="ascii"))
STRICT = "beleaguered_castle"
RELAXED = "beleaguered_castle_relaxed"

NINES = "KCQCJCXC9C/KDQDJDXD9D/KHQHJHXH9H/KSQSJSXS/-/-/-/- 8889"  # 19 cards are left; all may go home
RISKY = "KH9H/7S8S/9CKC/9DKDQD/9SKSQS/QHJHXH/QCJCXC/JSXSJDXD 8886"  # 9H fits, but 8S could need it
NEARLY_STUCK = (  # after r1 r7 only r2 r8 is left, and after that nothing
    "9DXC5SJH5D/3C3H8S/7DQD7H8C4SKDQHJC/4D9H4C5HKC/JS6C4H6S7CKS/2H3DXD2D9CQSJD/8DQCXH5CKH7S6H/2C8HXS6D9S AAA3"
)
LONG = (  # seventeen cards in row 1
    "JHQC2H7DQSKSQHJSXD9C8S7H6D5S4H3C2D/4S5CXH8C9S/KC7CQD7S6H/2S8H5D3HJD/3DXC6SJC"
    "/KH2C9D9H/5HXS4D3S/8DKD6C4C AAAA"
)


async def deal(visit: Visit, number: int, moves: int = 0, **options: Any) -> Visitor:
    """Return a visitor at a table with this deal, or that begins after some moves of its pinned solution."""
    game = GAMES[STRICT]
    if moves:
        state = reduce(game.apply, SOLUTIONS[STRICT][str(number)][:moves], game.start(number))
        return await position(visit, game.show(state), **options)
    visitor = await visit(None, **options)
    await visitor.sit(await visitor.make(STRICT, deal=number))
    return visitor


async def position(visit: Visit, text: str, rules: str = STRICT, **options: Any) -> Visitor:
    visitor = await visit(None, **options)
    await visitor.sit(await visitor.make(rules, position=text))
    return visitor


async def shown(visitor: Visitor) -> dict[str, list[str]]:
    """Return the cards as they lie on the page: place -> from the inside to the last."""
    script = """all => all.map(one =>
      [one.dataset.sq, [...one.querySelectorAll('[data-piece]')].map(card => card.dataset.piece)])"""
    return dict(await visitor.squares("").evaluate_all(script))


def cards(visitor: Visitor, condition: str = "") -> Locator:
    return visitor.page.locator(f"main [data-piece]{condition}")
