"""Version 1 of Four Horsemen: horsemen are defeated between turns, with an empty hand or one out of play.

Everything else is as in `rules`. The moves of the memory game were told with their cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.four_horsemen import notation, rules
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import Rule
from engine.game import IllegalMove


def between_turns(state: State) -> bool:
    """Whether horsemen may be defeated."""
    return not state.hand or not rules.playable(state)


def legal(state: State) -> tuple[str, ...]:
    moves = rules.legal(state)
    return moves if between_turns(state) else tuple([move for move in moves if not move.startswith("beat ")])


def why(state: State, text: str) -> Rule | None:
    rule = rules.why(state, text)
    if rule in ("not_a_move", "already_defeated") or not text.startswith("beat ") or between_turns(state):
        return rule
    return "hand_not_empty"


def allows(state: State, move: str) -> bool:
    return why(state, move) is None


def completions(state: State) -> Iterator[str]:
    return rules.completions(state) if between_turns(state) else iter(())


def read(state: State, typed: str) -> str:
    move = notation.parse(state, typed)
    if why(state, move) == "hand_not_empty":
        raise IllegalMove(
            f"{move} is not possible: horsemen are defeated with an empty hand", "hand_not_empty"
        )
    return notation.read(state, typed)
