"""Setups of Beleaguered Castle and its variants.

A numbered deal never changes; the shuffle and the layout are part of the game's version.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.beleaguered_castle.position import SUIT_INDEX, State
from engine.cards import CARDS, NUMBER
from engine.rng import Rng

WITHOUT_ACES = tuple(card for card in CARDS if card[0] != "A")


def setup(rng: Rng) -> State:
    """Deal the aces to the foundations and the other cards one at a time around the rows."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    return State(tuple("".join(cards[row::8]) for row in range(8)), (1, 1, 1, 1))


def setup_citadel(rng: Rng) -> State:
    """Deal as `setup`, but put a card that fits its foundation there; its row gets no card instead."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    rows, home = [""] * 8, [1, 1, 1, 1]
    for place, card in enumerate(cards):
        suit = SUIT_INDEX[card[1]]
        if NUMBER[card[0]] == home[suit] + 1:
            home[suit] += 1
        else:
            rows[place % 8] += card
    return State(tuple(rows), tuple(home))


def setup_streets(rng: Rng) -> State:
    """Deal all cards around the rows, the last four to the left rows; foundations start empty."""
    cards, _ = rng.shuffled(CARDS)
    last = dict(zip(range(0, 8, 2), cards[48:], strict=True))
    return State(tuple("".join(cards[row:48:8]) + last.get(row, "") for row in range(8)), (0, 0, 0, 0))


def setup_relaxed(deal: Callable[[Rng], State], rng: Rng) -> State:
    """Deal as `deal`, and let cards return from the foundations."""
    return deal(rng)._replace(returns=True)
