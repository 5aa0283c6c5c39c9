"""A match taken apart for pickle and copy, and put together again: its moves go along, not its states."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.entry import Ahead, Step
from engine.game import Seat
from engine.match_state import MatchState

Moves = list[tuple[Seat, str]]


def take_apart(match: MatchState) -> tuple[dict[str, Any], Any, Moves, Moves]:
    """The other fields, the first state, the moves in effect, and those to be redone."""
    steps = [*reversed(tuple(match.steps()))]
    first = steps[0].before if steps else match.state
    ahead, undone = match.ahead, []
    while ahead:
        undone.append((ahead.step.seat, ahead.step.move))
        ahead = ahead.rest
    rest = {part.name: getattr(match, part.name) for part in fields(match) if part.init}
    for name in ("state", "step", "ahead"):
        del rest[name]
    return rest, first, [(step.seat, step.move) for step in steps], undone


def rebuild(kind: type[Any], rest: dict[str, Any], first: Any, done: Moves, undone: Moves) -> Any:
    """The match that was taken apart: the states are made again from the first by the moves."""
    game, state = rest["game"], first
    steps: list[Step] = []
    for number, (seat, move) in enumerate((*done, *undone), 1):
        steps.append(Step(steps[-1] if steps else None, number, seat, move, state, game.apply(state, move)))
        state = steps[-1].after
    ahead: Ahead | None = None
    for step in reversed(steps[len(done) :]):
        ahead = Ahead(step, ahead)
    last = steps[len(done) - 1] if done else None
    return kind(**rest, state=last.after if last else first, step=last, ahead=ahead)
