"""Puzzle generator for Three Musketeers: reachable positions with a line of single winning moves.

Random positions are evaluated with the tables. The line continues as long as exactly one move wins and the
game is not over. The opponent's reply is the one that holds out longest among those after which exactly one
move wins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.analysis import Evaluation, Limits
from engine.analysis.puzzle_file import difficulty, puzzle_text
from engine.analysis.three_musketeers.layout import STANDARD, image
from engine.analysis.three_musketeers.searches import evaluate, position_of
from engine.game import Seat
from engine.rng import Rng
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, State

SEED = 1625
MIN_MEN, MAX_MEN = 3, 15
MIN_CHOICES = {MUSKETEERS: 2, CARDINAL: 4}  # legal moves in the first position
MIN_TURNS_WITH_CHOICE = 3  # solver's turns with several legal moves
MAX_LINE_MOVES = 13
GRADE_BITS = {  # upper limits of difficulty of grades 1 and up; the last grade has none
    MUSKETEERS: (4.2, 4.9, 5.5, 6.2, 7.2, 8.2),
    CARDINAL: (10, 11, 11.7, 13, 15, 17.5),
}
MAX_PER_GRADE = 25  # puzzles per grade and side
PUZZLE_COUNT = 198


class Found(NamedTuple):
    """A puzzle; sorts by grade."""

    grade: int
    position: str
    line: tuple[str, ...]


def puzzle_lines(limits: Limits, report: Callable[[float, str], None]) -> list[str]:
    """Return the lines of the puzzle file, easy puzzles first."""
    return [puzzle_text(*puzzle) for puzzle in sorted(find_puzzles(limits, report))]


def find_puzzles(limits: Limits, report: Callable[[float, str], None]) -> Iterator[Found]:
    """Yield puzzles of both sides and all grades, no two of them symmetric."""
    count: Counter[tuple[Seat, int]] = Counter()
    seen: set[tuple[int, int]] = set()
    for state in _states():
        found = _puzzle(state, limits)
        if found is None or count[state.turn, found.grade] == MAX_PER_GRADE or _canonical_sets(state) in seen:
            continue
        seen.add(_canonical_sets(state))
        count[state.turn, found.grade] += 1
        report(count.total() / PUZZLE_COUNT, f"{count.total()} puzzles")
        yield found
        if count.total() == PUZZLE_COUNT:
            return


def _states() -> Iterator[State]:
    """Yield random reachable positions, without end."""
    rng = Rng(SEED)
    while True:
        turn, rng = rng.below(2)
        men, rng = rng.below(MAX_MEN - MIN_MEN + 1)
        men += MIN_MEN
        squares, rng = rng.shuffled("MMM" + "o" * men + "." * (22 - men))
        state = State("".join(squares), turn)
        if position_of(state).phase == STANDARD and GAME.outcome(state) is None:
            yield state


def _puzzle(state: State, limits: Limits) -> Found | None:
    """Return the puzzle of a position, or None."""
    if len(GAME.legal(state)) < MIN_CHOICES[state.turn]:
        return None
    line = single_line(state, limits)
    choices, after = list[int](), state
    for number, move in enumerate(line):
        if number % 2 == 0:
            choices.append(len(GAME.legal(after)))
        after = GAME.apply(after, move)
    if sum(count > 1 for count in choices) < MIN_TURNS_WITH_CHOICE:
        return None
    grade = bisect_left(GRADE_BITS[state.turn], difficulty(choices)) + 1
    return Found(grade, GAME.show(state), tuple(line))


def single_line(state: State, limits: Limits) -> list[str]:
    """Return a line in which each move of the side to move is the only winning one, or []. It ends with such
    a move, or with a reply that ends the game."""
    solver, line = state.turn, list[str]()
    move = _single(evaluate(GAME, state, limits), solver)
    while move:
        line.append(move)
        state = GAME.apply(state, move)
        if GAME.outcome(state) or len(line) >= MAX_LINE_MOVES:
            break
        reply, move = _reply(state, solver, limits)
        if reply:
            line.append(reply)
            state = GAME.apply(state, reply)
    return line


def _reply(state: State, solver: Seat, limits: Limits) -> tuple[str | None, str | None]:
    """Return the reply that holds out longest and leaves one winning move, with that move (None if the reply
    ends the game); None and None if there is no such reply."""
    plies = {move: value.plies or 0 for move, value in evaluate(GAME, state, limits).moves.items()}
    for reply in sorted(plies, key=lambda move: -plies[move]):
        after = GAME.apply(state, reply)
        if GAME.outcome(after):
            return reply, None
        if move := _single(evaluate(GAME, after, limits), solver):
            return reply, move
    return None, None


def _single(found: Evaluation, solver: Seat) -> str | None:
    """Return the only move that wins, or None."""
    winning = [move for move, value in found.moves.items() if value.winner == solver]
    return winning[0] if len(winning) == 1 else None


def _canonical_sets(state: State) -> tuple[int, int]:
    """Return the canonical form of a position under symmetry, as sets with the turn."""
    position = position_of(state)
    turned = ((image(each, position.musketeers), image(each, position.men)) for each in range(8))
    musketeers, men = min(turned)
    return musketeers << 1 | position.turn, men
