"""Benchmark of Four Horsemen players: win rates of the hints and two simpler players.

`python -m engine.analysis.four_horsemen [DEALS]`: numbered deals from 0 on, default 200. It also prints how
many deals can be won with a known deck. All players find every expression. The hints wait (`waiting`). The
simpler players defeat a horseman as soon as possible; one looks one stack ahead (`play`), the other plays the
first pair, with its first possible top, and does not take the reserve.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from engine.analysis import Limits
from engine.analysis.four_horsemen import waiting
from engine.analysis.four_horsemen.known_deck import solve
from engine.analysis.four_horsemen.model import spelled, table_of
from engine.analysis.four_horsemen.play import Seen, advise, beats, best_beat, look, sum_of
from engine.analysis.shares import told_share
from engine.four_horsemen import GAMES
from engine.four_horsemen.position import State, tops

GAME = GAMES[0]
Player = Callable[[State], str | None]


def defeats_at_once(advice: Callable[[Seen], str | None]) -> Player:
    """Return a player that defeats a horseman if possible, and otherwise follows `advice`."""

    def move(state: State) -> str | None:
        seen = look(state)
        found = best_beat(beats(seen, Limits()))
        return sum_of(seen, found) if found else advice(seen)

    return move


def first_pair(seen: Seen) -> str | None:
    """Advice of the simplest player while no horseman can be defeated."""
    able = tops(seen.hand)
    if able:
        return f"play {able[0]}"
    if seen.deck:
        return "draw"
    return "reserve" if seen.reserve and not seen.taken else None


def waits(state: State) -> str | None:
    move = waiting.advise(table_of(state))
    return None if move is None else spelled(state, move)


PLAYERS: dict[str, Player] = {
    "waiting": waits,
    "one-ply": defeats_at_once(advise),
    "first pair": defeats_at_once(first_pair),
}


def play(deal: int, player: Player) -> tuple[int, ...]:
    """Play a deal and return its score: horsemen defeated, and cards left after a win."""
    state = GAME.start(deal)
    while GAME.outcome(state) is None:
        move = player(state)
        if move is None:
            raise AssertionError("a game that is not over has a move")
        state = GAME.play(state, move)
    return GAME.score(state)


def winnable(deal: int) -> bool:
    """Return whether the deal can be won with a known deck; the line is replayed by the rules. ValueError:
    undecided."""
    state = GAME.start(deal)
    found = solve(table_of(state))
    if found.verdict == "unknown":
        raise ValueError(f"deal {deal} is not decided after {found.tables} tables")
    for move in found.line:
        state = GAME.play(state, spelled(state, move))
    won = GAME.score(state)[0] == 4
    if won != (found.verdict == "winnable"):
        raise AssertionError(f"deal {deal}: the line does not win")
    return won


def main(arguments: list[str]) -> None:
    deals = range(int(arguments[0]) if arguments else 200)
    print(f"the deck known: can be won {told_share(sum(map(winnable, deals)), len(deals))}")
    for name, player in PLAYERS.items():
        scores = [play(deal, player) for deal in deals]
        left = [score[1] for score in scores if score[0] == 4]
        average = sum(left) / max(1, len(left))
        print(f"{name}: won {told_share(len(left), len(deals))}, then {average:.1f} cards left on average")


if __name__ == "__main__":
    main(sys.argv[1:])
