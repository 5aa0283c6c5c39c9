"""Benchmark of Four Horsemen players: win rates of the hints and of two quick players.

`python -m engine.analysis.four_horsemen [DEALS [PLAYER]]`: numbered deals from 0 on, default 200, and one
player or all of them. The quick players defeat horsemen once all that stand can be defeated, or from a number
of stacks on: `waiting` from five, `at-once` from two.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from engine.analysis import Limits
from engine.analysis.four_horsemen.rollouts import candidates
from engine.analysis.four_horsemen.searches import advise, quick_score
from engine.analysis.four_horsemen.seen import look
from engine.analysis.shares import told_share
from engine.four_horsemen import GAMES

GAME = GAMES[0]
Player = Callable[[int], tuple[int, ...]]  # plays a deal, and returns the score


class Hints:
    """Player that follows the hints. `seconds`: processor time of each hint that had a choice."""

    def __init__(self) -> None:
        self.seconds = list[float]()

    def play(self, deal: int) -> tuple[int, ...]:
        """Return the score: horsemen defeated, and cards left after a win."""
        state = GAME.start(deal)
        while GAME.outcome(state) is None:
            began = process_time()
            move = advise(GAME, state, Limits())
            spent = process_time() - began
            plans, position, *_ = look(GAME.view(state, 0))
            if len(candidates(plans, position)) > 1:
                self.seconds.append(spent)
            state = GAME.play(state, move)
        return GAME.score(state)


def main(arguments: list[str]) -> None:
    deals, only = range(int(arguments[0]) if arguments else 200), arguments[1:]
    hints = Hints()
    players: dict[str, Player] = {
        "hints": hints.play,
        "waiting": lambda deal: quick_score(GAME, GAME.start(deal)),
        "at-once": lambda deal: quick_score(GAME, GAME.start(deal), 2),
    }
    for name, play in players.items():
        if only and name not in only:
            continue
        scores = list(map(play, deals))
        left = [score[1] for score in scores if score[0] == 4]
        average = sum(left) / max(1, len(left))
        print(f"{name}: won {told_share(len(left), len(deals))}, then {average:.1f} cards left on average")
        if play == hints.play:
            print(f"seconds of a hint: median {median(hints.seconds):.2f}, {max(hints.seconds):.2f} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
