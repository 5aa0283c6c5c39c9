"""Selection of puzzles: puzzle of the day, next puzzle, validation of a try."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from app.core.errors import Refusal
from engine import Game
from engine.analysis import Puzzle


def puzzle_of(puzzles: Sequence[Puzzle], day: str) -> Puzzle:
    """Return the puzzle of a day such as 2026-11-21: each puzzle once per round, in an order that changes
    with each round. ValueError: there are no puzzles."""
    if not puzzles:
        raise ValueError("there are no puzzles")
    round_, number = divmod(date.fromisoformat(day).toordinal(), len(puzzles))
    return sorted(puzzles, key=lambda puzzle: _place(puzzle, round_))[number]


def next_puzzle(puzzles: Sequence[Puzzle], grade: int | None, after: str | None) -> Puzzle | None:
    """Return the puzzle after another one, of one grade or any, cyclically. None: there is none of this
    grade. An unknown `after` starts from the first."""
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


def check_line(puzzle: Puzzle, line: Sequence[str]) -> None:
    """Raise Refusal `bad_message` unless these moves of the line lead to a turn of the solver."""
    if len(line) % 2 or len(line) >= len(puzzle.line) or tuple(line) != puzzle.line[: len(line)]:
        raise Refusal("bad_message", field="line", message="these moves are no part of the puzzle's line")


def _place(puzzle: Puzzle, round_: int) -> bytes:
    return sha256(f"{round_} {puzzle.id}".encode()).digest()
