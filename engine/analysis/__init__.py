"""Searches over the games: opponents, values of positions, hints, certified deals, puzzles.

This module and the `__init__` of each package below it are what a server imports: they say what a family
offers, and import neither numpy nor a search. The searches stand in the module that `Analyst.searches` names,
which worker processes import. No module of the rules imports this package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from engine.game import Game, Seat

Ability = Literal["hint", "evaluate", "winnable", "puzzle"]
Verdict = Literal["winnable", "lost", "unknown"]
Difficulty = Literal["easy", "medium", "hard", "fiendish"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "fiendish")  # of winnable deals
Flaw = Literal["lost_win", "forced_loss", "chain", "changes_hands"]
CHECK_EVERY = 1000  # nodes, at most, between two looks at `Limits.cancelled`


class Cancelled(Exception):
    """The search was told to stop before it had an answer."""


class NeedsExtra(ImportError):
    """The search needs a package that only the extra `analysis` installs; says so in a sentence."""


class Unreachable(ValueError):
    """The position cannot arise in a game, so that there is no answer; says why, in a sentence."""


def _never() -> bool:
    return False


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a search may use. `nodes`: None stands for the search's own limit. `cancelled`: is asked every
    CHECK_EVERY nodes; the search then raises Cancelled. `data`: the folder of tables, if there is one."""

    nodes: int | None = None
    cancelled: Callable[[], bool] = _never
    data: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What is known of a position. `exact`: proved, otherwise the search's view. Of games for two: `winner`
    is the seat that wins with best play (None with `exact`: drawn), `plies` until then, if known; `points`:
    from seat 0's side, 100 a pawn's worth, at `depth` plies. Of solitaires: the `verdict`, or the best final
    `score` found. Fields that say nothing are None."""

    exact: bool
    winner: Seat | None = None
    plies: int | None = None
    points: int | None = None
    depth: int | None = None
    verdict: Verdict | None = None
    score: tuple[int, ...] | None = None

    def told(self, game: Game[Any]) -> str:
        """As in "cardinal wins in 33 plies", "+1.20 for forehand, 6 plies deep" or "winnable"."""
        if self.verdict is not None:
            return self.verdict
        if self.score is not None:
            return f"score {', '.join(map(str, self.score))}{'' if self.exact else ' or more'}"
        if self.points is not None:
            return f"{self.points / 100:+.2f} for {game.seats[0]}, {_plies(self.depth or 0)} deep"
        if not self.exact:
            return "unknown"
        if self.winner is None:
            return "drawn"
        return f"{game.seats[self.winner]} wins" + ("" if self.plies is None else f" in {_plies(self.plies)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The value of a position, its best moves (equal ones, the preferred one first; () at an end), and the
    value of each legal move where the search knows it, as of this position. `line`: moves that show the
    value."""

    value: Value
    best: tuple[str, ...] = ()
    moves: Mapping[str, Value] = field(default_factory=dict)
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """One step of a hint. `text`: a word of the family's catalogue (`hint.<text>` in static/games), `about`:
    what it speaks of, as told forms or cells; `step` of `steps`; `move`: the move itself, in the last step.
    `line`: the winning line from here on, which is kept with the game and handed to the next hint."""

    text: str
    about: tuple[str, ...] = ()
    step: int = 1
    steps: int = 1
    move: str | None = None
    value: Value | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What is wrong with a move of a game for two, and how the opponent answers it.

    - lost_win: the mover could force a win within `plies`, the move counted, and has none that is about as
      short any more; `line` is the opponent's move that prevents it
    - forced_loss: the opponent can now force a win within `plies`; `line` leads to it
    - chain: the mover has to capture, and stands `points` worse at the end of `line` than before the move
    - changes_hands: the game is solved; the win was the mover's, and now is the opponent's (in `plies`)

    `line` begins with the opponent's move and alternates; `points`: 100 for a pawn's worth."""

    flaw: Flaw
    line: tuple[str, ...]
    plies: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position with exactly one winning move. `line`: the moves of the solver, each the only one that wins,
    and between them the opponent's replies. It ends with a move of the solver, or with a reply that ends the
    game. `grade` 1 (easy) and up."""

    id: str
    position: str
    line: tuple[str, ...]
    grade: int

    @property
    def move(self) -> str:
        """The move that wins."""
        return self.line[0]


