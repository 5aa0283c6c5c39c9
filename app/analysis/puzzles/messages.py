"""Request and response types for puzzles."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from app.analysis.messages import Tried, Value
from app.core.wire import Body
from app.games.messages import State
from app.games.told import Told


class PuzzleMine(Struct):
    """The current player's puzzle record. `solved`: puzzles solved at the first try; `streak`, `best`:
    consecutive days with the daily puzzle solved at the first try, current and longest; `today`: whether
    today's puzzle of this game was solved, null if not tried."""

    solved: int
    streak: int
    best: int
    today: bool | None


class Puzzle(Struct):
    """A position with exactly one winning move for the seat `turn`. `grade`: 1 is easy; `state`: as of
    `/api/lines`; `turns`: number of the solver's moves in the line; `ends`: the line ends the game; `grades`:
    those of this game; `games`: games that have puzzles; `mine`: only for signed-in players."""

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
    """A month of daily puzzles: by day and game, whether the current player solved the puzzle on its day at
    the first try."""

    month: str
    today: str
    results: dict[str, dict[str, bool]]


class PuzzleBody(Body):
    """A try at a puzzle. `line`: the moves and replies before it."""

    move: Tried
    line: Annotated[list[Tried], Meta(max_length=100)] = field(default_factory=list)


class PuzzleAnswer(Struct):
    """Result of a try: whether the move was right, the value after it, and the winning move. After a right
    move: `reply`, or null, and `done` if the puzzle is solved; `slower`: it wins, but more slowly than
    `move`, and ends the puzzle. After a wrong move: `refutation`, the moves that answer it."""

    right: bool
    value: Value | None
    move: str
    told: str
    reply: Told | None = None
    done: bool = False
    slower: bool = False
    refutation: list[Told] = []
