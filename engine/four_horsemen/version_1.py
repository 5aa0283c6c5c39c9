"""Version 1 of Four Horsemen: horsemen are defeated between turns, with an empty or unplayable hand.

Everything else is as in `rules`. The notation of the memory game included the cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.four_horsemen import notation, rules
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import Rule
from engine.game import IllegalMove


def between_turns(state: State) -> bool:
    """Return whether horsemen may be defeated."""
    return not state.hand or not rules.playable(state)


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves."""
    moves = rules.legal(state)
    return moves if between_turns(state) else tuple([move for move in moves if not move.startswith("beat ")])


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None."""
    rule = rules.why(state, text)
    if rule in ("not_a_move", "already_defeated") or not text.startswith("beat ") or between_turns(state):
        return rule
    return "hand_not_empty"


def allows(state: State, move: str) -> bool:
    """Return whether a move is legal."""
    return why(state, move) is None


def completions(state: State) -> Iterator[str]:
    """Yield `beat` moves between turns."""
    return rules.completions(state) if between_turns(state) else iter(())


def read(state: State, typed: str) -> str:
    """Parse a typed move."""
    move = notation.parse(state, typed)
    if why(state, move) == "hand_not_empty":
        raise IllegalMove(
            f"{move} is not possible: horsemen are defeated with an empty hand", "hand_not_empty"
        )
    return notation.read(state, typed)
