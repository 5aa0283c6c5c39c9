"""Positions and steps of the search of Cardinal's Guards.

A position is an integer: 45 bits of occupied cells, four times 5 bits of the musketeers' squares, four times
3 bits of the ranks that they search next, and the number of coins in the supply. Suits of coins and castle
guards do not matter. A step is one run, together with the guards that are put for it; runs that lose a
musketeer are left out.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from engine.cardinals_guards.position import (
    ALL_SEARCHED,
    CELLS,
    CENTRE,
    CORNERS,
    DIRECTIONS,
    EDGE,
    NO_CELL,
    PAWNS,
    PERFECT_SCORE,
    PERIMETER_START,
    RUN_CELLS,
    SQUARES,
    SUITS,
    State,
    run,
)
from engine.cardinals_guards.rules import GUARD_CHOICES

SEATS = range(len(SUITS))
OUT = 31  # in the place of a square: has left the castle
BITS = tuple(1 << cell for cell in range(len(CELLS)))
ALL_CELLS, ALL_SQUARES = (1 << len(CELLS)) - 1, (1 << PERIMETER_START) - 1
MEN = tuple(len(CELLS) + 5 * seat for seat in SEATS)  # first bits of the musketeers' squares
RANKS = tuple(len(CELLS) + 20 + 3 * seat for seat in SEATS)  # first bits of the ranks they search next
SUPPLY = len(CELLS) + 32  # first bit of the supply
COIN = 1 << SUPPLY
JUST_PUT = -2  # guard removed in the tunnel: a coin put on any square just before
MAX_HELD = 20  # squares that others hold then; of 3 more, one may be on the way in and one get another guard

Step = tuple[int, int, int, int, int, int, str]
"""Seat, direction, square of a guard put to stop the run; in the tunnel the guard removed, the corner and the
direction there; the choice about an own guard. NO_CELL: none."""
Made = tuple[int, int, Step]  # a position, its worth, and the step to it


class Weights(NamedTuple):
    """Worth of a chamber searched, a guard defeated, a guard in supply or castle (it can stop a run, and be
    defeated in the tunnel), and a run less to a musketeer's next chamber."""

    chamber: int
    defeated: int
    coin: int
    nearer: int


LATE_ESCAPE, EARLY_ESCAPE = 5, -20  # worth; early: guards or chambers left need him inside, also as a stop


class Run(NamedTuple):
    """A run: its end (a square, the centre, or an open place), the cell that stops it or NO_CELL, and its
    stops, each with the next square, where a guard put makes the run end there."""

    end: int
    met: int
    stops: tuple[tuple[int, int], ...]


def _runs(start: int, ray: tuple[int, ...]) -> tuple[int, dict[int, Run]]:
    """Return the bits of a ray, and the run for each combination of its occupied cells."""
    runs: dict[int, Run] = {}
    for size in range(len(ray) + 1):
        for held in combinations(ray, size):
            board = "".join(["#" if cell in held else "." for cell in range(len(CELLS))])
            end, met = run(board, start, ray)
            path = ray if met == NO_CELL else ray[: ray.index(met)]
            stops = [(stop, put) for stop, put in zip((start, *path), path, strict=False) if put in SQUARES]
            runs[sum(BITS[cell] for cell in held)] = Run(end, met, tuple(stops))
    return sum(BITS[cell] for cell in ray), runs


RUNS = tuple(tuple(_runs(start, ray) for ray in rays) for start, rays in enumerate(RUN_CELLS))


def _within_a_run(square: int) -> set[int]:
    """Return the squares on which a run from this one can be stopped."""
    cells = {cell for ray in RUN_CELLS[square] for cell in ray}
    return (cells | EDGE if CENTRE in cells else cells) & set(SQUARES)


REACH = tuple(_within_a_run(square) for square in range(PERIMETER_START))


