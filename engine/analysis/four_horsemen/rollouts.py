"""Choice of a move by rollouts: the quick player plays on after each candidate, with the same decks."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2

from engine.analysis import Cancelled
from engine.analysis.four_horsemen.plans import NEVER, SAFE_STACKS, UNITS, Plans
from engine.analysis.four_horsemen.player import Move, Position, after, play_on, playable
from engine.analysis.four_horsemen.seen import Seen
from engine.four_horsemen.position import MAX_STACKS
from engine.rng import Rng

MAX_BEATS = 6  # candidates that defeat a horseman


def candidates(plans: Plans, position: Position) -> list[Move]:
    """Return the moves worth a rollout, the quick player's first; none if the game is over.

    Moves that can as well be made later, when more is known, are left out: the reserve is taken only to make
    a pair, and a horseman is defeated only if all can be, or when the hand may be the sixth stack."""
    targets, tops, stacks = position.targets, position.tops, position.stacks
    if plans.fewest(tops)[targets] != NEVER:
        return [plans.best_beat(tops, targets)]
    able = playable(position.hand) if stacks < MAX_STACKS else []
    beats = plans.beats(tops, targets) if able and stacks == SAFE_STACKS else []
    if stacks == SAFE_STACKS and position.left:
        able = [top for top in able if plans.worths(tops + UNITS[top])[targets]]
    able.sort(key=lambda top: plans.ranks(tops + UNITS[top])[targets], reverse=True)
    beats.sort(key=lambda beat: plans.preference(beat, tops, targets), reverse=True)
    found: list[Move] = [*beats[:MAX_BEATS], *able]
    if stacks < MAX_STACKS:
        suits = [suit for suit, _ in position.hand]
        if position.reserve and not position.taken and position.reserve[0] in suits:
            found.append("reserve")
        if position.left:
            found.append("draw")
    if not found and plans.worths(tops)[targets]:
        found.append(plans.best_beat(tops, targets))
    return found


def best_move(seen: Seen, plays: int, cancelled: Callable[[], bool]) -> Move:
    """Return the candidate that scores best when games are played on with decks from the unseen cards.
    Raises Cancelled.

    Successive halving: in each round the candidates share an equal part of the plays, then the better half
    stays."""
    plans, position = seen.plans, seen.position
    able = candidates(plans, position)
    if not able:
        raise AssertionError("a game that is not over has a move")
    rounds, rng = ceil(log2(len(able))), Rng(seen.seed)
    scores = dict.fromkeys(able, 0)
    for _ in range(rounds):
        for _ in range(max(1, plays // (rounds * len(able)))):
            if cancelled():
                raise Cancelled
            mixed, rng = rng.shuffled(seen.pool)
            deck = list(mixed[: position.left])
            for move in able:
                scores[move] += play_on(plans, after(position, move, deck), deck)
        able = sorted(able, key=lambda move: -scores[move])[: (len(able) + 1) // 2]
    return able[0]
