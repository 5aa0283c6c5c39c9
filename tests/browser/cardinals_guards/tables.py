"""Tables of Cardinal's Guards for the browser's tests: solutions, positions, the direction pad."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any

from engine import GAMES
from tests.browser.visitor import Visit, Visitor

SOLUTIONS_FILE = Path(__file__).parents[2] / "engine" / "cardinals_guards" / "solutions.json"
RULES = "cardinals_guards"
SOLUTIONS: dict[str, list[str]] = json.loads(SOLUTIONS_FILE.read_text(encoding="ascii"))[RULES]
PERFECT = SOLUTIONS["3"]

TILES = "S3C0S0M2S1/A0M1A2C5C4/A5M3--A3A4/S2M4S5C3C2/M5A1S4M0C1"
OPEN = f"{TILES} S=d4 M=d1 C=b5 A=a4 1111 SSAC.MSCCAAMSAMCSASC - - 5 -"  # the ring is open north of e5
LAST_OUT = f"{TILES} S=- M=- C=- A=a4 6666 .................... a2S,e5S - 22 SMC"


async def deal(visit: Visit, number: int = 3, moves: int = 0, **options: Any) -> Visitor:
    """Return a visitor at a table that begins after some moves of the pinned solution of a deal."""
    game = GAMES[RULES]
    state = reduce(game.apply, SOLUTIONS[str(number)][:moves], game.start(number))
    return await position(visit, game.show(state), **options)


async def position(visit: Visit, text: str, **options: Any) -> Visitor:
    visitor = await visit(None, **options)
    await visitor.sit(await visitor.make(RULES, position=text))
    return visitor


async def offered(visitor: Visitor) -> list[str]:
    """Return every token that a visible, enabled control offers, repeated when two controls offer it."""
    script = (
        "all => all.filter(one => !one.disabled && one.checkVisibility()).map(one => one.dataset.word).sort()"
    )
    return list(await visitor.page.locator("main [data-word]").evaluate_all(script))


def next_words(legal: list[list[str]], picked: list[str]) -> list[str]:
    """Return the tokens that follow `picked` in the legal moves of the server."""
    begun = [move.split() for move, _ in legal]
    count = len(picked)
    return sorted({words[count] for words in begun if words[:count] == picked and len(words) > count})
