"""The contract of a game: a value that holds the rules as plain functions.

States are frozen values, equal by value, and every function here is pure. A move is one line of ASCII
words separated by single spaces, each word a thing that the player points at. Chance is an argument,
an `Rng`; time is none (see `engine.match`).
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

OPENING = " ..."  # how a text in `legal` ends that stands for moves too many to list


class IllegalMove(ValueError):
    """The player's fault: the rules of play forbid the act. `rule` names the rule in one word."""

    def __init__(self, message: str, rule: str = "not_a_move") -> None:
        super().__init__(message)
        self.rule = rule


class MalformedMove(ValueError):
    """Typed text that is no move in either form, whatever the position."""


class AmbiguousMove(ValueError):
    """Typed text that fits more than one legal move."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` None is a draw, or a solitaire that was lost; `reason` is one word."""

    winner: Seat | None
    reason: str


def first_seat(_: object) -> Seat:
    """`turn` of a game that one seat plays."""
    return 0


def tell_move(_: object, move: str, __: Seat | None) -> str:
    """`tell` of a game whose moves people write as they are."""
    return move


def no_score(_: object) -> tuple[int, ...]:
    """`score` of a game of two players."""
    return ()


def never_reveals(_: object, __: str) -> bool:
    """`reveals` of a game in which everything lies open, or is shown by no move."""
    return False


def no_completions(_: object) -> Iterator[str]:
    """`completions` of a game whose moves are all in `legal`."""
    return iter(())


def whole_state(state: Any) -> Hashable:
    """`key` of a game whose states hold nothing but what the play goes on from."""
    key: Hashable = state
    return key


def same_state(state: S) -> S:
    """`canonical` of a game without symmetries."""
    return state


def labelled(names: Iterable[str], fields: Iterable[str]) -> str:
    """Fields of a position text below each other with their names."""
    return "\n".join(f"{name}: {field}" for name, field in zip(names, fields, strict=True))


def position_lines(position: str) -> str:
    """`picture` with the parts of the first field below each other, then the other fields."""
    first, *others = position.split(" ")
    return "\n".join([*first.split("/"), *others])


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The rules of one game. `id` and `version` name them, the id in every version; a variant is
    `replace(GAME, ...)`. What most games say alike has a default.

    - `family`: the package of the rules in `engine/`, and the folder of the board in `static/games/`.
    - `seats`: their names; `("player",)` makes it a solitaire.
    - `dealt`: the setup depends on chance.
    - `hides`: something is hidden from the players, so that the deal is a secret until the end.
    - `uneven`: the two seats are rated apart.
    - `draws`: a draw may be offered.
    - `daily`: whether a dealt solitaire has a deal of the day.
    - `options`: what this id chooses where its family offers a choice: {"setup": "shuffled"}.
    - `turn(state)`: the seat to move. Meaningless where `outcome(state)` is not None.
    - `legal(state)`: every move, in a fixed order, without doubles; it does not ask `outcome`. A text
      ending in " ..." is an *opening*: it stands for moves too many to list and is no move itself.
    - `apply(state, move)`: trusts that the move is permitted; `play` asks.
    - `view(state, seat)`: JSON, all that this seat (None: a spectator) may see; `position` is always in
      it. Every call makes a new one, so that nobody can change what others see.
    - `view_open(state)`: the view of everybody once the match is over, however it ended, where `view`
      hides some of it.
    - `show(state)` writes the position text, `position(text)` reads it; ValueError names place and
      reason.
    - `tell(state, move, seat)`: the move as people write it, as this seat may read it while the match
      runs. Where nothing `hides`, `view` and `tell` give the same for every seat and for spectators.
    - `tell_legal(state, seat)`: each text of `legal` with what `tell` gives for it, an opening with
      itself. None: the game has no way to tell all at once that is less work than one by one.
    - `tell_open(state, move)`: the move as it is told once the match is over, where `tell` hides some of
      it.
    - `read(state, typed)`: typed input in either form -> the move. MalformedMove, IllegalMove (with the
      rule of `why`) or AmbiguousMove, all of them ValueErrors, say what is wrong.
    - `score(state)`: greater is better; () for two seats, one or two numbers for a solitaire.
    - `why(state, text)`: the rule that forbids this text as a move, one word; None where it is permitted.
    - `reveals(state, move)`: the move shows something new, so it cannot be taken back.
    - `allows(state, move)`: decides on the moves that `legal` has only as an opening.
    - `completions(state)`: real moves for the openings in `legal`, for programs; none where there are
      none.
    - `key(state)`: hashable, for tables of positions met before (transpositions). Positions with equal
      keys have the same legal moves, by their texts, and keys stay equal after each of them. Earlier
      positions and counters are left out.
    - `canonical(state)`: the one position that stands for all that differ by a symmetry of the rules
      only: the order of rows in Beleaguered Castle, rotations and reflections of the board in Three
      Musketeers, the order of horsemen, stacks and cards that lie open in Four Horsemen. Outcome, score
      and number of legal moves are those of the state; the texts of moves may differ. Without symmetries
      the state itself.
    - `from_view(view, rng)`: a state for `sample` and the generator after it, where the position text of
      a view has not all of the state.
    - `picture(position)`: a position text, or that of a view, as lines for people.
    - `uncounted`: reasons of an end after which the score is shown, but is on no leaderboard.
    - `presets`: usual clocks of a game for two, the fastest first; seconds a game, and added for every
      move.
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
        """Whether `move` may be played: it is listed and no opening, or `allows` says yes to what an
        opening stands for."""
        legal = self.legal(state)
        if move in legal:
            return not move.endswith(OPENING)
        return self.allows is not None and any(
            text.endswith(OPENING) and move.startswith(text[: 1 - len(OPENING)]) and self.allows(state, move)
            for text in legal
        )

    def play(self, state: S, move: str) -> S:
        """The state after `move`, checked. IllegalMove with the rule: `game_over` in an ended position,
        otherwise that of `why`."""
        ended = self.outcome(state)
        if ended:
            raise IllegalMove(f"the game is over: {ended.reason}", "game_over")
        if not self.permits(state, move):
            raise self.refusal(state, move)
        return self.apply(state, move)

    def refusal(self, state: S, move: str) -> IllegalMove:
        """The error for a move that is not permitted."""
        rule = self.why(state, move) or "not_a_move"
        return IllegalMove(f"{move[:80]!r} is not possible: {rule}", rule)

    def start(self, deal: int | bytes) -> S:
        """The first state of a deal: the same for all players within one `version`."""
        return self.setup(Rng(deal))

    def sample(self, view: View, rng: Rng) -> tuple[S, Rng]:
        """Return a random state that its seat sees as `view`, and the generator after it.

        What the view hides is drawn, every possibility as likely as every other; earlier views that a player
        may remember are not used. Where nothing is hidden, the state is the only one, but for what no view
        has: in Cardmate the earlier occurrences of positions. ValueError: `view` is none of this game."""
        if self.from_view is not None:
            return self.from_view(view, rng)
        return self.position(view["position"]), rng