def _distances(goal: int) -> list[int]:
    """Return by square the number of runs to a goal, if each can be stopped anywhere."""
    runs, number = {goal: 0}, 0
    while len(runs) < len(SQUARES):
        number += 1
        runs |= {square: number for square in SQUARES if square not in runs and REACH[square] & runs.keys()}
    return [runs.get(square, 0) for square in range(OUT + 1)]


def encode(state: State) -> int:
    """Return a position as an integer."""
    position = sum(BITS[cell] for cell, piece in enumerate(state.board) if piece != ".")
    for seat, pawn in enumerate(PAWNS):
        square = state.board.find(pawn)
        position += (OUT if square == NO_CELL else square) << MEN[seat]
        position += state.ranks[seat] << RANKS[seat]
    return position + len(state.supply) * COIN


def _out(position: int) -> int:
    return sum([position >> shift & OUT == OUT for shift in MEN])


def _work(position: int) -> int:
    """Return the number of chambers to search and guards to defeat."""
    men = len(SUITS) - _out(position)
    guards = (position & ALL_CELLS).bit_count() - men + (position >> SUPPLY)
    return guards + sum([ALL_SEARCHED - (position >> shift & 7) for shift in RANKS])


def points(position: int) -> int:
    return PERFECT_SCORE - _work(position) - 3 * (len(SUITS) - _out(position))


class _Man(NamedTuple):
    """A musketeer who searches a certain rank, by square: his worth there; and where a run of his ends, what
    it adds to the position, and his worth then."""

    worths: list[int]
    landings: list[tuple[int, int]]


class Castle:
    """Steps in a game, and the worth of its positions by some weights."""

    def __init__(self, state: State, weights: Weights) -> None:
        self.weights = weights
        self.guard_seats = [SUITS.find(piece) for piece in state.board]  # by cell of the perimeter
        self.men = [self._men(state, seat) for seat in SEATS]

    def _men(self, state: State, seat: int) -> list[_Man]:
        """Return a musketeer by the rank that he searches next, from 0."""
        goals = [state.tiles.index(f"{SUITS[seat]}{rank}") for rank in range(ALL_SEARCHED)]
        runs = [*map(_distances, goals), [0] * (OUT + 1)]
        chamber, nearer = self.weights.chamber, self.weights.nearer
        worths = [
            [rank * chamber - nearer * number for number in distances] for rank, distances in enumerate(runs)
        ]
        men = []
        for rank, worth in enumerate(worths):
            landings = [
                ((BITS[square] if square != OUT else 0) + (square << MEN[seat]), worth[square])
                for square in range(OUT + 1)
            ]
            if rank < ALL_SEARCHED:
                goal = goals[rank]
                landings[goal] = (landings[goal][0] + (1 << RANKS[seat]), worths[rank + 1][goal])
            men.append(_Man(worth, landings))
        return men

    def steps(self, position: int, worth: int) -> list[Made]:
        """Return the positions after each step."""
        seats = [seat for seat in SEATS if position >> MEN[seat] & OUT != OUT]
        castle_guards = position & ALL_SQUARES
        for seat in seats:
            castle_guards -= BITS[position >> MEN[seat] & OUT]
        return [
            made for seat in seats for made in _Runner(self, position, worth, castle_guards, seat).steps()
        ]


