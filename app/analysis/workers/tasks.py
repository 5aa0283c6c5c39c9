"""Searches as sent to a worker, and their execution there.

The position of a search is sent as the rules' id and the moves, not as an object: the worker imports what it
needs of the engine. Only worker processes call `carry_out_task`: the searches may import numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from engine import Game, Match, Seat, find
from engine.analysis import Cancelled, Difficulty, Evaluation, Judgement, Limits, Unreachable, Value
from engine.analysis.lines import wins

Search = Literal["choose", "answer", "evaluate", "hint", "solve", "deal", "puzzles", "missed", "par"]
LOOK_SECONDS = 0.4  # after which a look for a missed win ends with the current position


@dataclass(frozen=True, slots=True)
class HeldWin:
    """Number of a player's `moves` in effect after which their win was certain with best play."""

    held: int
    moves: int


@dataclass(frozen=True, slots=True)
class Look:
    """Result of a look for a missed win. `found`: the win that the move of this `number`, from 0, gave away;
    None: the moves from `number` on gave none away. `seconds`: time taken. `held`: with the last look at a
    solved game, by seat."""

    number: int
    found: Evaluation | None
    seconds: float
    held: tuple[HeldWin, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A search.

    - `module`: module with the searches; `rules`, `version`: of the game.
    - `deal`, `position`, `moves`: lead to the searched state, unless the search takes none.
    - `level`, `seed`: of `choose`, `answer` and `deal`.
    - `judging`: module with which `answer` first judges the last move.
    - `step`: of `hint`.
    - `known_line`: of `hint` and `solve`, a known line with the position from which it leads.
    - `nodes`: limit, None for the search's own.
    - `difficulty`: of `deal`.
    - `until`, `solved`: of `missed`, the number of moves to look at, the last one first, and whether the
      last look counts the moves that held a win.
    """

    search: Search
    module: str
    rules: str
    version: int
    deal: int | bytes = 0
    position: str | None = None
    moves: tuple[str, ...] = ()
    level: int = 1
    seed: int = 0
    judging: str = ""
    step: int = 1
    until: int = 0
    solved: bool = False
    known_line: tuple[str, tuple[str, ...]] | None = None
    nodes: int | None = None
    difficulty: Difficulty | None = None

    @classmethod
    def at(cls, match: Match, search: Search, module: str, **options: Any) -> Task:
        moves = tuple(step.move for step in match.steps())[::-1]
        game = match.game
        start: dict[str, Any] = {"deal": match.deal, "position": match.position, "moves": moves}
        return cls(search=search, module=module, rules=game.id, version=game.version, **start, **options)


def carry_out_task(
    task: Task,
    cancelled: Callable[[], bool],
    data: Path | None,
    clock: Callable[[], float] = monotonic,
) -> Any:
    """Return the result of a search. Raises what it raises: Cancelled, Unreachable, or a fault."""
    game, module = find(task.rules, task.version), import_module(task.module)
    limits = Limits(nodes=task.nodes, cancelled=cancelled, data=data)
    if task.search == "answer":
        return _judge(game, task, limits) or module.choose(
            game, _state(game, task), task.level, task.seed, limits
        )
    search: Callable[..., Any] = getattr(module, task.search)
    match task.search:
        case "deal":
            return search(game, task.seed, limits, task.difficulty)
        case "puzzles":
            return search(game)
        case "missed":
            return _look(game, task, search, module.evaluate, limits, clock)
    *earlier, state = _states(game, task)
    match task.search:
        case "choose":
            return search(game, state, task.level, task.seed, limits)
        case "solve" if (line := _rest_of_line(game, state, task.known_line)) and wins(game, state, line):
            return Evaluation(value=Value(exact=True, verdict="winnable"), best=line[:1], line=line)
        case "hint":
            limits = replace(limits, barred=tuple(earlier))
            return search(game, state, task.step, _rest_of_line(game, state, task.known_line), limits)
        case _:
            return search(game, state, limits)


def _look(
    game: Game[Any],
    task: Task,
    search: Callable[..., Any],
    evaluate: Callable[..., Evaluation],
    limits: Limits,
    clock: Callable[[], float],
) -> Look:
    """Look at moves before `task.until`, the last one first, until one has given a win away, all are done, or
    LOOK_SECONDS have passed. Raises Cancelled."""
    states, began = _states(game, task), clock()
    number, found, seconds = task.until, None, 0.0
    while number and seconds < LOOK_SECONDS:
        if limits.cancelled():
            raise Cancelled
        number -= 1
        found = search(game, states[number], task.moves[number], limits)
        seconds = clock() - began
        if found:
            break
    held = _held(game, states, evaluate, limits) if task.solved and (found or not number) else None
    return Look(number, found, seconds, held)


def _held(
    game: Game[Any], states: list[Any], evaluate: Callable[..., Evaluation], limits: Limits
) -> tuple[HeldWin, ...] | None:
    """Return by seat how often a win was held; None: a position has no value. Raises Cancelled."""
    winners: list[list[Seat | None]] = [[] for _ in game.seats]
    for before, after in pairwise(states):
        if limits.cancelled():
            raise Cancelled
        try:
            won = game.outcome(after) or evaluate(game, after, limits).value
        except Unreachable:
            return None
        winners[game.turn(before)].append(won.winner)
    return tuple(HeldWin(after.count(seat), len(after)) for seat, after in enumerate(winners))


def _judge(game: Game[Any], task: Task, limits: Limits) -> Judgement | None:
    """Return the judgement of the last move, None if there is nothing wrong with it."""
    *before, last = task.moves
    state = _state(game, replace(task, moves=tuple(before)))
    judgement: Judgement | None = import_module(task.judging).judge(game, state, last, limits)
    return judgement


def _state(game: Game[Any], task: Task) -> Any:
    return _states(game, task)[-1]


def _states(game: Game[Any], task: Task) -> list[Any]:
    """Return the start, and the state after each move."""
    states = [game.start(task.deal) if task.position is None else game.position(task.position)]
    for move in task.moves:
        states.append(game.apply(states[-1], move))
    return states


def _rest_of_line(
    game: Game[Any], state: Any, known_line: tuple[str, tuple[str, ...]] | None
) -> tuple[str, ...]:
    """Return the rest of a known line from this state, () if the state is not on it."""
    if known_line is None:
        return ()
    position, line = known_line
    here, there = game.show(state), game.position(position)
    for number, move in enumerate(line):
        if game.show(there) == here:
            return line[number:]
        if not game.permits(there, move):
            return ()
        there = game.apply(there, move)
    return ()
