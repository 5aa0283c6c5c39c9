"""Best-first search for a win of Beleaguered Castle, with two heuristics in turn (alternation queue).

Two queues hold the open tables, each ordered by its own estimate, and take turns: a deal that misleads one
estimate is often easy by the other, and a lost deal is still searched only once. Tables that differ only in
the order of rows are equal; none is expanded twice. Harmless moves to foundations are made at once: any win
still exists after them, since the cards that could be built on such a card, one rank lower, can go to their
foundations too. The same holds if cards may return, so a card that would be harmless is never returned. If
the queues are empty, the deal is lost; at the node limit the verdict is unknown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from engine.analysis import Cancelled, Limits, Verdict
from engine.analysis.beleaguered_castle.rows import NO_CARD, Rows, Table
from engine.beleaguered_castle.position import SUIT_INDEX, State, top
from engine.beleaguered_castle.rules import apply, is_harmless, legal
from engine.cards import NUMBER

TABLES_PER_CANCEL_CHECK = 15  # expanded tables; each has at most 64 moves


class Waiting(NamedTuple):
    """An open table, `depth` moves after the start."""

    table: Table
    depth: int


class Queue:
    """Bucket queue of open tables: lowest priority first, on ties the oldest, or with `newest` the newest."""

    def __init__(self, *, newest: bool) -> None:
        self._take = deque[Waiting].pop if newest else deque[Waiting].popleft
        self._buckets: list[deque[Waiting]] = []
        self._first = 0  # lower buckets are empty

    def put(self, waiting: Waiting, priority: int) -> None:
        buckets = self._buckets
        while priority >= len(buckets):
            buckets.append(deque())
        buckets[priority].append(waiting)
        if priority < self._first:
            self._first = priority

    def take(self) -> Waiting | None:
        """Remove and return the first table; None: the queue is empty."""
        buckets = self._buckets
        while self._first < len(buckets):
            if buckets[self._first]:
                return self._take(buckets[self._first])
            self._first += 1
        return None


class Found(NamedTuple):
    """Result of a search. `line`: moves to the win, or, if unknown, to the table with the lowest cost; () if
    lost. `nodes`: number of different tables met."""

    verdict: Verdict
    line: tuple[str, ...]
    nodes: int


class Search:
    """One search from a state that is not won."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rows = Rows()
        self.returns = state.returns
        self.start = self.rows.table(settle(state)[0].rows)
        self.parents: dict[Table, Table | None] = {self.start: None}
        self.expanded: set[Table] = set()
        self.queues = Queue(newest=False), Queue(newest=True)

    def run(self, nodes: int, limits: Limits) -> Found:
        """Search up to `nodes` tables. Raises Cancelled."""
        if not any(self.start):
            return self.found("winnable", self.start)
        next_one: Waiting | None = Waiting(self.start, 0)
        while next_one is not None and len(self.parents) < nodes:
            if len(self.expanded) % TABLES_PER_CANCEL_CHECK == 0 and limits.cancelled():
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
        """Return the next unexpanded table, from the queue whose turn it is; None: both queues are empty."""
        queue = self.queues[len(self.expanded) % 2]
        while (found := queue.take()) is not None and found.table in self.expanded:
            pass
        return found

    def expand(self, table: Table, depth: int) -> Table | None:
        """Add the tables after each move. Return the won one, if any."""
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
        """Yield the settled tables after each useful move."""
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
        """Return, by rank of the last card from 0, the rows to move onto, and one empty row, if any."""
        last = self.rows.last
        ends: list[list[int]] = [[0] if not table[0] else [] for _ in range(14)]
        for row in table:
            if row:
                ends[last[row] >> 2].append(row)
        return ends

    def after_returns(self, table: Table, home: list[int], ends: list[list[int]]) -> Iterator[Table]:
        """Yield the tables after a card has returned from its foundation."""
        lowest = min(home)
        for suit, rank in enumerate(home):
            if rank > max(1, lowest + 2):
                for target in ends[rank]:
                    rows = list(table)
                    rows[rows.index(target)] = self.rows.longer(target, 4 * rank - 4 + suit)
                    rows.sort()
                    yield tuple(rows)

    def settled(self, rows: list[int], home: list[int], up: int | None = None) -> Table:
        """Return the table with all harmless cards on foundations. `up`: suit whose foundation just grew."""
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
        """Return the state and moves (one move and harmless ones after it) that lead to this table."""
        for move in legal(state):
            after, more = settle(apply(state, move))
            if self.rows.table(after.rows) == table:
                return after, (move, *more)
        raise AssertionError("the search made a move that the rules do not know")


def settle(state: State) -> tuple[State, tuple[str, ...]]:
    """Return the state with all harmless cards on foundations, and the moves."""
    moves: list[str] = []
    row = 0
    while row < 8:
        card = top(state, f"r{row + 1}")
        up = card != "" and state.home[SUIT_INDEX[card[1]]] == NUMBER[card[0]] - 1
        if up and is_harmless(state, card):
            moves.append(f"r{row + 1} f")
            state = apply(state, moves[-1])
            row = 0
        else:
            row += 1
    return state, tuple(moves)
