"""The contract of a game: a value that holds the rules as plain functions.

States are frozen values, equal by value, and every function here is pure. A move is one line of ASCII
words separated by single spaces, each word a thing that the player points at. Chance is an argument,
an `Rng`; time is none (see `engine.match`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.rng import Rng

Seat = int  # 0 or 1; a solitaire has seat 0 only
View = Mapping[str, Any]  # JSON
S = TypeVar("S")

OPENING = " ..."  # how a text in `legal` ends that stands for moves too many to list


class IllegalMove(ValueError):
    """The player's fault: the rules of play forbid the act. `rule` names the rule in one word."""

    def __init__(self, message: str, rule: str = "not_a_move") -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` None is a draw, or a solitaire that was lost; `reason` is one word."""

    winner: Seat | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The rules of one game. `id` and `version` name them for ever; a variant is `replace(GAME, ...)`.

    - `family`: the package of the rules in `engine/`, and the folder of the board in `static/games/`.
    - `seats`: their names; `("player",)` makes it a solitaire.
    - `dealt`: the setup depends on chance. `hides`: something is hidden from the players, so that the deal
      is a secret until the end. `uneven`: the two seats are rated apart. `draws`: a draw may be offered.
    - `turn(state)`: the seat to move. Meaningless where `outcome(state)` is not None.
    - `legal(state)`: every move, in a fixed order, without doubles; it does not ask `outcome`. A text
      ending in " ..." is an *opening*: it stands for moves too many to list and is no move itself.
    - `apply(state, move)`: trusts that the move is permitted.
    - `view(state, seat)`: JSON, all that this seat (None: a spectator) may see; `position` is always in it.
    - `show(state)` writes the position text, `position(text)` reads it; ValueError names place and reason.
    - `tell(state, move, seat)`: the move as people write it, as this seat may read it.
      Where nothing `hides`, `view` and `tell` give the same for every seat and for spectators.
    - `read(state, typed)`: typed input in either form -> the move; ValueError says what is wrong.
    - `score(state)`: greater is better; () for two seats, one or two numbers for a solitaire.
    - `why(state, text)`: the rule that forbids this text as a move, one word.
    - `reveals(state, move)`: the move shows something new, so it cannot be taken back.
    - `allows(state, move)`: decides on the moves that `legal` has only as an opening.
    - `uncounted`: reasons of an end after which the score is shown, but is on no leaderboard.
    """

    id: str
    version: int
    family: str
    title: str
    seats: tuple[str, ...]
    dealt: bool
    hides: bool
    uneven: bool
    draws: bool
    setup: Callable[[Rng], S]
    turn: Callable[[S], Seat]
    legal: Callable[[S], tuple[str, ...]]
    apply: Callable[[S, str], S]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], View]
    show: Callable[[S], str]
    position: Callable[[str], S]
    tell: Callable[[S, str, Seat | None], str]
    read: Callable[[S, str], str]
    score: Callable[[S], tuple[int, ...]]
    why: Callable[[S, str], str]
    reveals: Callable[[S, str], bool]
    allows: Callable[[S, str], bool] | None = None
    uncounted: frozenset[str] = frozenset()

    def permits(self, state: S, move: str) -> bool:
        """Whether `move` may be played: it is listed and no opening, or `allows` says yes to what an
        opening stands for."""
        legal = self.legal(state)
        if move in legal:
            return not move.endswith(OPENING)
        return self.allows is not None and any(
            text.endswith(OPENING) and move.startswith(text[: 1 - len(OPENING)]) and self.allows(state, move)
            for text in legal
        )

    def start(self, deal: int | bytes) -> S:
        """The first state of a deal: the same for all players, for ever (within one `version`)."""
        return self.setup(Rng(deal))
