"""Self-play: python docs/examples/self_play.py [three_musketeers] [level of the first seat] [of the second]

Bots play each seat; level 0 moves at random, also in a solitaire. Prints the game as text, which
`engine replay` reads.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from engine import DEALS, OPENING, Entry, Game, Match, find, write_text
from engine.analysis import Limits, analyst_of

MAX_ENTRIES = 1000  # random moves in a solitaire may never end


def self_play(game: Game[Any], levels: tuple[int, ...], seed: int) -> Match:
    """Play one game to its end, or until it is stuck or has MAX_ENTRIES entries."""
    dice = random.Random(seed)
    match = Match.start(game, dice.randrange(DEALS))
    while match.turn is not None and match.legal and match.ply < MAX_ENTRIES:
        move = choose(match, levels[match.turn], dice)
        match = match.then(Entry(match.ply, match.turn, "move", move, at=0))
    return match


def choose(match: Match, level: int, dice: random.Random) -> str:
    """Return a move of the bot, or at level 0 a random one."""
    game, state = match.game, match.state
    if level:
        analyst = analyst_of(game)
        if analyst is None or level > analyst.levels:
            raise ValueError(f"{game.title} has no bot of level {level}")
        move: str = analyst.load().choose(game, state, level, dice.randrange(DEALS), Limits())
        return move
    moves = [text for text in match.legal if not text.endswith(OPENING)]
    return dice.choice([*moves, *game.completions(state)])


def main(arguments: list[str]) -> None:
    rules, *given = arguments or ["three_musketeers", "3", "3"]
    match = self_play(find(rules), (*map(int, given), 0, 0), random.randrange(DEALS))
    if match.outcome is None:  # nobody gives up for the player
        print(match.game.picture(match.game.show(match.state)))
    else:
        print(write_text(match), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
