"""Tables of Four Horsemen to be tried, and moves to be made at random."""

from __future__ import annotations

import random

import pytest

from engine import GAMES, OPENING, Game
from engine.cards import CARDS
from engine.four_horsemen_table import State, position
from tests.engine.four_horsemen_plain import Plain

OPEN = GAMES["four_horsemen"]
MEMORY = GAMES["four_horsemen_memory"]
BOTH = pytest.mark.parametrize("game", [OPEN, MEMORY], ids=lambda game: str(game.id))


def table(
    horsemen: str,
    stacks: str = "-",
    reserve: str = "-",
    hand: str = "-",
    deck: str = "-",
    taken: str = "r0",
) -> State:
    """A position whose other cards lie in the discard."""
    there = " ".join((horsemen, stacks, reserve, hand, deck))
    discard = "".join(card for card in CARDS if card not in there)
    return position(f"{horsemen} {stacks} {reserve} {hand} {deck} {discard or '-'} {taken}")


def any_move(game: Game[State], state: State, plain: Plain, rng: random.Random, keen: float) -> str:
    """A move that may be played; a horseman is defeated, where that is possible, as often as `keen` says."""
    others = [move for move in game.legal(state) if not move.endswith(OPENING)]
    if not others or (len(others) < len(game.legal(state)) and rng.random() < keen):
        found = plain.beating(6 if not others else 3)
        if found:
            return found
    plays = [move for move in others if move.startswith("play ")]
    return rng.choice(plays if plays and rng.random() < keen else others)
