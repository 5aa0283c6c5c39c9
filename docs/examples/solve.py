"""A small solver of Beleaguered Castle and its sisters: python docs/examples/solve.py [citadel] [deal]

Best-first search: of all positions that were met, the most orderly one goes on next. `canonical` makes one of
positions that differ by a symmetry only, here by the order of the rows, so that each is searched once; `key`
alone would keep them apart.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import Any

from engine import Game, find

NODES = 200_000  # positions met, after which the search gives up
RANKS = "A23456789XJQK"


def solve(game: Game[Any], state: Any, nodes: int = NODES) -> tuple[str, ...] | None:
    """Return moves that win from this state; None: none were found."""
    ties = count()  # of positions with the same disorder the newest goes on
    queue: list[tuple[int, int, Any]] = [(disorder(game, state), 0, state)]
    came: dict[Hashable, tuple[Any, str]] = {place(game, state): (None, "")}
    while queue and len(came) < nodes:
        _, _, state = heappop(queue)
        outcome = game.outcome(state)
        if outcome and outcome.winner == 0:
            return path(game, state, came)
        for move in () if outcome else game.legal(state):
            after = game.apply(state, move)
            if place(game, after) not in came:
                came[place(game, after)] = (state, move)
                heappush(queue, (disorder(game, after), -next(ties), after))
    return None


def place(game: Game[Any], state: Any) -> Hashable:
    return game.key(game.canonical(state))


def disorder(game: Game[Any], state: Any) -> int:
    """0 is the win."""
    rows, _, _ = game.show(state).partition(" ")
    return sum(map(disorder_of_row, rows.split("/")))


@cache
def disorder_of_row(row: str) -> int:
    """Cards that are not home count 2, those above a lower one 4 more, since they have to move first."""
    ranks = [RANKS.index(rank) for rank in row[::2] if rank in RANKS]
    return sum(6 if rank > min(ranks[:place], default=rank) else 2 for place, rank in enumerate(ranks))


def path(game: Game[Any], state: Any, came: dict[Hashable, tuple[Any, str]]) -> tuple[str, ...]:
    """Return the moves to a state. Each was made in the very state that is kept with it."""
    moves: list[str] = []
    while (before := came[place(game, state)])[1]:
        state, move = before
        moves.append(move)
    return tuple(reversed(moves))


def main(arguments: list[str]) -> None:
    rules, deal = (*arguments, *("citadel", "7")[len(arguments) :])
    game = find(rules)
    state = game.start(int(deal))
    line = solve(game, state)
    if line is None:
        print(f"no win among {NODES:,} positions")
        return
    for move in line:
        print(game.tell(state, move, 0), end=" ")
        state = game.play(state, move)  # checked: IllegalMove if the search had made a mistake
    print(f"\nwon in {len(line)} moves")


if __name__ == "__main__":
    main(sys.argv[1:])
