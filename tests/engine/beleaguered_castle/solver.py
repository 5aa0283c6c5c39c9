"""Solver of deals: best first, no position twice, a bounded number of positions.

`python -m tests.engine.beleaguered_castle.solver` writes the solutions that the tests replay. Rows are
alike, so positions that differ only in the order of their rows count as one; a harmless move to a
foundation is made at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from typing import Literal

from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAMES, apply, legal, outcome, view
from engine.cards import NUMBER

SOLUTIONS_FILE = Path(__file__).with_name("solutions.json")
LOST_UNLESS_RELAXED = 573  # the strict game cannot be won, the relaxed one can
DEALS = {
    "beleaguered_castle": (2, 7, 8),
    "beleaguered_castle_relaxed": (2, 10, LOST_UNLESS_RELAXED),
    "citadel": (2, 6, 8),
    "citadel_relaxed": (2, 3, 7),
    "streets_and_alleys": (2, 8, 17),
    "streets_and_alleys_relaxed": (4, 12, 17),
}

Key = tuple[tuple[str, ...], tuple[int, ...]]


def solve(
    start: State, positions: int, moves: Callable[[State], Sequence[str]] | None = None
) -> tuple[str, ...] | Literal["lost", "unknown"]:
    """Return moves that win; lost: exhausted without a win; unknown: `positions` were too few.

    `moves`: the moves to try in a position, by default `worth_trying`."""
    paths: dict[Key, tuple[Key | None, str]] = {key(start): (None, "")}
    waiting = [(0, 0, 0, start)]
    while waiting and len(paths) < positions:
        _, _, depth, state = heappop(waiting)
        if outcome(state):
            return path(paths, key(state))
        for move in (moves or worth_trying)(state):
            after = apply(state, move)
            if key(after) not in paths:
                paths[key(after)] = key(state), move
                heappush(waiting, (disorder(after) + depth // 4, len(paths), depth + 1, after))
    return "unknown" if waiting else "lost"


def key(state: State) -> Key:
    return tuple(sorted(state.rows)), state.home


def path(paths: dict[Key, tuple[Key | None, str]], end: Key) -> tuple[str, ...]:
    moves = []
    back, move = paths[end]
    while back is not None:
        moves.append(move)
        back, move = paths[back]
    return tuple(reversed(moves))


def worth_trying(state: State) -> list[str]:
    """Return the legal moves but for those that change only which of the empty rows is which."""
    safe: list[str] = view(state, None)["safe"]
    if safe:
        return safe[:1]
    empty = [f"r{number}" for number, row in enumerate(state.rows, 1) if not row]
    alone = [f"r{number}" for number, row in enumerate(state.rows, 1) if len(row) == 2]
    return [
        move
        for move in legal(state)
        if move[3:] not in empty[1:] and not (move[:2] in alone and move[3:] in empty)
    ]


def disorder(state: State) -> int:
    """Return an estimate of the moves still needed: cards not home, and twice those on a lower card."""
    return 52 - sum(state.home) + 2 * sum(map(_blocking, state.rows))


@cache
def _blocking(row: str) -> int:
    ranks = [NUMBER[rank] for rank in row[::2]]
    return sum(min(ranks[:place]) < rank for place, rank in enumerate(ranks) if place)


def main() -> None:
    """Write {id: {deal: [moves]}}, one deal per line."""
    games = []
    for game in GAMES:
        found = {deal: json.dumps(solve(game.start(deal), 100_000)) for deal in DEALS[game.id]}
        deals = ",\n".join(f'  "{deal}": {moves}' for deal, moves in found.items())
        games.append(f' "{game.id}": {{\n{deals}\n }}')
    SOLUTIONS_FILE.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
