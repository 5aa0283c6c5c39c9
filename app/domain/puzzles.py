"""Which puzzle is the one of a day, which one comes after another, and how a try at a puzzle stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from app.errors import Refusal
from engine import Game
from engine.analysis import Puzzle


def puzzle_of(puzzles: Sequence[Puzzle], day: str) -> Puzzle:
    """The puzzle of a day, such as 2026-11-21: in each round of all puzzles each one once, in an order that
    changes from round to round. ValueError: there is none."""
    if not puzzles:
        raise ValueError("there are no puzzles")
    round_, number = divmod(date.fromisoformat(day).toordinal(), len(puzzles))
    return sorted(puzzles, key=lambda puzzle: _place(puzzle, round_))[number]


def next_puzzle(puzzles: Sequence[Puzzle], grade: int | None, after: str | None) -> Puzzle | None:
    """The puzzle after another one, of one grade or of any; after the last one the first one. None: there is
    none of this grade. An unknown `after` counts as none."""
    of_grade = [puzzle for puzzle in puzzles if grade is None or puzzle.grade == grade]
    if not of_grade:
        return None
    order = sorted(of_grade, key=lambda puzzle: _place(puzzle, 0))
    ids = [puzzle.id for puzzle in order]
    return order[(ids.index(after) + 1) % len(order)] if after in ids else order[0]


class PuzzleSet(NamedTuple):
    """The puzzles of a game, easy ones first."""

    game: Game[Any]
    puzzles: tuple[Puzzle, ...]


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """What a player has done with puzzles: how many they `solved` at the first try, the days in a row on
    which they solved a puzzle of the day so, now and at `best`, and whether they solved that of `today` in
    one game (None: they have not tried it)."""

    solved: int
    streak: int
    best: int
    today: bool | None


def check_line(puzzle: Puzzle, line: Sequence[str]) -> None:
    """Refusal `bad_message`: these moves do not lead to a position in which the solver has to move."""
    if len(line) % 2 or len(line) >= len(puzzle.line) or tuple(line) != puzzle.line[: len(line)]:
        raise Refusal("bad_message", field="line", message="these moves are no part of the puzzle's line")


def _place(puzzle: Puzzle, round_: int) -> bytes:
    return sha256(f"{round_} {puzzle.id}".encode()).digest()
