"""Searches for tests, of any game: the answers are simple, and a seed or a level selects the behaviour.

Worker processes import them as they import the searches of a family.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, NoReturn

from engine import Game
from engine.analysis import (
    Cancelled,
    Difficulty,
    Evaluation,
    Hint,
    Judgement,
    Limits,
    Puzzle,
    Unreachable,
    Value,
)

STUCK, KILLED, FAULTY, SLOW, LONG = 1001, 1002, 1003, 1004, 1005  # seeds
LONG_ANSWER = 3_000_000  # characters: many times what a pipe holds
POLL_SECONDS = 0.01  # between two polls of the stop flag


def choose(game: Game[Any], state: Any, level: int, seed: int, limits: Limits) -> str:
    """Return the first legal move at level 1, the last one at any other."""
    if act := _BEHAVIOUR.get(seed):
        act(limits)
    _wait_if_told(limits)
    if seed == LONG:
        return "x" * LONG_ANSWER
    return game.legal(state)[0 if level == 1 else -1]


def judge(game: Game[Any], state: Any, move: str, limits: Limits) -> Judgement | None:
    """Judge that the last legal move gives the win away, by a line of last legal moves. Fail if
    there is a file `faulty` beside the folder of tables."""
    _wait_if_told(limits)
    if _is_told(limits, "faulty"):
        raise RuntimeError("a fault of the judgement")
    if move != game.legal(state)[-1]:
        return None
    state, line = game.apply(state, move), list[str]()
    for _ in range(3):
        line.append(game.legal(state)[-1])
        state = game.apply(state, line[-1])
    return Judgement(flaw="changes_hands", line=tuple(line), plies=9)


def evaluate(game: Game[Any], state: Any, limits: Limits) -> Evaluation:
    """Say that the seat to move wins in as many plies as it has moves; the other one if there is a file
    `other_wins` beside the folder of tables. The number is unknown if there is a file `no_plies`; a state
    with one move cannot arise."""
    _wait_if_told(limits)
    moves = game.legal(state)
    if len(moves) == 1:
        raise Unreachable("a position with one move cannot arise")
    if len(game.seats) == 1:
        score = tuple(number + 100 for number in game.score(state))
        return Evaluation(value=Value(exact=False, score=score), best=moves[:1])
    turn, known = game.turn(state), not _is_told(limits, "no_plies")
    winner = 1 - turn if _is_told(limits, "other_wins") else turn
    value = Value(exact=True, winner=winner, plies=len(moves) if known else None)
    return Evaluation(value=value, best=moves[:1], moves={moves[0]: value}, line=moves[:1])


def missed(game: Game[Any], state: Any, move: str, limits: Limits) -> Evaluation | None:
    """Say that the first legal move wins at once, and that every other one gives that away."""
    _wait_if_told(limits)
    best = game.legal(state)[:1]
    if move in best:
        return None
    return Evaluation(value=Value(exact=True, winner=game.turn(state), plies=1), best=best, line=best)


def hint(game: Game[Any], state: Any, step: int, line: tuple[str, ...], limits: Limits) -> Hint:
    """Give two steps: whether a line was kept, then its first move, or the first legal one; the last legal
    one if the search is longer."""
    _wait_if_told(limits)
    if limits.nodes:
        line = game.legal(state)[-1:]
    move = line[0] if line else game.legal(state)[0]
    kept = line or (move,)
    if step == 1:
        return Hint(text="kept" if line else "new", about=(move,), step=1, steps=2, line=kept)
    return Hint(text="move", step=2, steps=2, move=move, line=kept)


def solve(game: Game[Any], state: Any, limits: Limits) -> Evaluation:
    """Say that everything can be won; that all is lost if there is a file `lost` beside the folder of
    tables."""
    _wait_if_told(limits)
    if _is_told(limits, "lost"):
        return Evaluation(value=Value(exact=True, verdict="lost"))
    return Evaluation(value=Value(exact=True, verdict="winnable"), line=game.legal(state)[:1])


def deal(
    game: Game[Any], seed: int, limits: Limits, difficulty: Difficulty | None
) -> tuple[int, tuple[str, ...]]:
    """Return deal 7 for any of these seeds; 8 if a difficulty is asked for."""
    _wait_if_told(limits)
    assert seed >= 0
    found = 8 if difficulty else 7
    return found, game.legal(game.start(found))[:1]


def par(game: Game[Any], state: Any, limits: Limits) -> tuple[int, ...]:
    """Return twice the score, of 7 and more."""
    _wait_if_told(limits)
    return tuple(2 * number + 7 for number in game.score(state))


def puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """Return three puzzles at the start position, of grades 1, 2 and 2; the last one is of two moves."""
    start = game.start(0)
    move = game.legal(start)[2]
    after = game.apply(start, move)
    reply = game.legal(after)[0]
    line = (move, reply, game.legal(game.apply(after, reply))[0])
    return tuple(
        Puzzle(
            id=f"p{number}",
            position=game.show(start),
            line=line if number == 3 else line[:1],
            grade=min(number, 2),
        )
        for number in (1, 2, 3)
    )


def _wait_if_told(limits: Limits) -> None:
    """Search on while there is a file `wait` beside the folder of tables, until told to stop or the file
    is removed."""
    while _is_told(limits, "wait"):
        _look(limits)


def _is_told(limits: Limits, word: str) -> bool:
    """Return whether there is a file of this name beside the folder of tables."""
    return limits.data is not None and (limits.data.parent / word).exists()


def _look(limits: Limits) -> None:
    if limits.cancelled():
        raise Cancelled
    time.sleep(POLL_SECONDS)


def _stick(_: Limits) -> NoReturn:
    while True:
        time.sleep(POLL_SECONDS)


def _slow(limits: Limits) -> NoReturn:
    while True:
        _look(limits)


def _die(_: Limits) -> NoReturn:
    os._exit(3)


def _fail(_: Limits) -> NoReturn:
    raise RuntimeError("a fault of the search")


_BEHAVIOUR: dict[int, Callable[[Limits], NoReturn]] = {
    STUCK: _stick,
    KILLED: _die,
    FAULTY: _fail,
    SLOW: _slow,
}
