"""Request and response types for hints, evaluations, missed wins and turning points."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from app.core.wire import Body, Count, Text
from app.games.messages import State
from app.games.told import Told
from app.model.analysts import has
from engine import GAMES

EvaluatedRules = Annotated[
    Text, Meta(extra_json_schema={"enum": [game.id for game in GAMES.values() if has(game, "evaluate")]})
]


class Value(Struct):
    """Value of a position; unknown fields are omitted.

    `exact`: proved. Games for two: `winner`, the seat that wins with best play, in `plies`; null for a draw,
    only with `exact`; otherwise `points` for seat 0, 100 per pawn, at a search `depth` in plies. Solitaires:
    the `verdict`, or the best `score` found.
    """

    exact: bool
    winner: int | UnsetType | None = UNSET
    plies: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    verdict: Literal["winnable", "lost", "unknown"] | UnsetType = UNSET
    score: tuple[int, ...] | UnsetType = UNSET


class HintBody(Body):
    """Request for a hint at a ply: the next move, or whether the game can still be won. `watch` asks the
    latter with a short search, for a warning after each move. `longer`: search longer for a move, if the last
    hint offered it."""

    ply: Count
    ask: Literal["move", "winnable", "watch"] = "move"
    longer: bool = False


class Hint(Struct):
    """One step of a hint. `text`: key in the family's catalogue; `about`: what the hint refers to; `move`,
    `told`: null before the last step; `longer`: true if a longer search may find a better hint, else omitted.
    """

    step: int
    steps: int
    text: str
    about: tuple[str, ...]
    move: str | None
    told: str | None
    value: Value | None
    longer: bool | UnsetType = UNSET


class DealVerdict(Struct):
    """Verdict on the deal of a solitaire, before its first move. `lost`: proved that nobody can win it;
    false: a short search has not proved that."""

    lost: bool


class Par(Struct):
    """Par of a deal: the score of an engine player that sees what a person sees; `best`: the best score ever
    reached or found. Null if the game has none or it is not known yet."""

    par: tuple[int, ...] | None
    best: tuple[int, ...] | None


class Evaluated(Struct, omit_defaults=True):
    """Value and best moves of the position after n log entries. `line`: moves that demonstrate the value,
    omitted if empty."""

    n: int
    value: Value
    best: list[Told]
    line: list[Told] = []


class Analysis(Struct):
    """Values of the positions of a game."""

    items: list[Evaluated]


class PositionBody(Body):
    """A position of a game for two or of a solitaire, under the current rules."""

    rules: EvaluatedRules
    position: Text


class PositionValue(Struct):
    """Value and best moves of a position. `moves`: value of each move, where known; `line`: moves that
    demonstrate the value."""

    value: Value
    best: list[Told]
    moves: list[tuple[str, str, Value]]
    line: list[Told]


class MissedWin(Struct):
    """A forced win that seat `turn` had after `ply` log entries and lost with its next move. `number`: of
    that move among those in effect, from 1; `plies`: length of the win, null if unknown; `state`: as of
    `/api/lines`."""

    ply: int
    number: int
    turn: int
    plies: int | None
    rules: str
    position: str
    state: State


class HeldWin(Struct):
    """For how many of the current player's `moves` in effect their win was certain after the move."""

    held: int
    moves: int


class MissedWins(Struct):
    """The missed forced win of a game; null if none was found. `held`: only in a solved game."""

    missed: MissedWin | None
    held: HeldWin | UnsetType = UNSET


class Verdict(Struct):
    """Verdict of a search on the position after n moves in effect."""

    n: int
    verdict: Literal["winnable", "lost", "unknown"]


class Turning(Struct):
    """Where a solitaire was lost, counted in moves in effect at its end (`moves`).

    - `winnable`: last position proved winnable; `lost`: first position proved lost; null if there is none.
    - `start`: verdict on the deal.
    - `told`: the move between the two, if they are adjacent.
    - `ply`: entries before the move after `winnable`; `lost_ply`: entries up to the move that leads to
      `lost`.
    - `line`: a solution from `winnable`.
    - `values`: the positions searched.
    """

    moves: int
    winnable: int | None
    lost: int | None
    start: Literal["winnable", "lost", "unknown"]
    told: str | None
    ply: int | None
    lost_ply: int | None
    line: list[Told]
    values: list[Verdict]


Tried = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]


class TryBody(Body):
    """A try at a missed win."""

    move: Tried


class MissedAnswer(Struct):
    """Result of a try at a missed win; any move that is proved to win is right. `line`: the known moves of
    the win."""

    right: bool
    value: Value | None
    move: str
    told: str
    line: list[Told]
