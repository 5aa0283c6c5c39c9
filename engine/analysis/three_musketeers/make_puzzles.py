"""Makes the puzzles: positions of the phase of the start position, with a line of single winning moves.

Positions are drawn at random and valued by the tables. The line goes on for as long as exactly one move wins
and the game lasts. The opponent replies with a move that holds out longest, or else, with one after which
exactly one move wins again.
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

DEAL = 1625  # of the random numbers
FEWEST, MOST = 3, 15  # men
CHOICES = {MUSKETEERS: 2, CARDINAL: 4}  # legal moves of the first position, at least
TURNS = 3  # of the solver with several legal moves, at least
LONGEST = 13  # moves of a line, at most
GRADES = {  # bits of difficulty, at most, of grades 1 and up; the last one has no limit
    MUSKETEERS: (4.2, 4.9, 5.5, 6.2, 7.2, 8.2),
    CARDINAL: (10, 11, 11.7, 13, 15, 17.5),
}
EACH = 25  # puzzles of a grade and a side, at most
WANTED = 198  # puzzles


class Found(NamedTuple):
    """A puzzle; sorted by grade."""

    grade: int
    position: str
    line: tuple[str, ...]


def puzzle_lines(limits: Limits, report: Callable[[float, str], None]) -> list[str]:
    """Return the lines of the package's file, easy ones first."""
    return [puzzle_text(*puzzle) for puzzle in sorted(find_puzzles(limits, report))]


def find_puzzles(limits: Limits, report: Callable[[float, str], None]) -> Iterator[Found]:
    """Yield puzzles of both sides and all grades, no two of them symmetric."""
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
    """Yield random positions that games can come to, without end."""
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
    """Return the puzzle of a position, or None."""
    if len(GAME.legal(state)) < CHOICES[state.turn]:
        return None
    line = single_line(state, limits)
    choices, after = list[int](), state
    for number, move in enumerate(line):
        if number % 2 == 0:
            choices.append(len(GAME.legal(after)))
        after = GAME.apply(after, move)
    if sum(count > 1 for count in choices) < TURNS:
        return None
    grade = bisect_left(GRADES[state.turn], difficulty(choices)) + 1
    return Found(grade, GAME.show(state), tuple(line))


def single_line(state: State, limits: Limits) -> list[str]:
    """Return a line in which each move of the side to move is the only one that wins, [] where there is none.
    It ends with such a move, or with a reply that ends the game."""
    solver, line = state.turn, list[str]()
    move = _single(evaluate(GAME, state, limits), solver)
    while move:
        line.append(move)
        state = GAME.apply(state, move)
        if GAME.outcome(state) or len(line) >= LONGEST:
            break
        reply, move = _reply(state, solver, limits)
        if reply:
            line.append(reply)
            state = GAME.apply(state, reply)
    return line


def _reply(state: State, solver: Seat, limits: Limits) -> tuple[str | None, str | None]:
    """Return the reply that holds out longest and after which one move wins, with that move; None and None
    where there is no such reply. After a reply that ends the game there is no move."""
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


def _alike(state: State) -> tuple[int, int]:
    """Return what is equal for symmetric positions with the same turn."""
    position = position_of(state)
    turned = ((image(each, position.musketeers), image(each, position.men)) for each in range(8))
    musketeers, men = min(turned)
    return musketeers << 1 | position.turn, men
