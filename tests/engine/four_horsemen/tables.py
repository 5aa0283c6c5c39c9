"""Tables of Four Horsemen for tests, and random moves on them."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest

from engine import GAMES, OPENING, Game, Match, Rng, Seat, find
from engine.cards import CARDS
from engine.four_horsemen.notation import position
from engine.four_horsemen.position import State
from tests.engine.games import relabelled

OPEN = GAMES["four_horsemen"]
MEMORY = GAMES["four_horsemen_memory"]
FIRST = find(OPEN.id, 1)
BOTH = pytest.mark.parametrize("game", [OPEN, MEMORY], ids=lambda game: str(game.id))


def table(
    horsemen: str, stacks: str = "-", reserve: str = "-", hand: str = "-", deck: str = "-", taken: str = "r0"
) -> State:
    """Return a position whose other cards lie in the discard."""
    there = " ".join((horsemen, stacks, reserve, hand, deck))
    discard = "".join(card for card in CARDS if card not in there)
    return position(f"{horsemen} {stacks} {reserve} {hand} {deck} {discard or '-'} {taken}")


def any_move(game: Game[State], state: State, rng: random.Random, keen: float) -> str:
    """Return a permitted move; one that defeats a horseman, if there is one, as often as `keen` says."""
    others = [move for move in game.legal(state) if not move.endswith(OPENING)]
    wanted = not others or (len(others) < len(game.legal(state)) and rng.random() < keen)
    if wanted and (found := next(game.completions(state), None)):
        return found
    plays = [move for move in others if move.startswith("play ")]
    return rng.choice(plays if plays and rng.random() < keen else others)


def states(game: Game[State], count: int) -> list[State]:
    """Return positions of random games that are not over."""
    chance, met = random.Random(4), list[State]()
    for deal in range(count):
        state = game.start(deal)
        while game.outcome(state) is None:
            met.append(state)
            state = game.apply(state, any_move(game, state, chance, 0.5))
    return met


def unseen(game: Game[State], state: State, _: Seat | None, chance: Rng) -> State:
    """Return the same table with every hidden card exchanged: the deck, and by memory also what lies
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


def unseen_match(game: Game[State], match: Match, _: Seat | None, chance: Rng) -> Match | None:
    """Return the same game with two hidden cards of one rank exchanged from the deal on, if permitted."""
    state: State = match.state
    hidden = set(state.deck)
    if game is MEMORY and not match.outcome:
        hidden = hidden.union(state.discard, *[stack[1:] for stack in state.stacks])
    pairs, _left = chance.shuffled(
        [(one, other) for one, other in combinations(sorted(hidden), 2) if one[0] == other[0]]
    )
    for one, other in pairs:
        twin = relabelled(match, {one: other, other: one}, re.compile("[A2-9XJQK][CDHS]"))
        if twin:
            return twin
    return None
