"""File format of the shipped puzzles: one line each, with grade, position and moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import log2
from pathlib import Path

from engine.analysis import Puzzle

SEPARATOR = "\t"


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file, in its order. The id is a hash of the position."""
    found = []
    for text in path.read_text("utf-8").splitlines():
        grade, position, *line = text.split(SEPARATOR)
        name = blake2b(position.encode(), digest_size=5).hexdigest()
        found.append(Puzzle(id=name, position=position, line=tuple(line), grade=int(grade)))
    return tuple(found)


def puzzle_text(grade: int, position: str, line: Sequence[str]) -> str:
    """Return the line of the file for a puzzle, with its newline."""
    return SEPARATOR.join((str(grade), position, *line)) + "\n"


def difficulty(choices: Iterable[int]) -> float:
    """Return how unlikely random play solves a puzzle, in bits. `choices`: number of legal moves at each turn
    of the solver."""
    return sum(log2(count) for count in choices)
