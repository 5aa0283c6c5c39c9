"""Tables of Four Horsemen to be tried, and moves to be made at random."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine import GAMES, OPENING, Game, Rng, Seat
from engine.cards import CARDS
from engine.four_horsemen.expressions import reachable
from engine.four_horsemen.notation import position
from engine.four_horsemen.position import State, numbers, worth
from tests.engine.four_horsemen.plain import Plain, joined

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


MOST = 5  # stacks in a sum that `completed` looks for; six would take many seconds


def completed(_: Game[State], state: State, opening: str) -> str | None:
    """A sum of as few tops as possible that beats the horseman of an opening, None if five do not do."""
    name = opening.split(" ")[1]
    wanted = worth(state.horsemen[int(name[1]) - 1])
    counts = numbers(state)
    for size in range(2, min(MOST, len(counts)) + 1):
        for some in combinations(counts, size):
            if reachable(tuple(sorted(counts[top] for top in some)), (wanted,)):
                found = joined([(top, counts[top], 1) for top in some], {wanted})
                return f"beat {name} {found[0][1:-1]}" if found else None
    return None


def unseen(game: Game[State], state: State, _: Seat | None, chance: Rng) -> State:
    """The same table with every hidden card exchanged: the deck, and by memory also what lies
    under the tops and in the discard while the game goes on."""
    if game is OPEN or game.outcome(state):
        deck, _left = chance.shuffled(state.deck)
        return state._replace(deck=deck)
    unders = [stack[1:] for stack in state.stacks]
    mixed, _left = chance.shuffled([card for cards in (state.deck, state.discard, *unders) for card in cards])
    pool = list(mixed)

    def as_many(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(pool.pop() for _ in cards)

    stacks = tuple((stack[0], *as_many(stack[1:])) for stack in state.stacks)
    return state._replace(deck=as_many(state.deck), discard=as_many(state.discard), stacks=stacks)
