"""Hints of Four Horsemen, from what the player sees only.

Can a horseman be defeated now? If so, three steps: whom, with which stacks, and the sum. If not, two: that
none can be, and what to do. That a horseman can or cannot be defeated is exact.
"""

from __future__ import annotations

from engine.analysis import Hint, Limits
from engine.analysis.four_horsemen.play import Seen, advise, beats, best_beat, look, sum_of
from engine.four_horsemen.position import State, cards_in
from engine.four_horsemen.rules import HORSEMEN
from engine.game import Game


def hint(
    game: Game[State],
    state: State,
    step: int,
    line: tuple[str, ...],  # noqa: ARG001 (none is kept)
    limits: Limits,
) -> Hint:
    """`about`: the horseman, `h2`; the stacks, `s1` the first; the move with the sum. Or nothing, and then
    the card that is played. A step beyond the last is the last. Raises Cancelled."""
    seen = look(state)
    found = best_beat(beats(seen, limits)) if len(seen.counts) > 1 else None
    if found is None:
        return _advise(game, state, seen, step)
    if step == 1:
        return Hint(text="can", about=(HORSEMEN[found.horseman],), steps=3)
    if step == 2:
        used = [f"s{number}" for number, top in enumerate(seen.counts, 1) if top in found.used]
        return Hint(text="stacks", about=tuple(used), step=2, steps=3)
    move = sum_of(seen, found)
    if not game.permits(state, move):
        raise AssertionError("the rules forbid the sum that was found")
    return Hint(text="exactly", about=(move,), step=3, steps=3, move=move)


def _advise(game: Game[State], state: State, seen: Seen, step: int) -> Hint:
    if step == 1:
        makes_a_sum = len(seen.counts) > 1
        return Hint(text="cannot" if makes_a_sum else "few", steps=2)
    move = advise(seen)
    if move is None or not game.permits(state, move):
        raise AssertionError("a game that is not over has a move")
    word, _, card = move.partition(" ")
    return Hint(text="top" if card else word, about=cards_in(card), step=2, steps=2, move=move)
