"""Plays Four Horsemen by the hints and by two simpler players, and prints how often each wins, and how many
deals can be won by someone who knows the deck.

`python -m engine.analysis.four_horsemen [DEALS]`: numbered deals from 0 on, 200 unless told. All see every
sum. The hints wait: see `waiting`. The simpler players defeat who can be defeated; one of them looks one
stack ahead (`play`), the other plays the first pair drawn, with the first card that can be its top, and takes
no reserve.
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
    """Who defeats whoever can be defeated, and otherwise follows the advice."""

    def move(state: State) -> str | None:
        seen = look(state)
        found = best_beat(beats(seen, Limits()))
        return sum_of(seen, found) if found else advice(seen)

    return move


def first_pair(seen: Seen) -> str | None:
    """What the simplest player does while no horseman can be defeated."""
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
    """The score of a deal: horsemen defeated, and the cards left at a win."""
    state = GAME.start(deal)
    while GAME.outcome(state) is None:
        move = player(state)
        if move is None:
            raise AssertionError("a game that is not over has a move")
        state = GAME.play(state, move)
    return GAME.score(state)


def winnable(deal: int) -> bool:
    """Whether the deal can be won by someone who knows the deck; the rules play the line. ValueError: that
    was not decided."""
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
