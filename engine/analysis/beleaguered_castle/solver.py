"""Best-first search for a win, on tables of row numbers, by two estimates in turn.

Two queues hold the tables that were met and not expanded yet, each in the order of its own estimate; they
take turns (an alternation queue). A deal on which one estimate is wrong is often quick by the other, and a
lost deal is searched once, whatever the order. No table is met twice, and tables that differ in the order of
their rows are one. Harmless moves to the foundations are made at once, since a win that exists at all exists
after them as well: whatever could be laid on such a card, the cards one rank lower, can go home instead. The
same holds where cards may return, so that a card which would be harmless again is never taken down. With
nothing left to search the deal is lost; a search that reaches its limit of nodes knows nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from engine.analysis import Cancelled, Limits, Verdict
from engine.analysis.beleaguered_castle.rows import NO_CARD, Rows, Table
from engine.beleaguered_castle.position import SUIT, State, top
from engine.beleaguered_castle.rules import apply, is_harmless, legal
from engine.cards import NUMBER

PER_CHECK = 15  # tables expanded between two looks at `cancelled`; one has at most 64 moves


class Waiting(NamedTuple):
    """A table that was met `depth` moves after the start."""

    table: Table
    depth: int


class Queue:
    """Tables that wait, by a priority that is a small integer: the lowest first, of equal ones the oldest, or
    with `newest` the newest."""

    def __init__(self, *, newest: bool) -> None:
        self._take = deque[Waiting].pop if newest else deque[Waiting].popleft
        self._buckets: list[deque[Waiting]] = []
        self._first = 0  # no table waits with a lower priority

    def put(self, waiting: Waiting, priority: int) -> None:
        buckets = self._buckets
        while priority >= len(buckets):
            buckets.append(deque())
        buckets[priority].append(waiting)
        if priority < self._first:
            self._first = priority

    def take(self) -> Waiting | None:
        """Remove and return the first one; None: none waits."""
        buckets = self._buckets
        while self._first < len(buckets):
            if buckets[self._first]:
                return self._take(buckets[self._first])
            self._first += 1
        return None


class Found(NamedTuple):
    """`line`: of moves to the win, or, where none was found, to the most orderly table that was met, with
    `verdict` unknown; () if lost. `nodes`: different tables met."""

    verdict: Verdict
    line: tuple[str, ...]
    nodes: int


class Search:
    """One search from a state, which is not won."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rows = Rows()
        self.returns = state.returns
        self.start = self.rows.table(settle(state)[0].rows)
        self.parents: dict[Table, Table | None] = {self.start: None}
        self.expanded: set[Table] = set()
        self.queues = Queue(newest=False), Queue(newest=True)

    def run(self, nodes: int, limits: Limits) -> Found:
        """Search up to so many nodes. Raises Cancelled."""
        if not any(self.start):
            return self.found("winnable", self.start)
        next_one: Waiting | None = Waiting(self.start, 0)
        while next_one is not None and len(self.parents) < nodes:
            if len(self.expanded) % PER_CHECK == 0 and limits.cancelled():
                raise Cancelled
            if won := self.expand(*next_one):
                return self.found("winnable", won)
            next_one = self.next()
        if next_one is None:
            return Found("lost", (), len(self.parents))
        return self.found("unknown", min(list(self.parents)[1:], key=self.cost, default=self.start))

    def cost(self, table: Table) -> int:
        costs = self.rows.costs
        return sum([costs[row] for row in table])

    def next(self) -> Waiting | None:
        """Return the next table that is not expanded yet, from the queue whose turn it is; None: none is
        left, in either queue."""
        queue = self.queues[len(self.expanded) % 2]
        while (found := queue.take()) is not None and found.table in self.expanded:
            pass
        return found

    def expand(self, table: Table, depth: int) -> Table | None:
        """Add the tables after each move; return the one that is won."""
        parents, (first, second) = self.parents, self.queues
        costs, second_costs = self.rows.costs, self.rows.second_costs
        self.expanded.add(table)
        depth += 1
        for after in self.after(table):
            if after not in parents:
                parents[after] = table
                if not any(after):
                    return after
                waiting = Waiting(after, depth)
                first.put(waiting, 2 * sum([costs[row] for row in after]) + depth)
                second.put(waiting, sum([second_costs[row] for row in after]) + 2 * depth)
        return None

    def after(self, table: Table) -> Iterator[Table]:
        """The tables after each move that is worth trying, settled."""
        last, below = self.rows.last, self.rows.below
        home = self.rows.home(table)
        lowest = min(home)
        ends = self.ends(table)
        for place, row in enumerate(table):
            card = last[row]
            if card == NO_CARD:
                continue
            rest = list(table)
            rest[place] = left = below[row]
            if home[card & 3] == card >> 2:
                yield self.settled(rest.copy(), home, card & 3)
            bare = last[left]
            harmless = bare != NO_CARD and home[bare & 3] == bare >> 2 <= lowest + 1
            targets = ends[(card >> 2) + 1]
            for target in targets if left else [target for target in targets if target]:
                rows = rest.copy()
                rows[rows.index(target)] = self.rows.longer(target, card)
                if harmless:
                    yield self.settled(rows, home)
                else:
                    rows.sort()
                    yield tuple(rows)
        if self.returns:
            yield from self.after_returns(table, home, ends)

    def ends(self, table: Table) -> list[list[int]]:
        """The rows onto which a card can go, by its rank: those whose last card is of that rank, counted from
        0, and one empty row, if there is one."""
        last = self.rows.last
        ends: list[list[int]] = [[0] if not table[0] else [] for _ in range(14)]
        for row in table:
            if row:
                ends[last[row] >> 2].append(row)
        return ends

    def after_returns(self, table: Table, home: list[int], ends: list[list[int]]) -> Iterator[Table]:
        """The tables after a card has left its foundation."""
        lowest = min(home)
        for suit, rank in enumerate(home):
            if rank > max(1, lowest + 2):
                for target in ends[rank]:
                    rows = list(table)
                    rows[rows.index(target)] = self.rows.longer(target, 4 * rank - 4 + suit)
                    rows.sort()
                    yield tuple(rows)

    def settled(self, rows: list[int], home: list[int], up: int | None = None) -> Table:
        """The table with all harmless cards home; `up`: the suit whose foundation has just grown by one."""
        last, below = self.rows.last, self.rows.below
        home = home.copy()
        if up is not None:
            home[up] += 1
        moved = True
        while moved:
            moved = False
            for place, row in enumerate(rows):
                card = last[row]
                if card != NO_CARD and home[card & 3] == card >> 2 <= min(home) + 1:
                    rows[place] = below[row]
                    home[card & 3] += 1
                    moved = True
        rows.sort()
        return tuple(rows)

    def found(self, verdict: Verdict, end: Table) -> Found:
        path = [end]
        while (before := self.parents[path[-1]]) is not None:
            path.append(before)
        state, moves = settle(self.state)
        for table in path[-2::-1]:
            state, more = self.step(state, table)
            moves += more
        return Found(verdict, moves, len(self.parents))

    def step(self, state: State, table: Table) -> tuple[State, tuple[str, ...]]:
        """The move, and the harmless ones after it, by which a settled state becomes this table."""
        for move in legal(state):
            after, more = settle(apply(state, move))
            if self.rows.table(after.rows) == table:
                return after, (move, *more)
        raise AssertionError("the search made a move that the rules do not know")


def settle(state: State) -> tuple[State, tuple[str, ...]]:
    """The state with all harmless cards home, and the moves that bring them there."""
    moves: list[str] = []
    row = 0
    while row < 8:
        card = top(state, f"r{row + 1}")
        up = card != "" and state.home[SUIT[card[1]]] == NUMBER[card[0]] - 1
        if up and is_harmless(state, card):
            moves.append(f"r{row + 1} f")
            state = apply(state, moves[-1])
            row = 0
        else:
            row += 1
    return state, tuple(moves)
