"""Tables of Four Horsemen for the browser's tests."""

from __future__ import annotations

import json
from pathlib import Path

from engine.cards import CARDS
from tests.browser.visitor import Visit, Visitor

FAMILY = "four_horsemen"
MEMORY = f"{FAMILY}_memory"
SOLUTIONS = Path(__file__).parents[2] / "engine" / FAMILY / "solutions.json"

STACKS = "9S<4HAD,5D<6D,3H<5H,JC<2C7C,9H<2H"
OPEN = ("4C2S,8D6H,QC7D,-", STACKS, "KS", "-")  # 42, 86 and 127


def solution(game: str, deal: str) -> list[str]:
    moves: list[str] = json.loads(SOLUTIONS.read_text())[game][deal]
    return moves


def position(
    horsemen: str, stacks: str = "-", reserve: str = "-", hand: str = "-", deck: str = "", left: int = 17
) -> str:
    """Return a position text: `deck` on top of the deck, which has `left` cards; the others are discarded."""
    there = " ".join((horsemen, stacks, reserve, hand, deck))
    rest = [card for card in CARDS if card not in there]
    fill = max(0, left - len(deck) // 2)
    cards, gone = deck + "".join(rest[:fill]), "".join(rest[fill:])
    return f"{horsemen} {stacks} {reserve} {hand} {cards or '-'} {gone or '-'} r0"


async def table(visit: Visit, text: str, size: str = "desk", rules: str = FAMILY) -> tuple[Visitor, str]:
    """Return a visitor at a game that begins from a position, and the game."""
    visitor = await visit(None, size=size)
    made = await visitor.make(rules, position=text)
    await visitor.sit(made)
    return visitor, made


async def tap(visitor: Visitor, *parts: str) -> None:
    """Tap stacks, merged chips and operators."""
    for part in parts:
        await visitor.page.locator(f'.board [data-part="{part}"]:visible').click()
