"""Pickle and copy support of Match: stores the moves, replays the states."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.entry import RedoStack, Step
from engine.game import Seat
from engine.match_state import MatchState

Moves = list[tuple[Seat, str]]


def take_apart(match: MatchState) -> tuple[dict[str, Any], Any, Moves, Moves]:
    """Return the other fields, the initial state, the moves in effect, and the undone moves."""
    steps = [*reversed(tuple(match.steps()))]
    first = steps[0].before if steps else match.state
    redo_stack, undone = match.redo_stack, []
    while redo_stack:
        undone.append((redo_stack.step.seat, redo_stack.step.move))
        redo_stack = redo_stack.rest
    rest = {part.name: getattr(match, part.name) for part in fields(match) if part.init}
    for name in ("state", "step", "redo_stack"):
        del rest[name]
    return rest, first, [(step.seat, step.move) for step in steps], undone


def rebuild(kind: type[Any], rest: dict[str, Any], first: Any, done: Moves, undone: Moves) -> Any:
    """Rebuild a match from the parts of `take_apart` by replaying its moves."""
    game, state = rest["game"], first
    steps: list[Step] = []
    for number, (seat, move) in enumerate((*done, *undone), 1):
        steps.append(Step(steps[-1] if steps else None, number, seat, move, state, game.apply(state, move)))
        state = steps[-1].after
    redo_stack: RedoStack | None = None
    for step in reversed(steps[len(done) :]):
        redo_stack = RedoStack(step, redo_stack)
    last = steps[len(done) - 1] if done else None
    return kind(**rest, state=last.after if last else first, step=last, redo_stack=redo_stack)