def _no_remark(_game: Game[Any], _state: Any, _move: str) -> str | None:
    return None


def _supports_all(_game: Game[Any]) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyst:
    """What a family offers. `levels`: of opponents, 1 is the weakest, 0: there are none. `searches`: the
    module with those of these functions that `levels` and `abilities` promise. All of them are
    deterministic in their arguments, raise Cancelled when told to stop, and are given a state that is not
    over:

        choose(game, state, level, seed: int, limits) -> str             a move; seed decides what is random
        evaluate(game, state, limits) -> Evaluation                      raises Unreachable
        hint(game, state, step: int, line: tuple[str, ...], limits) -> Hint    `line`: kept from the last one;
                                                    with `limits.nodes` it is searched in any case
        solve(game, state, limits) -> Evaluation                         winnable: the verdict, with a line
        deal(game, seed: int, limits, difficulty: Difficulty | None) -> tuple[int, tuple[str, ...]]
                                                    a deal that can be won, of this difficulty, with its line
        par(game, state, limits) -> tuple[int, ...]   where `par`: the score that a player reaches who sees
                                                    what a person sees
        puzzles(game) -> tuple[Puzzle, ...]                              easy first
        missed(game, state, move, limits) -> Evaluation | None           where `missed`: the value of a proved
                                                    win, with its line, if the move gave it away; some tenths
                                                    of a second at most, without a look at `cancelled`

    `judging`: the module that says what is wrong with a legal move, so that a machine can warn its opponent
    ("": there is none):

        judge(game, state, move, limits) -> Judgement | None

    `tables`: the module that builds tables for the searches ("": they need none), in the folder of Limits:

        make(folder: Path, report: Callable[[float, str], None]) -> Iterator[str]   builds what is missing;
                                                    one process at a time, which may be killed at any moment
        ship(folder: Path, report) -> Iterator[str]          makes the files of the package again, from these
        count(folder: Path, report) -> Iterator[str]         counts what is won, for docs/truth.md

    `report` is told the share that is done and what is worked on; the texts are sentences for the operator.
    OSError: a file cannot be written; ValueError: a table is not what it should be.

    `remark`: why a machine may have made this move, a word of the family's catalogue (`remark.<word>`); it is
    cheap, and asked in the server's process. `version`: of `solve`, raised by every change of a verdict or a
    count of nodes, since certificates of daily deals name it. `missed`: whether there is the search of that
    name. `longer`: the nodes of a longer search for a hint, which may find a better one; 0: there is none.
    `par`: whether there is the search of that name. `has_puzzles`: whether this game of the family has
    puzzles, where the family has the ability. `supports`: whether the searches know this game of the family,
    at this version."""

    family: str
    searches: str
    judging: str = ""
    tables: str = ""
    levels: int = 0
    version: int = 0
    abilities: frozenset[Ability] = frozenset()
    missed: bool = False
    longer: int = 0
    par: bool = False
    remark: Callable[[Game[Any], Any, str], str | None] = _no_remark
    has_puzzles: Callable[[Game[Any]], bool] = _supports_all
    supports: Callable[[Game[Any]], bool] = _supports_all

    def load(self) -> ModuleType:
        """Import the module of the searches, for worker processes and commands. NeedsExtra: it needs numpy,
        which is not installed."""
        try:
            return import_module(self.searches)
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            raise NeedsExtra(
                f'{self.family}: its searches need numpy: pip install "richelieu-engine[analysis]"'
            ) from None


def analyst_of(game: Game[Any]) -> Analyst | None:
    """What there is for this game, by its family's package `engine.analysis.<family>`; None: nothing."""
    name = f"engine.analysis.{game.family}"
    if find_spec(name) is None:
        return None
    analyst: Analyst = import_module(name).ANALYST
    if not analyst.supports(game):
        return None
    if analyst.has_puzzles(game):
        return analyst
    return replace(analyst, abilities=analyst.abilities - {"puzzle"})
