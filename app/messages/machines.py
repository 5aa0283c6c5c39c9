"""Hints, values of positions, puzzles: bodies and answers, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from app.messages.acts import Body, Count, Text
from app.messages.games import State

Told = tuple[str, str]  # a move's text, and its notation


class Value(Struct):
    """What is known of a position; what says nothing is left out. `exact`: it is proved. `winner`: the seat
    that wins with best play, null for a draw (only with `exact`), in `plies`; `points` for seat 0, 100 for a
    pawn's worth, at `depth` plies. Of a solitaire the `verdict`, or the best `score` that was found."""

    exact: bool
    winner: int | UnsetType | None = UNSET
    plies: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    verdict: Literal["winnable", "lost", "unknown"] | UnsetType = UNSET
    score: tuple[int, ...] | UnsetType = UNSET


class HintBody(Body):
    """Asks for a hint at a ply: for the next move, or whether the game can still be won. `watch` asks the
    same by a short search, for a warning after each move. `longer`: search
    longer for the move, where the hint said that this may find a better one."""

    ply: Count
    ask: Literal["move", "winnable", "watch"] = "move"
    longer: bool = False


class Hint(Struct):
    """One step of a hint: `text` is a word of the family's catalogue, `about` what it speaks of; `move` and
    `told` are null before the last step. `longer` is there, and true, where a longer search may find a better
    one."""

    step: int
    steps: int
    text: str
    about: tuple[str, ...]
    move: str | None
    told: str | None
    value: Value | None
    longer: bool | UnsetType = UNSET


class Par(Struct):
    """Of a deal: the score that a player of the engine reaches who sees what a person sees, and the best that
    was ever reached or found; null where the game has none, or nothing is known yet."""

    par: tuple[int, ...] | None
    best: tuple[int, ...] | None


class Evaluated(Struct, omit_defaults=True):
    """The value of the position after n entries of a log, its best moves, and moves that show the value, left
    out where there are none."""

    n: int
    value: Value
    best: list[Told]
    line: list[Told] = []


class Analysis(Struct):
    """The values of positions of one game."""

    items: list[Evaluated]


class PositionBody(Body):
    """A position of a game for two, or of a solitaire, by the current rules."""

    rules: Text
    position: Text


class PositionValue(Struct):
    """The value of a position, its best moves, the value of each move where it is known, and moves that show
    the value."""

    value: Value
    best: list[Told]
    moves: list[tuple[str, str, Value]]
    line: list[Told]


class PuzzleMine(Struct):
    """What the current player has done with puzzles: how many they solved at the first try, the days in a row
    with a puzzle of the day solved so, now and at best, and whether they solved that of today in this game,
    null if they have not tried it."""

    solved: int
    streak: int
    best: int
    today: bool | None


class Puzzle(Struct):
    """A position with exactly one winning move for the seat `turn`; grade 1 is easy. `state`: as of
    `/api/lines`. `turns`: how many moves of the solver the line has; `ends`: whether the line ends the game;
    `grades`: those of this game; `games`: the games with puzzles; `mine`: of a signed-in player."""

    id: str
    rules: str
    position: str
    grade: int
    turn: int
    state: State
    turns: int = 1
    ends: bool = False
    grades: list[int] = []
    games: list[str] = []
    mine: PuzzleMine | UnsetType = UNSET


class PuzzleCalendar(Struct):
    """A month of puzzles of the day: by day and game, whether the current player solved the puzzle on its day
    at the first try."""

    month: str
    today: str
    results: dict[str, dict[str, bool]]


class MissedWin(Struct):
    """A forced win that the seat `turn` had after `ply` entries of a game, and gave away with its next move:
    `number` of those in effect, from 1. `plies`: of the win, null where they are not known. `state`: as of
    `/api/lines`."""

    ply: int
    number: int
    turn: int
    plies: int | None
    rules: str
    position: str
    state: State


class MissedWins(Struct):
    """The forced win that was missed in a game; null: none was found."""

    missed: MissedWin | None


class Verdict(Struct):
    """Whether the position after n moves in effect can be won, as far as a search knows."""

    n: int
    verdict: Literal["winnable", "lost", "unknown"]


class Turning(Struct):
    """Where a solitaire was lost, by the `moves` in effect at its end. `winnable`: the last position that is
    proved winnable, `lost`: the first that is proved lost; null: there is none. `start`: the verdict of the
    deal. `told`: the move between the two, where they are neighbours; `ply`: the entries before the move
    after `winnable`, `lost_ply`: those up to the move that leads to `lost`. `line`: a solution from
    `winnable` on. `values`: the positions that were searched."""

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


class PuzzleBody(Body):
    """A try at a puzzle. `line`: the moves and replies before it."""

    move: Tried
    line: Annotated[list[Tried], Meta(max_length=100)] = field(default_factory=list)


class PuzzleAnswer(Struct):
    """Whether the move was right, the value of the position after it, and the move that wins. After a right
    move: the `reply` to it, null if there is none, and whether the puzzle is `done`. After a wrong move:
    `refutation`, the moves that answer it."""

    right: bool
    value: Value | None
    move: str
    told: str
    reply: Told | None = None
    done: bool = False
    refutation: list[Told] = []


class MissedAnswer(Struct):
    """The same for a try at a missed win, which any move solves that is proved to win. `line`: the moves of
    the win, as far as they are known."""

    right: bool
    value: Value | None
    move: str
    told: str
    line: list[Told]
