"""State of Four Horsemen, and values of horsemen and tops."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import NUMBER

MAX_STACKS = 6


class State(NamedTuple):
    """A position, with cards in the order of dealing, drawing and playing; the top of a stack comes first.

    - `horsemen`: four, each a tens card and a units card as one text, or "" once defeated.
    - `reserve`: "" if there is none.
    - `taken`: the reserve was taken this turn."""

    horsemen: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    reserve: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    taken: bool


def worth(horseman: str) -> int:
    """Return 10 x tens card + units card; a ten as units card counts 0, and J, Q or K do not occur."""
    return 10 * NUMBER[horseman[0]] + NUMBER[horseman[2]] % 10


def cards_to_replace(horseman: str) -> str:
    """Return the cards of a dealt horseman to be replaced: a units card J, Q or K, or both if below 14."""
    if horseman[2] in "JQK":
        return horseman[2:]
    return horseman if worth(horseman) < 14 else ""


def tops(hand: tuple[str, ...]) -> list[str]:
    """Return the cards of a hand that may be its top: those whose suit occurs at least twice."""
    suits = [card[1] for card in hand]
    return [card for card in hand if suits.count(card[1]) > 1]


def numbers(state: State) -> dict[str, int]:
    """Return the values of the tops of the stacks, in the order of play."""
    return {stack[0]: NUMBER[stack[0][0]] for stack in state.stacks}


def cards_in(text: str) -> tuple[str, ...]:
    """Split a text of concatenated cards."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
