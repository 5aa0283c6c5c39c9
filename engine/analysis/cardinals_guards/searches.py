"""The best line that was found in Cardinal's Guards, and hints that follow it.

More nodes find better lines, up to 56 points, more than which there is not. Every line is replayed by the
rules before it is handed out.
"""

from __future__ import annotations

from dataclasses import replace

from engine.analysis import Evaluation, Hint, Limits, Value
from engine.analysis.cardinals_guards import NODES
from engine.analysis.cardinals_guards.beam import Line, search
from engine.cardinals_guards.position import PERFECT, State
from engine.game import Game

FIRST_NODES = 30_000  # positions made for a hint at first: about 0.3 s of one core
SHORT = 6  # moves: the rest of a kept line that is shorter may fit a position by chance, so it is compared


def evaluate(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """The best score that was found, with a line to it; no line where nothing better was found than the score
    so far. `exact` only where no score is greater."""
    return _evaluation(_search(game, state, limits))


def hint(
    game: Game[State],
    state: State,
    step: int,  # noqa: ARG001 (the hint is one step)
    line: tuple[str, ...],
    limits: Limits,
) -> Hint:
    """The next move of the best line that was found: of `line`, if the player is still on it, else of one
    that is found within FIRST_NODES. With `limits.nodes` a line is searched in any case, which takes the
    place of `line` if it is better."""
    best = _rest(game, state, line)
    if limits.nodes is not None:
        best = max(best, _search(game, state, limits), key=lambda line: line.score)
    elif len(best.moves) < SHORT:
        found = _search(game, state, replace(limits, nodes=FIRST_NODES))
        best = max(best, found, key=lambda line: line.score)
    value = _evaluation(best).value
    if not best.moves:
        return Hint(text="no_more", value=value)
    move = best.moves[0]
    text = "best" if best.score < PERFECT else "perfect"
    about = (game.tell(state, move, 0),)
    return Hint(text=text, about=about, move=move, value=value, line=best.moves)


def _evaluation(best: Line) -> Evaluation:
    value = Value(exact=best.score == PERFECT, score=(best.score,))
    return Evaluation(value=value, best=best.moves[:1], line=best.moves)


def _search(game: Game[State], state: State, limits: Limits) -> Line:
    found = search(state, NODES if limits.nodes is None else limits.nodes, limits)
    if _replay(game, state, found.moves) != found.score:
        raise AssertionError("the rules do not count what the search has found")
    return found


def _rest(game: Game[State], state: State, line: tuple[str, ...]) -> Line:
    """What is left of a kept line in this state and leads to more points; no moves if the player has left
    it."""
    now = game.score(state)[0]
    for begin in range(len(line)):
        points = _replay(game, state, line[begin:])
        if points is not None and points > now:
            return Line(points, line[begin:])
    return Line(now, ())


def _replay(game: Game[State], state: State, moves: tuple[str, ...]) -> int | None:
    """The score after these moves; None if they cannot all be made, or lose a musketeer."""
    for move in moves:
        if game.outcome(state) or not game.permits(state, move):
            return None
        state = game.apply(state, move)
    over = game.outcome(state)
    return None if over and over.reason in game.uncounted else game.score(state)[0]
