"""What the player of Four Horsemen sees, as the searches count it, and their moves as texts.

A position comes from the view alone, so hidden cards cannot reach a search.
"""

from __future__ import annotations

from collections import deque
from hashlib import blake2b
from typing import NamedTuple

from engine.analysis.four_horsemen.plans import Beat, Plans, Targets, tops_of, values_in
from engine.analysis.four_horsemen.player import Card, Move, Position
from engine.cards import CARDS, NUMBER, SUITS
from engine.four_horsemen.expressions import find
from engine.four_horsemen.position import State, numbers, tops, worth
from engine.four_horsemen.rules import HORSEMEN
from engine.game import View

_recent: deque[Plans] = deque(maxlen=8)  # a worker serves several games; plans take some megabytes


class Seen(NamedTuple):
    """What the player sees.

    - `plans`: of the horsemen that stand, and maybe of others.
    - `pool`: cards that are not seen, among them those of the deck.
    - `seed`: for everything random in a search."""

    plans: Plans
    position: Position
    pool: tuple[Card, ...]
    seed: bytes


def look(view: View) -> Seen:
    """Return what a view shows."""
    text = view["position"]
    plans, targets = plans_of([horseman["value"] for horseman in view["horsemen"] if horseman])
    position = Position(
        targets=targets,
        tops=tops_of(NUMBER[stack["top"][0]] for stack in view["stacks"]),
        stacks=len(view["stacks"]),
        hand=tuple(map(card_of, view["hand"])),
        reserve=card_of(view["reserve"]) if view["reserve"] else None,
        taken=view["taken"],
        left=view["deck"],
    )
    pool = tuple([card_of(card) for card in CARDS if card not in text])
    return Seen(plans, position, pool, blake2b(text.encode(), digest_size=32).digest())


def plans_of(values: list[int]) -> tuple[Plans, Targets]:
    """Return plans against horsemen with these values, and which of theirs these are.

    Plans against more horsemen serve as well: with those made at the start of a game, the hints after a
    horseman is defeated are quicker. What they say of a set of horsemen does not depend on the others."""
    for plans in _recent:
        targets = plans.subset(values)
        if targets is not None:
            return plans, targets
    plans = Plans(tuple(sorted(values)))
    _recent.appendleft(plans)
    return plans, plans.all


def card_of(card: str) -> Card:
    return SUITS.index(card[1]), NUMBER[card[0]]


def spelled(state: State, plans: Plans, move: Move) -> str:
    """Return the text of a move. StopIteration: it is not possible."""
    if isinstance(move, str):
        return move
    if isinstance(move, int):
        return "play " + next(card for card in tops(state.hand) if NUMBER[card[0]] == move)
    value = plans.targets[move.target]
    return f"beat {horseman(state, value)} {find(used_tops(state, move), value)}"


def horseman(state: State, value: int) -> str:
    """Return the first horseman with this value, `h1` to `h4`. StopIteration: there is none."""
    return next(
        name for name, pair in zip(HORSEMEN, state.horsemen, strict=True) if pair and worth(pair) == value
    )


def used_tops(state: State, beat: Beat) -> dict[str, int]:
    """Return the tops that defeat a horseman, with their values. StopIteration: they do not exist."""
    left, used = numbers(state), dict[str, int]()
    for value in values_in(beat.used):
        top = next(top for top in left if left[top] == value)
        used[top] = left.pop(top)
    return used