class _Runner:
    """The steps of one musketeer from a position. `castle_guards`: bits of their squares."""

    __slots__ = ("castle", "castle_guards", "landings", "made", "may_leave", "rest", "seat", "start", "worth")

    def __init__(self, castle: Castle, position: int, worth: int, castle_guards: int, seat: int) -> None:
        self.castle, self.castle_guards, self.seat = castle, castle_guards, seat
        self.start = position >> MEN[seat] & OUT
        rank = position >> RANKS[seat] & 7
        man = castle.men[seat][rank]
        self.may_leave, self.landings = rank == ALL_SEARCHED, man.landings
        self.rest = position - BITS[self.start] - (self.start << MEN[seat])  # the position without him
        self.worth = worth - man.worths[self.start]
        self.made: list[Made] = []

    def steps(self) -> list[Made]:
        seat, start, rest = self.seat, self.start, self.rest
        for way, (ray, runs) in enumerate(RUNS[start]):
            found = runs[rest & ray]
            if rest >= COIN:
                for stop, put in found.stops[1:]:  # the first is where he stands
                    step = (seat, way, put, NO_CELL, NO_CELL, 0, "")
                    self._land(rest - COIN + BITS[put], stop, self.worth, step)
            if found.end == CENTRE:
                self._tunnel(way)
            elif found.end != start:
                self._end(rest, found, self.worth, (seat, way, NO_CELL, NO_CELL, NO_CELL, 0, ""))
        return self.made

    def _tunnel(self, way: int) -> None:
        """Add the steps through the tunnel. No corner's run crosses the way into it."""
        seat, start = self.seat, self.start
        for removed, rest, worth in self._removals():
            for corner in CORNERS:
                if rest & BITS[corner]:
                    continue
                for again, (ray, runs) in enumerate(RUNS[corner]):
                    found = runs[rest & ray]
                    if rest >= COIN:
                        for stop, put in found.stops:
                            if put not in (start, removed):
                                step = (seat, way, put, removed, corner, again, "")
                                self._land(rest - COIN + BITS[put], stop, worth, step)
                    self._end(rest, found, worth, (seat, way, NO_CELL, removed, corner, again, ""))

    def _removals(self) -> list[tuple[int, int, int]]:
        """Return each guard that may be removed in the tunnel, or NO_CELL, with position and worth then."""
        rest, weights = self.rest, self.castle.weights
        worth = self.worth + weights.defeated - weights.coin
        removals = [(NO_CELL, rest, self.worth)]
        removals += [
            (square, rest - BITS[square], worth) for square in SQUARES if self.castle_guards & BITS[square]
        ]
        if rest >= COIN and (rest & ALL_SQUARES).bit_count() <= MAX_HELD:
            removals.append((JUST_PUT, rest - COIN, worth))
        return removals

    def _end(self, rest: int, found: Run, worth: int, step: Step) -> None:
        """Add a run to its end, with each fate of the guard that stops it."""
        end, met, weights = found.end, found.met, self.castle.weights
        if end >= PERIMETER_START:
            if self.may_leave:
                after = rest + self.landings[OUT][0]
                escape = EARLY_ESCAPE if _work(after) else LATE_ESCAPE
                self._land(rest, OUT, worth + escape, step)
        elif met < PERIMETER_START:
            self._land(rest, end, worth, step)
        elif self.castle.guard_seats[met] != self.seat:
            self._land(rest - BITS[met], end, worth + weights.defeated, step)
        else:
            take, leave = GUARD_CHOICES
            self._land(rest - BITS[met] + COIN, end, worth + weights.coin, (*step[:-1], take))
            self._land(rest, end, worth, (*step[:-1], leave))

    def _land(self, rest: int, end: int, worth: int, step: Step) -> None:
        bits, own = self.landings[end]
        self.made.append((rest + bits, worth + own, step))


def moves_of(state: State, step: Step) -> list[str]:
    """Return the moves of a step."""
    seat, way, put, removed, corner, again, choice = step
    moves, coins = [], iter(state.supply)
    if put != NO_CELL:
        moves.append(f"put {next(coins)} {CELLS[put]}")
    if removed == JUST_PUT:
        held = {put, *RUN_CELLS[state.board.index(PAWNS[seat])][way]}
        removed = next(cell for cell in SQUARES if state.board[cell] == "." and cell not in held)
        moves.append(f"put {next(coins)} {CELLS[removed]}")
    text = f"{SUITS[seat]} {DIRECTIONS[way]}"
    if corner != NO_CELL:
        guard = "-" if removed == NO_CELL else CELLS[removed]
        text += f" {guard} {CELLS[corner]} {DIRECTIONS[again]}"
    return [*moves, text + choice]
