"""Search functions of Cardinal's Guards: best line found, and hints that follow it.

More nodes find better lines, up to the maximum of 56 points. Every line is replayed by the rules before it is
returned.
"""

from __future__ import annotations

from dataclasses import replace

from engine.analysis import Evaluation, Hint, Limits, Value
from engine.analysis.cardinals_guards import SEARCH_NODES
from engine.analysis.cardinals_guards.beam import Line, search
from engine.analysis.lines import after_line
from engine.cardinals_guards.position import PERFECT_SCORE, State
from engine.game import Game

HINT_NODES = 30_000  # positions for a first hint: about 0.3 s of one core
MIN_STORED_LINE_MOVES = 6  # a shorter rest of a stored line may fit by chance: compare it with a new search


def evaluate(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """Return the best score found, with a line to it; no line if none improves the current score. `exact`
    only for the maximum score."""
    return _evaluation(_search(game, state, limits))


def hint(
    game: Game[State],
    state: State,
    step: int,  # noqa: ARG001 (the hint is one step)
    line: tuple[str, ...],
    limits: Limits,
) -> Hint:
    """Return the next move of `line` if the player still follows it, else of a line found within HINT_NODES.
    With `limits.nodes`, always search, and replace `line` if the new one is better."""
    best = _rest(game, state, line)
    if limits.nodes is not None:
        best = max(best, _search(game, state, limits), key=lambda line: line.score)
    elif len(best.moves) < MIN_STORED_LINE_MOVES:
        found = _search(game, state, replace(limits, nodes=HINT_NODES))
        best = max(best, found, key=lambda line: line.score)
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


def _search(game: Game[State], state: State, limits: Limits) -> Line:
    found = search(state, SEARCH_NODES if limits.nodes is None else limits.nodes, limits)
    if _score_after(game, state, found.moves) != found.score:
        raise AssertionError("the rules do not count what the search has found")
    return found


def _rest(game: Game[State], state: State, line: tuple[str, ...]) -> Line:
    """Return the rest of a stored line that improves the current score; no moves if the player has left
    it."""
    now = game.score(state)[0]
    for begin in range(len(line)):
        points = _score_after(game, state, line[begin:])
        if points is not None and points > now:
            return Line(points, line[begin:])
    return Line(now, ())


def _score_after(game: Game[State], state: State, moves: tuple[str, ...]) -> int | None:
    """Return the score after these moves; None if one is illegal, or a musketeer is lost."""
    after = after_line(game, state, moves)
    over = None if after is None else game.outcome(after)
    return None if after is None or (over and over.reason in game.uncounted) else game.score(after)[0]
