"""How the cards of Beleaguered Castle and its sisters are dealt.

A deal is numbered and the same for all, for ever; how it is shuffled and dealt is part of the version.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.beleaguered_castle.position import SUIT, State
from engine.cards import CARDS, NUMBER
from engine.rng import Rng

WITHOUT_ACES = tuple(card for card in CARDS if card[0] != "A")


def setup(rng: Rng) -> State:
    """The aces begin on the foundations; the others go one at a time around the rows."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    return State(tuple("".join(cards[row::8]) for row in range(8)), (1, 1, 1, 1))


def setup_citadel(rng: Rng) -> State:
    """As `setup`, but a card that fits its foundation goes there, and the row whose turn it was gets none."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    rows, home = [""] * 8, [1, 1, 1, 1]
    for place, card in enumerate(cards):
        suit = SUIT[card[1]]
        if NUMBER[card[0]] == home[suit] + 1:
            home[suit] += 1
        else:
            rows[place % 8] += card
    return State(tuple(rows), tuple(home))


def setup_streets(rng: Rng) -> State:
    """All cards go around the rows, the last four to the rows on the left; nothing is home."""
    cards, _ = rng.shuffled(CARDS)
    last = dict(zip(range(0, 8, 2), cards[48:], strict=True))
    return State(tuple("".join(cards[row:48:8]) + last.get(row, "") for row in range(8)), (0, 0, 0, 0))


def setup_relaxed(deal: Callable[[Rng], State], rng: Rng) -> State:
    """The same deal, after which cards may leave the foundations."""
    return deal(rng)._replace(returns=True)
