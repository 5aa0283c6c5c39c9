"""Search functions of Four Horsemen: hints and par of the waiting player (`waiting`), from open information.

If a horseman should be defeated now, a hint has three steps: which one, with which stacks, and the
expression. If not, two: that none can be defeated or that waiting is better, and the move. Whether a horseman
can be defeated is exact.
"""

from __future__ import annotations

from engine.analysis import Cancelled, Hint, Limits
from engine.analysis.four_horsemen.model import (
    Beat,
    Move,
    Table,
    best_plan,
    horseman,
    spelled,
    table_of,
    tops_of,
)
from engine.analysis.four_horsemen.waiting import advise
from engine.four_horsemen.position import MAX_STACKS, State, cards_in, numbers
from engine.game import Game


def hint(
    game: Game[State],
    state: State,
    step: int,
    line: tuple[str, ...],  # noqa: ARG001 (none is kept)
    limits: Limits,
) -> Hint:
    """Return a step of the hint; steps beyond the last are the last. Raises Cancelled.

    `about`: the horseman (`h2`), the stacks (`s1` the first), the move; or the horseman who can wait, if any,
    then the card to play."""
    if limits.cancelled():
        raise Cancelled
    advice = _advice(state)
    move = spelled(state, advice)
    if not game.permits(state, move):
        raise AssertionError("the rules forbid the move that was found")
    if isinstance(advice, Beat):
        return _defeat(state, advice, move, step)
    if step == 1:
        return _reason(state, table_of(state))
    word, _, card = move.partition(" ")
    return Hint(text="top" if card else word, about=cards_in(card), step=2, steps=2, move=move)


def par(game: Game[State], state: State, limits: Limits) -> tuple[int, ...]:
    """Return the score of the waiting player from a state on. Raises Cancelled."""
    while game.outcome(state) is None:
        if limits.cancelled():
            raise Cancelled
        state = game.apply(state, spelled(state, _advice(state)))
    return game.score(state)


def _advice(state: State) -> Move:
    advice = advise(table_of(state))
    if advice is None:
        raise AssertionError("a game that is not over has a move")
    return advice


def _defeat(state: State, beat: Beat, move: str, step: int) -> Hint:
    if step == 1:
        word = "must" if len(state.stacks) == MAX_STACKS else "can"
        return Hint(text=word, about=(horseman(state, beat),), steps=3)
    if step == 2:
        used = tops_of(state, beat)
        stacks = [f"s{number}" for number, top in enumerate(numbers(state), 1) if top in used]
        return Hint(text="stacks", about=tuple(stacks), step=2, steps=3)
    return Hint(text="exactly", about=(move,), step=3, steps=3, move=move)


def _reason(state: State, table: Table) -> Hint:
    """Return the first step of a hint that does not defeat a horseman."""
    plan = best_plan(table.counts, table.targets)
    if plan:
        return Hint(text="wait", about=(horseman(state, plan[0]),), steps=2)
    makes_a_sum = len(table.counts) > 1
    return Hint(text="cannot" if makes_a_sum else "few", steps=2)
