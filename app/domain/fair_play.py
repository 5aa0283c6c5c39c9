"""Fair play: how the position of a running game between people is known again when somebody asks about it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from app.domain.game_info import GameInfo
from engine import OPENING, Game, Match

BEGUN = 4  # moves of each seat from which on the position is no common opening any more


def position_key(game: Game[Any], state: Any) -> int:
    """64 bits of a position, the same in every game of the family and in every process; counters and earlier
    positions do not count."""
    text = f"{game.family} {game.key(state)!r}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], signed=True)


def position_keys(game: Game[Any], states: Iterable[Any]) -> list[int]:
    """Return the keys of some positions; [] for a solitaire, of which none are asked for."""
    return [position_key(game, state) for state in states] if len(game.seats) > 1 else []


def running_key(info: GameInfo, match: Match) -> int | None:
    """The key of where a game stands that runs between people; None of any other game."""
    if match.outcome or not info.between_people:
        return None
    return position_key(match.game, match.state)


def neighbour_keys(match: Match) -> frozenset[int]:
    """Return the keys of where a match stands, of the position before, and of those after each move."""
    game, state = match.game, match.state
    moves = [move for move in match.legal if not move.endswith(OPENING)]
    if game.allows is not None:
        moves += game.completions(state)
    states = [state, *(game.apply(state, move) for move in moves)]
    if match.step:
        states.append(match.step.before)
    return frozenset(position_key(game, one) for one in states)


def is_begun(match: Match) -> bool:
    """Whether each of the two seats has BEGUN moves in effect."""
    moves = [step.seat for step in match.steps()]
    return all(moves.count(seat) >= BEGUN for seat in (0, 1))
