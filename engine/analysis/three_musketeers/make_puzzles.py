"""Makes the puzzles: positions of the phase of the start position in which exactly one move wins.

They are drawn at random, valued by the tables, and graded by the plies until the win.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.analysis import Limits
from engine.analysis.three_musketeers.layout import STANDARD, image
from engine.analysis.three_musketeers.searches import evaluate, position_of
from engine.game import Seat
from engine.rng import Rng
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, State

GRADES = (2, 4, 6, 8, 12, 16, 22)  # plies until the win, at most, of grades 1 and up
EACH = 50  # puzzles of a grade and a side, at most
WANTED = 420
FEWEST, MOST = 4, 14  # men
CHOICES = {MUSKETEERS: 3, CARDINAL: 6}  # legal moves, at least
DEAL = 1625  # of the random numbers


class Found(NamedTuple):
    grade: int
    move: str
    position: str


def puzzle_lines(limits: Limits, report: Callable[[float, str], None]) -> list[str]:
    """The lines of the package's file: easy first."""
    return [f"{puzzle.grade} {puzzle.move} {puzzle.position}\n" for puzzle in sorted(_find(limits, report))]


def _find(limits: Limits, report: Callable[[float, str], None]) -> Iterator[Found]:
    """Puzzles of both sides and all grades, no two of them symmetric."""
    count: Counter[tuple[Seat, int]] = Counter()
    seen: set[tuple[int, int]] = set()
    for state in _states():
        found = _puzzle(state, limits)
        if found is None or count[state.turn, found.grade] == EACH or _alike(state) in seen:
            continue
        seen.add(_alike(state))
        count[state.turn, found.grade] += 1
        report(count.total() / WANTED, f"{count.total()} puzzles")
        yield found
        if count.total() == WANTED:
            return


def _states() -> Iterator[State]:
    """Random positions that games can come to."""
    rng = Rng(DEAL)
    while True:
        turn, rng = rng.below(2)
        men, rng = rng.below(MOST - FEWEST + 1)
        men += FEWEST
        squares, rng = rng.shuffled("MMM" + "o" * men + "." * (22 - men))
        state = State("".join(squares), turn)
        if position_of(state).phase == STANDARD and GAME.outcome(state) is None:
            yield state


def _puzzle(state: State, limits: Limits) -> Found | None:
    """The puzzle of this position, if it is one."""
    if len(GAME.legal(state)) < CHOICES[state.turn]:
        return None
    evaluation = evaluate(GAME, state, limits)
    winning = [move for move, value in evaluation.moves.items() if value.winner == state.turn]
    plies = evaluation.value.plies
    if len(winning) != 1 or plies is None or plies > GRADES[-1]:
        return None
    return Found(bisect_left(GRADES, plies) + 1, winning[0], GAME.show(state))


def _alike(state: State) -> tuple[int, int]:
    """Equal for symmetric positions with the same turn."""
    position = position_of(state)
    turned = ((image(each, position.musketeers), image(each, position.men)) for each in range(8))
    musketeers, men = min(turned)
    return musketeers << 1 | position.turn, men
