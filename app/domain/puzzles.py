"""Which puzzle is the one of a day, and which one comes after another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

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


def _place(puzzle: Puzzle, round_: int) -> bytes:
    return sha256(f"{round_} {puzzle.id}".encode()).digest()
