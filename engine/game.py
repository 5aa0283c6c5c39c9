"""Interface of a game: a value that holds the rules as pure functions.

States are frozen and compared by value. A move is ASCII words separated by single spaces; each word names a
thing that the player points at. Randomness is an argument (`Rng`); time is not part of the rules (see
`engine.match`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from engine.rng import Rng

Seat = int  # 0 or 1; a solitaire has seat 0 only
View = Mapping[str, Any]  # JSON
S = TypeVar("S")

OPENING = " ..."  # suffix of a text in `legal` that stands for moves too many to list


class IllegalMove(ValueError):
    """The rules forbid the act. `rule` names the rule in one word."""

    def __init__(self, message: str, rule: str = "not_a_move") -> None:
        super().__init__(message)
        self.rule = rule


class MalformedMove(ValueError):
    """Typed text that is not a move in either form, in any position."""


class AmbiguousMove(ValueError):
    """Typed text that fits more than one legal move."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game. `winner` None: a draw or a lost solitaire; `reason`: one word."""

    winner: Seat | None
    reason: str


def first_seat(_: object) -> Seat:
    """`turn` of a solitaire."""
    return 0


def tell_move(_: object, move: str, __: Seat | None) -> str:
    """`tell` of a game whose notation is the move itself."""
    return move


def no_score(_: object) -> tuple[int, ...]:
    """`score` of a two-player game."""
    return ()


def never_reveals(_: object, __: str) -> bool:
    """`reveals` of a game in which no move shows hidden information."""
    return False


def no_completions(_: object) -> Iterator[str]:
    """`completions` of a game without openings."""
    return iter(())


def whole_state(state: Any) -> Hashable:
    """`key` of a game whose states hold no history."""
    key: Hashable = state
    return key


def same_state(state: S) -> S:
    """`canonical` of a game without symmetries."""
    return state


def labelled(names: Iterable[str], fields: Iterable[str]) -> str:
    """Return the fields of a position text, one per line with their names."""
    return "\n".join(f"{name}: {field}" for name, field in zip(names, fields, strict=True))


