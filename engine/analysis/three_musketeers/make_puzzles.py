"""Makes the puzzles: positions of the phase of the start position in which exactly one move wins.

They are drawn at random, valued by the tables, and graded by the plies until the win. Short wins are scarce
among many men: a second drawing, with few men, fills the low grades.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.analysis import Limits
from engine.analysis.three_musketeers.layout import STANDARD, image
from engine.analysis.three_musketeers.searches import evaluate, position_of
from engine.game import Seat
from engine.rng import Rng
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, State

GRADES = (2, 4, 6, 8, 12, 16, 22)  # plies until the win, at most, of grades 1 and up
EACH = 50  # puzzles of a grade and a side, at most


class Drawing(NamedTuple):
    """Positions that are drawn: with `fewest` to `most` men, and at least so many legal moves by side, until
    there are `wanted` puzzles, counted with those of earlier drawings, of grades up to `highest`. `deal`: of
    the random numbers."""

    deal: int
    fewest: int
    most: int
    choices: Mapping[Seat, int]
    highest: int
    wanted: int


LOW = 4  # the highest grade that is filled with few men
DRAWINGS = (
    Drawing(1625, 4, 14, {MUSKETEERS: 3, CARDINAL: 6}, len(GRADES), 420),
    Drawing(1844, 2, 5, {MUSKETEERS: 2, CARDINAL: 6}, LOW, 2 * EACH * LOW),
)


class Found(NamedTuple):
    grade: int
    move: str
    position: str


def puzzle_lines(limits: Limits, report: Callable[[float, str], None]) -> list[str]:
    """The lines of the package's file: easy first."""
    found = sorted(find_puzzles(limits, report))
    return [f"{puzzle.grade} {puzzle.move} {puzzle.position}\n" for puzzle in found]


def find_puzzles(limits: Limits, report: Callable[[float, str], None]) -> Iterator[Found]:
    """Puzzles of both sides and all grades, no two of them symmetric."""
    count: Counter[tuple[Seat, int]] = Counter()
    seen: set[tuple[int, int]] = set()
    for drawing in DRAWINGS:
        for state in _states(drawing):
            done = sum(count[side, grade] for side in (0, 1) for grade in range(1, drawing.highest + 1))
            if done == drawing.wanted:
                break
            found = _puzzle(state, drawing, limits)
            if found is None or count[state.turn, found.grade] == EACH or _alike(state) in seen:
                continue
            seen.add(_alike(state))
            count[state.turn, found.grade] += 1
            report((done + 1) / drawing.wanted, f"{count.total()} puzzles")
            yield found


def _states(drawing: Drawing) -> Iterator[State]:
    """Random positions that games can come to, without end."""
    rng = Rng(drawing.deal)
    while True:
        turn, rng = rng.below(2)
        men, rng = rng.below(drawing.most - drawing.fewest + 1)
        men += drawing.fewest
        squares, rng = rng.shuffled("MMM" + "o" * men + "." * (22 - men))
        state = State("".join(squares), turn)
        if position_of(state).phase == STANDARD and GAME.outcome(state) is None:
            yield state


def _puzzle(state: State, drawing: Drawing, limits: Limits) -> Found | None:
    """The puzzle of this position, if it is one of the drawing."""
    if len(GAME.legal(state)) < drawing.choices[state.turn]:
        return None
    evaluation = evaluate(GAME, state, limits)
    winning = [move for move, value in evaluation.moves.items() if value.winner == state.turn]
    plies = evaluation.value.plies
    if len(winning) != 1 or plies is None or plies > GRADES[drawing.highest - 1]:
        return None
    return Found(bisect_left(GRADES, plies) + 1, winning[0], GAME.show(state))


def _alike(state: State) -> tuple[int, int]:
    """Equal for symmetric positions with the same turn."""
    position = position_of(state)
    turned = ((image(each, position.musketeers), image(each, position.men)) for each in range(8))
    musketeers, men = min(turned)
    return musketeers << 1 | position.turn, men
