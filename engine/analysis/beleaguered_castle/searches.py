"""Hints, "is this still winnable?" and certified deals of Beleaguered Castle and its sisters.

Every line is replayed by the rules before it is handed out. A deal is called lost only where all of it was
searched; a search that ran into its limit says unknown.
"""

from __future__ import annotations

from itertools import count

from engine.analysis import Difficulty, Evaluation, Hint, Limits, Value
from engine.analysis.beleaguered_castle.difficulty import Bounds, bounds
from engine.analysis.beleaguered_castle.solver import Found, Search
from engine.beleaguered_castle.position import State
from engine.game import Game
from engine.rng import DEALS, Rng

NODES = 500_000  # of one position: about 5 s of one core, and 120 MB
DEAL_NODES = 5_000  # of each of the first deals that are tried
TRIES = 10  # deals after which twice as many nodes are given to each


def solve(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """Whether the position can be won, with a line if so. Where that stays unknown, `best` is a move towards
    the most orderly position that was met."""
    found = search(game, state, NODES if limits.nodes is None else limits.nodes, limits)
    line = found.line if found.verdict == "winnable" else ()
    value = Value(exact=found.verdict != "unknown", verdict=found.verdict)
    return Evaluation(value=value, best=found.line[:1], line=line)


def hint(
    game: Game[State],
    state: State,
    step: int,  # noqa: ARG001 (the hint is one step)
    line: tuple[str, ...],
    limits: Limits,
) -> Hint:
    """The next move of a winning line: of `line`, if the player is still on it, else of a new one."""
    kept = _rest(game, state, line)
    known = Evaluation(value=Value(exact=True, verdict="winnable"), best=kept[:1], line=kept)
    found = known if kept else solve(game, state, limits)
    if not found.best:
        return Hint(text=str(found.value.verdict), value=found.value)
    move = found.best[0]
    return Hint(
        text="move" if found.line else "try",
        about=(game.tell(state, move, 0),),
        move=move,
        value=found.value,
        line=found.line,
    )


def deal(
    game: Game[State], seed: int, limits: Limits, difficulty: Difficulty | None = None
) -> tuple[int, tuple[str, ...]]:
    """The first deal, of those that `seed` shuffles up, for which a line is found; with that line. `limits`
    are for each of the first deals; the search goes on until one is found. Deals of another `difficulty` are
    passed over."""
    chance = Rng(str(seed).encode()[:64])
    if difficulty:
        return _graded_deal(game, chance, limits, bounds(game.id, difficulty))
    nodes = limits.nodes or DEAL_NODES
    for tried in count(1):
        number, chance = chance.below(DEALS)
        found = search(game, game.start(number), nodes, limits)
        if found.verdict == "winnable":
            return number, found.line
        if tried % TRIES == 0:
            nodes *= 2
    raise AssertionError("there are always more deals")


def _graded_deal(
    game: Game[State], chance: Rng, limits: Limits, wanted: Bounds
) -> tuple[int, tuple[str, ...]]:
    while True:
        number, chance = chance.below(DEALS)
        found = search(game, game.start(number), wanted.most, limits)
        if found.verdict == "winnable" and wanted.least <= found.nodes < wanted.most:
            return number, found.line


def search(game: Game[State], state: State, nodes: int, limits: Limits) -> Found:
    """Search up to so many tables. AssertionError: the rules do not win with the line that was found."""
    found = Search(state).run(nodes, limits)
    if found.verdict == "winnable" and not _wins(game, state, found.line):
        raise AssertionError("the rules do not win with the line that was found")
    return found


def _rest(game: Game[State], state: State, line: tuple[str, ...]) -> tuple[str, ...]:
    """What is left of a winning line in this state; () if the player has left it."""
    rests = (line[begin:] for begin in range(len(line)))
    return next((rest for rest in rests if _wins(game, state, rest)), ())


def _wins(game: Game[State], state: State, line: tuple[str, ...]) -> bool:
    for move in line:
        if game.outcome(state) or not game.permits(state, move):
            return False
        state = game.apply(state, move)
    return game.outcome(state) is not None
