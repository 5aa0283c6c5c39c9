"""Search functions of Cardinal's Guards: the best line found, and hints that follow it.

Every line is replayed by the rules before it is returned.
"""

from __future__ import annotations

from engine.analysis import Evaluation, Hint, Limits, Value
from engine.analysis.cardinals_guards import SEARCH_NODES
from engine.analysis.cardinals_guards.beam import Line, search
from engine.cardinals_guards.position import PERFECT_SCORE, State
from engine.game import Game

HINT_NODES = 1_500_000  # positions of a search for a hint: 0.2 s of one core for most deals, 2 s at most


def evaluate(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """Return the best score found, with a line to it; no line if none improves the current score. `exact`
    only for the maximum score."""
    return _evaluation(_search(game, state, limits, SEARCH_NODES))


def hint(
    game: Game[State],
    state: State,
    step: int,  # noqa: ARG001 (the hint is one step)
    line: tuple[str, ...],
    limits: Limits,
) -> Hint:
    """Return the next move of `line`, or of a new line to the end of the game if that one has ended or leads
    back. With `limits.nodes`, always search, and replace `line` if the new one is better."""
    best = _follow(game, state, line, limits)
    if limits.nodes is not None or not best.moves:
        best = max(best, _search(game, state, limits, HINT_NODES), key=lambda line: line.score)
    value = _evaluation(best).value
    if not best.moves:
        return Hint(text="no_more", value=value)
    move = best.moves[0]
    text = "best" if best.score < PERFECT_SCORE else "perfect"
    about = (game.tell(state, move, 0),)
    return Hint(text=text, about=about, move=move, value=value, line=best.moves)


def _evaluation(best: Line) -> Evaluation:
    value = Value(exact=best.score == PERFECT_SCORE, score=(best.score,))
    return Evaluation(value=value, best=best.moves[:1], line=best.moves)


def _search(game: Game[State], state: State, limits: Limits, default: int) -> Line:
    found = search(state, default if limits.nodes is None else limits.nodes, limits)
    if _follow(game, state, found.moves, limits).score != found.score:
        raise AssertionError("the rules do not count what the search has found")
    return found


def _follow(game: Game[State], state: State, moves: tuple[str, ...], limits: Limits) -> Line:
    """Return a line with the score at its end; no moves unless it is legal, improves the score, and leads
    to none of `limits.barred`."""
    now, barred = Line(game.score(state)[0], ()), set(map(game.key, limits.barred))
    for move in moves:
        if game.outcome(state) or not game.permits(state, move):
            return now
        state = game.apply(state, move)
        if game.key(state) in barred:
            return now
    over, points = game.outcome(state), game.score(state)[0]
    is_better = points > now.score and not (over and over.reason in game.uncounted)
    return Line(points, moves) if is_better else now
