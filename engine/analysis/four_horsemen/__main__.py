"""Plays Four Horsemen by the hints and by a simpler player, and prints how often each wins.

`python -m engine.analysis.four_horsemen [DEALS]`: numbered deals from 0 on, 200 unless told. The simpler one
sees every sum as well, and defeats who can be defeated; but they play the first pair that they draw, with the
first card that can be its top, and take no reserve.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from engine.analysis import Limits
from engine.analysis.four_horsemen.play import Seen, advise, beats, best_beat, look, sum_of
from engine.analysis.shares import told_share
from engine.four_horsemen import GAMES
from engine.four_horsemen.position import tops

GAME = GAMES[0]


def play_at_once(seen: Seen) -> str | None:
    """What the simpler player does while no horseman can be defeated."""
    able = tops(seen.hand)
    if able:
        return f"play {able[0]}"
    if seen.deck:
        return "draw"
    return "reserve" if seen.reserve and not seen.taken else None


def play(deal: int, advice: Callable[[Seen], str | None]) -> tuple[int, ...]:
    """The score of a deal: horsemen defeated, and the cards left at a win."""
    state = GAME.start(deal)
    while GAME.outcome(state) is None:
        seen = look(state)
        found = best_beat(beats(seen, Limits()))
        move = sum_of(seen, found) if found else advice(seen)
        if move is None:
            raise AssertionError("a game that is not over has a move")
        state = GAME.play(state, move)
    return GAME.score(state)


def main(arguments: list[str]) -> None:
    deals = int(arguments[0]) if arguments else 200
    for name, advice in (("hints", advise), ("first pair", play_at_once)):
        scores = [play(deal, advice) for deal in range(deals)]
        left = [score[1] for score in scores if score[0] == 4]
        average = sum(left) / max(1, len(left))
        print(f"{name}: won {told_share(len(left), deals)}, then {average:.1f} cards left on average")


if __name__ == "__main__":
    main(sys.argv[1:])