def position_lines(position: str) -> str:
    """Default `picture`: one line per part of the first field, then one line per other field."""
    first, *others = position.split(" ")
    return "\n".join([*first.split("/"), *others])


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The rules of one game, identified by `id` and `version`; a variant is `replace(GAME, ...)`.

    - `family`: the package of the rules in `engine/`, and the folder of the board in `static/games/`.
    - `seats`: their names; `("player",)` makes it a solitaire.
    - `dealt`: the setup depends on chance.
    - `hides`: the players do not see everything; the deal is secret until the end.
    - `uneven`: the two seats have separate ratings.
    - `draws`: a draw may be offered.
    - `daily`: whether a dealt solitaire has a daily deal.
    - `options`: this id's choices among the options of its family: {"setup": "shuffled"}.
    - `setup(rng)`: the first state; all chance comes from `rng`.
    - `turn(state)`: the seat to move. Undefined if `outcome(state)` is not None.
    - `outcome(state)`: how the game has ended; None while it goes on.
    - `legal(state)`: every move, in a fixed order, without duplicates; ignores `outcome`. A text ending in
      " ..." is an *opening*: it stands for moves too many to list and is not a move itself.
    - `apply(state, move)`: the state after a legal move, unchecked; `play` checks.
    - `view(state, seat)`: JSON of all that this seat (None: a spectator) may see, with the key `position`.
      Every call returns a new object, so callers cannot change each other's views.
    - `view_open(state)`: the view for everyone after the end of the match, if `view` hides something.
    - `show(state)` writes the position text, `position(text)` reads it; ValueError names place and
      reason.
    - `tell(state, move, seat)`: the move in notation, as this seat may read it during the match. Without
      `hides`, `view` and `tell` are the same for every seat and for spectators.
    - `tell_legal(state, seat)`: each text of `legal` with its `tell`, an opening with itself. None: no
      faster way than `tell` for each move.
    - `tell_open(state, move)`: the notation after the end of the match, if `tell` hides something.
    - `read(state, typed)`: the move for typed input in either form. MalformedMove, IllegalMove (with the
      rule of `why`) or AmbiguousMove, all ValueErrors, say what is wrong.
    - `score(state)`: greater is better; () for two seats, one or two numbers for a solitaire.
    - `why(state, text)`: the rule that forbids this text as a move, one word; None if it is legal.
    - `reveals(state, move)`: the move shows hidden information, so it cannot be taken back.
    - `allows(state, move)`: whether a move that `legal` covers by an opening is legal.
    - `completions(state)`: real moves for the openings in `legal`, for programs.
    - `key(state)`: hashable key for transposition tables. Positions with equal keys have the same legal
      moves, by text, and equal keys after each of them. History and counters are left out.
    - `canonical(state)`: the representative of all positions equal up to a symmetry of the rules: the
      order of rows in Beleaguered Castle, rotations and reflections in Three Musketeers, the order of
      horsemen, stacks and open cards in Four Horsemen. Outcome, score and number of legal moves are those
      of the state; the texts of moves may differ. Without symmetries: the state itself.
    - `from_view(view, rng)`: a state for `sample` and the generator after it, if the position text of a
      view lacks a part of the state.
    - `picture(position)`: a position text, also one from a view, as lines for people.
    - `uncounted`: end reasons whose scores are shown, but not ranked on leaderboards.
    - `presets`: usual clocks of a two-player game, fastest first: (base, increment) in seconds.
    """

    id: str
    version: int
    family: str
    title: str
    seats: tuple[str, ...]
    dealt: bool = False
    hides: bool = False
    uneven: bool = False
    draws: bool = False
    daily: bool = True
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    setup: Callable[[Rng], S]
    turn: Callable[[S], Seat] = first_seat
    legal: Callable[[S], tuple[str, ...]]
    apply: Callable[[S, str], S]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], View]
    view_open: Callable[[S], View] | None = None
    show: Callable[[S], str]
    position: Callable[[str], S]
    tell: Callable[[S, str, Seat | None], str] = tell_move
    tell_legal: Callable[[S, Seat | None], list[tuple[str, str]]] | None = None
    tell_open: Callable[[S, str], str] | None = None
    read: Callable[[S, str], str]
    score: Callable[[S], tuple[int, ...]] = no_score
    why: Callable[[S, str], str | None]
    reveals: Callable[[S, str], bool] = never_reveals
    allows: Callable[[S, str], bool] | None = None
    completions: Callable[[S], Iterator[str]] = no_completions
    key: Callable[[S], Hashable] = whole_state
    canonical: Callable[[S], S] = same_state
    from_view: Callable[[View, Rng], tuple[S, Rng]] | None = None
    picture: Callable[[str], str] = position_lines
    uncounted: frozenset[str] = frozenset()
    presets: tuple[tuple[int, int], ...] = ()

    def permits(self, state: S, move: str) -> bool:
        """Return whether `move` is legal: listed and not an opening, or covered by an opening and allowed."""
        legal = self.legal(state)
        if move in legal:
            return not move.endswith(OPENING)
        return self.allows is not None and any(
            text.endswith(OPENING) and move.startswith(text[: 1 - len(OPENING)]) and self.allows(state, move)
            for text in legal
        )

    def play(self, state: S, move: str) -> S:
        """Return the state after `move`. Raise IllegalMove with the rule: `game_over` if the position has
        ended, otherwise that of `why`."""
        ended = self.outcome(state)
        if ended:
            raise IllegalMove(f"the game is over: {ended.reason}", "game_over")
        if not self.permits(state, move):
            raise self.refusal(state, move)
        return self.apply(state, move)

    def refusal(self, state: S, move: str) -> IllegalMove:
        """Return the error for an illegal move."""
        rule = self.why(state, move) or "not_a_move"
        return IllegalMove(f"{move[:80]!r} is not possible: {rule}", rule)

    def start(self, deal: int | bytes) -> S:
        """Return the initial state of a deal, the same for all players of one `version`."""
        return self.setup(Rng(deal))

    def sample(self, view: View, rng: Rng) -> tuple[S, Rng]:
        """Return a random state consistent with `view`, and the generator after it.

        Hidden information is drawn uniformly; earlier views that a player may remember are not used. If
        nothing is hidden, the state is unique except for what no view contains: in Cardmate the earlier
        occurrences of positions. ValueError: `view` is not a view of this game."""
        if self.from_view is not None:
            return self.from_view(view, rng)
        return self.position(view["position"]), rng
