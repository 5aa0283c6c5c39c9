"""Game analysis: bots, evaluations, hints, certified deals, puzzles.

A server imports only this module and the `__init__` of each subpackage: they describe what a family offers
and import neither numpy nor a search. Worker processes import the module named by `Analyst.searches`. No
module of the rules imports this package.
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
Flaw = Literal["lost_win", "forced_loss", "chain", "costly", "changes_hands"]
NODES_PER_CANCEL_CHECK = 1000  # at most, between two calls of `Limits.cancelled`


class Cancelled(Exception):
    """The search was cancelled before it had a result."""


class NeedsExtra(ImportError):
    """The search needs a package of the extra `analysis`. The message is a sentence for the user."""


class Unreachable(ValueError):
    """The position cannot arise in a game. The message is a sentence for the user."""


def _never() -> bool:
    return False


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a search.

    - `nodes`: None: the default of the search.
    - `cancelled`: called every NODES_PER_CANCEL_CHECK nodes; if it returns True, the search raises Cancelled.
    - `data`: the folder of tables, if any.
    - `barred`: states of the game so far; a hint that improves a score does not lead back to them."""

    nodes: int | None = None
    cancelled: Callable[[], bool] = _never
    data: Path | None = None
    barred: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """Value of a position; unknown fields are None.

    - `exact`: proved, not an estimate.
    - `winner`: in a two-player game, the seat that wins with best play (None and `exact`: drawn).
    - `plies`: number of plies until that win, if known.
    - `points`: estimate in centipawns from seat 0's side, searched `depth` plies deep.
    - `verdict`, `score`: in a solitaire, whether it can be won, or the best final score found."""

    exact: bool
    winner: Seat | None = None
    plies: int | None = None
    points: int | None = None
    depth: int | None = None
    verdict: Verdict | None = None
    score: tuple[int, ...] | None = None

    def told(self, game: Game[Any]) -> str:
        """Return text such as "cardinal wins in 33 plies", "+1.20 for forehand, 6 plies deep" or
        "winnable"."""
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
    """Evaluation of a position.

    - `best`: equally good best moves, the preferred one first; () at the end of the game.
    - `moves`: values of legal moves, as far as known, relative to this position.
    - `line`: principal variation."""

    value: Value
    best: tuple[str, ...] = ()
    moves: Mapping[str, Value] = field(default_factory=dict)
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """One step of a hint.

    - `text`: key in the family's catalogue (`hint.<text>` in static/games).
    - `about`: notations or cells that the hint refers to.
    - `step` of `steps`; `move`: the move, in the last step.
    - `line`: the winning line from here on, or the move, stored with the game and passed to the next hint."""

    text: str
    about: tuple[str, ...] = ()
    step: int = 1
    steps: int = 1
    move: str | None = None
    value: Value | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Flaw of a move in a two-player game, and how the opponent exploits it.

    - lost_win: the mover could force a win within `plies`, including the move, and no longer has one of about
      that length; `line` is the opponent's reply that prevents it
    - forced_loss: the opponent can now force a win within `plies`; `line` leads to it
    - chain: forced captures leave the mover `points` centipawns worse at the end of `line` than before the
      move
    - costly: another move is worth `points` centipawns more, by estimates; `line` begins with the best reply
    - changes_hands: the game is solved; the mover had a win, now the opponent has one (in `plies`)

    `line` starts with the opponent's move."""

    flaw: Flaw
    line: tuple[str, ...]
    plies: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position with exactly one winning move.

    - `line`: the solver's moves, each the only winning one, alternating with the opponent's replies. The last
      move is the solver's, or a reply that ends the game.
    - `grade`: 1 (easy) and up."""

    id: str
    position: str
    line: tuple[str, ...]
    grade: int

    @property
    def move(self) -> str:
        """The winning move."""
        return self.line[0]


def _no_remark(_game: Game[Any], _state: Any, _move: str) -> str | None:
    return None


def _supports_all(_game: Game[Any]) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyst:
    """Analysis functions of a family.

    `searches` names the module with the functions that `levels`, `abilities`, `missed` and `par` announce.
    They are deterministic in their arguments, raise Cancelled when cancelled, and expect a state that is not
    over:

        choose(game, state, level, seed: int, limits) -> str
            a bot's move; `seed` determines all randomness
        evaluate(game, state, limits) -> Evaluation
            raises Unreachable
        hint(game, state, step: int, line: tuple[str, ...], limits) -> Hint
            `line`: the rest of the last hint's line, () if the player has left it; with `limits.nodes` it
            searches in any case
        solve(game, state, limits) -> Evaluation
            ability winnable: the verdict, with a line
        deal(game, seed: int, limits, difficulty: Difficulty | None) -> tuple[int, tuple[str, ...]]
            ability winnable: a winnable deal of this difficulty, with its line
        par(game, state, limits) -> tuple[int, ...]
            the score of an engine player that sees what a person sees
        puzzles(game) -> tuple[Puzzle, ...]
            easy ones first
        missed(game, state, move, limits) -> Evaluation | None
            the value of a proved win, with its line, if the move gave it away; takes some tenths of a second
            at most, without calling `cancelled`

    `judging` names the module that judges legal moves, to warn a bot's opponent ("": none):

        judge(game, state, move, limits) -> Judgement | None

    `tables` names the module that builds tables for the searches ("": none), in the folder `Limits.data`:

        make(folder: Path, report: Callable[[float, str], None]) -> Iterator[str]
            builds missing tables; one process at a time, which may be killed at any moment

    `makers` names the module for those who work on the package, which is not installed with it ("": none):

        ship(folder: Path, report) -> Iterator[str]
            rebuilds the package's data files from the tables
        count(folder: Path, report) -> Iterator[str]
            counts won positions, for docs/truth.md

    `report` gets the completed share and the current task; the yielded texts are sentences for the operator.
    OSError: a file cannot be written; ValueError: a table has wrong values.

    - `levels`: number of bot levels, 1 the weakest; 0: no bot.
    - `version`: of `solve`, raised with every change of a verdict or a node count, since certificates of
      daily deals name it.
    - `missed`, `par`: whether the function of that name exists.
    - `solved`: whether `evaluate` proves the winner of every position of a game from the start.
    - `longer`: nodes of a longer search for a better hint; 0: none.
    - `remark`: why a bot may have made this move, a word of the family's catalogue (`remark.<word>`); cheap
      enough for the server's process.
    - `has_puzzles`: whether this game has puzzles, if the family has the ability.
    - `supports`: whether the searches support this game, at this version."""

    family: str
    searches: str
    judging: str = ""
    tables: str = ""
    makers: str = ""
    levels: int = 0
    version: int = 0
    abilities: frozenset[Ability] = frozenset()
    missed: bool = False
    solved: bool = False
    longer: int = 0
    par: bool = False
    remark: Callable[[Game[Any], Any, str], str | None] = _no_remark
    has_puzzles: Callable[[Game[Any]], bool] = _supports_all
    supports: Callable[[Game[Any]], bool] = _supports_all

    def load(self) -> ModuleType:
        """Import the module `searches`, in worker processes and commands. NeedsExtra: numpy is missing."""
        try:
            return import_module(self.searches)
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            raise NeedsExtra(
                f'{self.family}: its searches need numpy: pip install "richelieu-engine[analysis]"'
            ) from None


def analyst_of(game: Game[Any]) -> Analyst | None:
    """Return the analyst of this game from `engine.analysis.<family>`; None: there is none."""
    name = f"engine.analysis.{game.family}"
    if find_spec(name) is None:
        return None
    analyst: Analyst = import_module(name).ANALYST
    if not analyst.supports(game):
        return None
    if analyst.has_puzzles(game):
        return analyst
    return replace(analyst, abilities=analyst.abilities - {"puzzle"})
