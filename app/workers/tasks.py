"""Searches and replays as they are sent to a worker, and how a worker carries them out.

The position of a search goes as the rules' name and the moves, not as an object: what a worker needs of the
engine it imports by itself. Only worker processes call `carry_out`: the searches may import numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, Generic, Literal, TypeVar

from engine import Game, Match, find
from engine.analysis import Cancelled, Difficulty, Evaluation, Hint, Judgement, Limits, Puzzle, Value

T = TypeVar("T")

Search = Literal["choose", "answer", "evaluate", "hint", "solve", "deal", "puzzles", "missed", "par"]
LOOK = 0.4  # seconds after which a look for a missed win ends with the position that it is at


@dataclass(frozen=True, slots=True)
class Look:
    """What a look for a missed win has come to. `found`: the win that the move of this `number` gave away,
    from 0; None: the moves from `number` on gave none away. `seconds`: that it took."""

    number: int
    found: Evaluation | None
    seconds: float


Answer = (
    str
    | Judgement
    | Evaluation
    | Hint
    | tuple[int, tuple[str, ...]]
    | tuple[Puzzle, ...]
    | tuple[int, ...]
    | Look
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """`module`: with the searches; `rules`, `version`: of the game; `deal`, `position`, `moves`: lead to the
    state that is searched, unless the search takes none; `level`, `seed` of `choose`, `answer` and `deal`;
    `judging`: the module by which `answer` first judges the last move; `step` of `hint`; `kept`: of `hint`
    and `solve`: the position text from which a kept line leads, and that line; `nodes`: its limit, None: that
    of the search; `difficulty`: of the winnable `deal`; `until`: of `missed`: how many of the moves are
    looked at, the last one first."""

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
    kept: tuple[str, tuple[str, ...]] | None = None
    nodes: int | None = None
    difficulty: Difficulty | None = None

    @property
    def kind(self) -> str:
        """The kind of search, as metrics name it."""
        return self.search

    @classmethod
    def at(cls, match: Match, search: Search, module: str, **options: Any) -> Task:
        """A search from where a match stands."""
        moves = tuple(step.move for step in match.steps())[::-1]
        game = match.game
        start: dict[str, Any] = {"deal": match.deal, "position": match.position, "moves": moves}
        return cls(search=search, module=module, rules=game.id, version=game.version, **start, **options)


@dataclass(frozen=True, slots=True)
class Replay(Generic[T]):
    """A replay: `function` called with `arguments`, all of which can be pickled. `kind`: as metrics name it;
    `rules`: of the game."""

    kind: Literal["import", "check", "line", "frames"]
    rules: str
    function: Callable[..., T]
    arguments: tuple[Any, ...]

    def __call__(self) -> T:
        """Replay in this process."""
        return self.function(*self.arguments)


def carry_out(
    task: Task | Replay[Any],
    cancelled: Callable[[], bool],
    data: Path | None,
    clock: Callable[[], float] = monotonic,
) -> Any:
    """Return the answer of a search or replay. Raises what it raises: Cancelled, Unreachable, Refusal, or a
    fault."""
    if isinstance(task, Replay):
        return task()
    game, module = find(task.rules, task.version), import_module(task.module)
    limits = Limits(nodes=task.nodes, cancelled=cancelled, data=data)
    if task.search == "answer":
        return _judge(game, task, limits) or module.choose(
            game, _state(game, task), task.level, task.seed, limits
        )
    search: Callable[..., Answer] = getattr(module, task.search)
    match task.search:
        case "deal":
            return search(game, task.seed, limits, task.difficulty)
        case "puzzles":
            return search(game)
        case "missed":
            return _look(game, task, search, limits, clock)
    state = _state(game, task)
    match task.search:
        case "choose":
            return search(game, state, task.level, task.seed, limits)
        case "solve" if (line := _rest_of_line(game, state, task.kept)) and _wins(game, state, line):
            return Evaluation(value=Value(exact=True, verdict="winnable"), best=line[:1], line=line)
        case "hint":
            return search(game, state, task.step, _rest_of_line(game, state, task.kept), limits)
        case _:
            return search(game, state, limits)


def _look(
    game: Game[Any], task: Task, search: Callable[..., Any], limits: Limits, clock: Callable[[], float]
) -> Look:
    """Look at moves before `task.until`, the last one first, until one has given a win away, all have been
    looked at, or LOOK seconds have passed. Cancelled."""
    states, began = _states(game, task), clock()
    number, seconds = task.until, 0.0
    while number and seconds < LOOK:
        if limits.cancelled():
            raise Cancelled
        number -= 1
        found = search(game, states[number], task.moves[number], limits)
        seconds = clock() - began
        if found:
            return Look(number, found, seconds)
    return Look(number, None, seconds)


def _judge(game: Game[Any], task: Task, limits: Limits) -> Judgement | None:
    """What is wrong with the last move."""
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


def _wins(game: Game[Any], state: Any, line: tuple[str, ...]) -> bool:
    """Whether a line leads to the win of a solitaire."""
    for move in line:
        if game.outcome(state) or not game.permits(state, move):
            return False
        state = game.apply(state, move)
    outcome = game.outcome(state)
    return outcome is not None and outcome.winner == 0


def _rest_of_line(game: Game[Any], state: Any, kept: tuple[str, tuple[str, ...]] | None) -> tuple[str, ...]:
    """What is left of a kept line in this state; () where the state is not on it."""
    if kept is None:
        return ()
    position, line = kept
    here, there = game.show(state), game.position(position)
    for number, move in enumerate(line):
        if game.show(there) == here:
            return line[number:]
        if not game.permits(there, move):
            return ()
        there = game.apply(there, move)
    return ()
