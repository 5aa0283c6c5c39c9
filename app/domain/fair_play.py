"""Fair play: position keys that detect analysis requests about running games between people."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from app.domain.game_info import GameInfo
from engine import OPENING, Game, Match

MIN_MOVES_PER_SEAT = 4  # with fewer, a position is a common opening


def position_key(game: Game[Any], state: Any) -> int:
    """Return a 64-bit hash of a position, the same in every game of the family and every process, without
    history and counters."""
    text = f"{game.family} {game.key(state)!r}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], signed=True)


def position_keys(game: Game[Any], states: Iterable[Any]) -> list[int]:
    """Return the keys of positions; [] for a solitaire, which needs none."""
    return [position_key(game, state) for state in states] if len(game.seats) > 1 else []


def running_key(info: GameInfo, match: Match) -> int | None:
    """Return the key of the current position of a running game between people; None for other games."""
    if match.outcome or not info.between_people:
        return None
    return position_key(match.game, match.state)


def neighbour_keys(match: Match) -> frozenset[int]:
    """Return the keys of the current position, the one before, and those after each legal move."""
    game, state = match.game, match.state
    moves = [move for move in match.legal if not move.endswith(OPENING)]
    if game.allows is not None:
        moves += game.completions(state)
    states = [state, *(game.apply(state, move) for move in moves)]
    if match.step:
        states.append(match.step.before)
    return frozenset(position_key(game, one) for one in states)


def is_past_opening(match: Match) -> bool:
    """Return whether each of the two seats has MIN_MOVES_PER_SEAT moves in effect."""
    moves = [step.seat for step in match.steps()]
    return all(moves.count(seat) >= MIN_MOVES_PER_SEAT for seat in (0, 1))
