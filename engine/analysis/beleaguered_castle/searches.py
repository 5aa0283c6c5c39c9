"""Search functions of Beleaguered Castle and its variants: hints, winnability, certified deals.

Every line is replayed by the rules before it is returned. The verdict is `lost` only after an exhaustive
search, and `unknown` if the search reached its limit.
"""

from __future__ import annotations

from itertools import count

from engine.analysis import Difficulty, Evaluation, Hint, Limits, Value
from engine.analysis.beleaguered_castle.difficulty import Bounds, bounds
from engine.analysis.beleaguered_castle.solver import Found, Search
from engine.analysis.lines import wins
from engine.beleaguered_castle.position import State
from engine.game import Game
from engine.rng import DEALS, Rng

DEFAULT_NODES = 500_000  # per position: about 5 s of one core, and 120 MB
DEAL_NODES = 5_000  # for each of the first deals tried
DEALS_PER_DOUBLING = 10  # after so many deals the nodes per deal are doubled


def solve(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """Return whether the position can be won, with a line if so. If unknown, `best` is a move towards the
    position with the lowest cost."""
    found = search(game, state, DEFAULT_NODES if limits.nodes is None else limits.nodes, limits)
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
    """Return the next move of a winning line: of `line` if the player still follows it, else of a new one."""
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
    """Return the first deal, of those drawn with `seed`, for which a line is found, and the line.

    `limits` apply to each of the first deals; later ones get more nodes. Deals of other difficulties are
    skipped."""
    chance = Rng(str(seed).encode()[:64])
    if difficulty:
        return _graded_deal(game, chance, limits, bounds(game.id, difficulty))
    nodes = limits.nodes or DEAL_NODES
    for tried in count(1):
        number, chance = chance.below(DEALS)
        found = search(game, game.start(number), nodes, limits)
        if found.verdict == "winnable":
            return number, found.line
        if tried % DEALS_PER_DOUBLING == 0:
            nodes *= 2
    raise AssertionError("there are always more deals")


def _graded_deal(
    game: Game[State], chance: Rng, limits: Limits, wanted: Bounds
) -> tuple[int, tuple[str, ...]]:
    while True:
        number, chance = chance.below(DEALS)
        found = search(game, game.start(number), wanted.max_nodes, limits)
        if found.verdict == "winnable" and wanted.min_nodes <= found.nodes < wanted.max_nodes:
            return number, found.line


def search(game: Game[State], state: State, nodes: int, limits: Limits) -> Found:
    """Search up to `nodes` tables. AssertionError: the line does not win by the rules."""
    found = Search(state).run(nodes, limits)
    if found.verdict == "winnable" and not wins(game, state, found.line):
        raise AssertionError("the rules do not win with the line that was found")
    return found


def _rest(game: Game[State], state: State, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rest of a winning line in this state; () if the player has left it."""
    rests = (line[begin:] for begin in range(len(line)))
    return next((rest for rest in rests if wins(game, state, rest)), ())
