"""The table of Four Horsemen as a value: where each card lies, and what horsemen and tops are worth."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import NUMBER

STACKS = 6  # as many may stand


class State(NamedTuple):
    """Cards in the order of dealing, drawing and playing; the top of a stack comes first in it.

    `horsemen`: four, each a tens card and a units card as one text, or "" once defeated; `reserve`: ""
    if there is none; `taken`: the reserve was taken this turn."""

    horsemen: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    reserve: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    taken: bool


def worth(horseman: str) -> int:
    """10 x tens card + units card, a ten as units card counting 0. The units card is no J, Q or K."""
    return 10 * NUMBER[horseman[0]] + NUMBER[horseman[2]] % 10


def unfit(horseman: str) -> str:
    """What of a dealt horseman must be replaced: a units card J, Q or K, all of one worth less than 14."""
    if horseman[2] in "JQK":
        return horseman[2:]
    return horseman if worth(horseman) < 14 else ""


def tops(hand: tuple[str, ...]) -> list[str]:
    """The cards that may be the top of this hand: those whose suit occurs twice or more."""
    suits = [card[1] for card in hand]
    return [card for card in hand if suits.count(card[1]) > 1]


def numbers(state: State) -> dict[str, int]:
    """The tops of the stacks, in the order of play, and what they count."""
    return {stack[0]: NUMBER[stack[0][0]] for stack in state.stacks}


def cards_in(text: str) -> tuple[str, ...]:
    """The cards of a text of cards one after the other."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
