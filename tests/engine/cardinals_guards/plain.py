"""Second, plain implementation of Cardinal's Guards, to compare the engine's rules with.

Nothing here comes from the engine: cells are (file, rank) with 1 to 5 inside and 0 and 6 outside; moves walk
cell by cell, and all moves are tried in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

Cell = tuple[int, int]

SUITS = "SMCA"
STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
TUNNEL = (3, 3)
CORNERS = ((1, 1), (5, 1), (1, 5), (5, 5))
SQUARES = [(file, rank) for rank in range(1, 6) for file in range(1, 6)]  # a1, b1 to e5
PERIMETER = (
    [(file, 6) for file in (1, 2, 3, 4, 5)]
    + [(6, rank) for rank in (5, 4, 3, 2, 1)]
    + [(file, 0) for file in (5, 4, 3, 2, 1)]
    + [(0, rank) for rank in (1, 2, 3, 4, 5)]
)


def outside(cell: Cell) -> bool:
    return 0 in cell or 6 in cell


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + STEP[way][0], cell[1] + STEP[way][1]


def name(cell: Cell) -> str:
    """Return b2 for a square; for a place outside, the adjacent square and the side: b5n."""
    file, rank = cell
    side = {rank == 6: "n", rank == 0: "s", file == 6: "e", file == 0: "w"}.get(True, "")
    return " abcde"[min(max(file, 1), 5)] + str(min(max(rank, 1), 5)) + side


def cell(square: str) -> Cell:
    return " abcde".index(square[0]), int(square[1])


@dataclass(frozen=True)
class Plain:
    """`guards`: of the perimeter and in the castle; `pawns`: those in the castle; `need`: the next ranks;
    `events`: the events of the last move, in words that a test counts."""

    tiles: dict[Cell, str]
    guards: dict[Cell, str]
    pawns: dict[str, Cell]
    need: dict[str, int]
    supply: str
    defeated: int
    events: frozenset[str] = frozenset()

    @property
    def castle(self) -> list[Cell]:
        return [square for square in SQUARES if square in self.guards]

    @property
    def escaped(self) -> str:
        return "".join(suit for suit in SUITS if suit not in self.pawns and self.need[suit] == 6)

    @property
    def lost(self) -> str:
        return "".join(suit for suit in SUITS if suit not in self.pawns and self.need[suit] < 6)

    @property
    def score(self) -> int:
        return sum(need - 1 for need in self.need.values()) + self.defeated + 3 * len(self.escaped)

    @property
    def text(self) -> str:
        tiles = "/".join(
            "".join(self.tiles.get((file, rank), "--") for file in range(1, 6)) for rank in (5, 4, 3, 2, 1)
        )
        pawns = " ".join(f"{suit}={name(self.pawns[suit]) if suit in self.pawns else '-'}" for suit in SUITS)
        need = "".join(str(self.need[suit]) for suit in SUITS)
        perimeter = "".join(self.guards.get(place, ".") for place in PERIMETER)
        castle = ",".join(name(square) + self.guards[square] for square in self.castle)
        supply = "".join(suit * self.supply.count(suit) for suit in SUITS)
        end = f"{castle or '-'} {supply or '-'} {self.defeated} {self.escaped or '-'}"
        return f"{tiles} {pawns} {need} {perimeter} {end}"

    def held(self, cell: Cell) -> bool:
        return cell in self.guards or cell in self.pawns.values()

    def walk(self, start: Cell, way: str) -> tuple[Cell, Cell | None]:
        """Return the end of a run in this direction, and what stops it: nothing in the tunnel and outside."""
        here = start
        while not self.held(beyond(here, way)):
            here = beyond(here, way)
            if here == TUNNEL or outside(here):
                return here, None
        return here, beyond(here, way)

    def moves(self) -> Iterator[tuple[str, Plain]]:
        """Yield every move with its result."""
        for suit in SUITS:
            for way in STEP if suit in self.pawns else "":
                end, met = self.walk(self.pawns[suit], way)
                if end == TUNNEL:
                    yield from self.through(suit, f"{suit} {way}")
                elif end != self.pawns[suit]:
                    yield from self.stopped(suit, f"{suit} {way}", end, met)
        for suit in SUITS:
            for square in SQUARES if suit in self.supply else []:
                if square != TUNNEL and not self.held(square):
                    guards, supply = {**self.guards, square: suit}, self.supply.replace(suit, "", 1)
                    yield f"put {suit} {name(square)}", replace(self, guards=guards, supply=supply)

    def through(self, suit: str, move: str) -> Iterator[tuple[str, Plain]]:
        pawns = {other: square for other, square in self.pawns.items() if other != suit}
        below = replace(self, pawns=pawns, events=frozenset({"tunnel"}))
        yield from below.corners(suit, f"{move} -")
        for square in self.castle:
            guards = {at: guard for at, guard in self.guards.items() if at != square}
            events = {"tunnel", "removal", *({"corner freed"} if square in CORNERS else ())}
            after = replace(below, guards=guards, defeated=self.defeated + 1, events=frozenset(events))
            yield from after.corners(suit, f"{move} {name(square)}")

    def corners(self, suit: str, move: str) -> Iterator[tuple[str, Plain]]:
        for corner in CORNERS:
            for way in STEP if not self.held(corner) else "":
                end, met = self.walk(corner, way)
                here = replace(self, events=self.events | {"zero"}) if end == corner else self
                yield from here.stopped(suit, f"{move} {name(corner)} {way}", end, met)

    def stopped(self, suit: str, move: str, end: Cell, met: Cell | None) -> Iterator[tuple[str, Plain]]:
        if outside(end):
            pawns = {other: square for other, square in self.pawns.items() if other != suit}
            events = {"escape" if self.need[suit] == 6 else "lost"}
            yield move, replace(self, pawns=pawns, events=self.events | events)
            return
        found = self.tiles[end] == f"{suit}{self.need[suit]}"
        after = replace(
            self,
            pawns={**self.pawns, suit: end},
            need={**self.need, suit: self.need[suit] + found},
            events=self.events | ({"search"} if found else set()),
        )
        if met is None or not outside(met):
            yield move, after
            return
        guards = {at: guard for at, guard in self.guards.items() if at != met}
        if self.guards[met] == suit:
            taken = replace(after, guards=guards, supply=self.supply + suit, events=after.events | {"take"})
            yield f"{move} take", taken
            yield f"{move} leave", replace(after, events=after.events | {"leave"})
        else:
            after = replace(after, guards=guards, events=after.events | {"defeat"})
            yield move, replace(after, defeated=self.defeated + 1)


def plain(text: str) -> Plain:
    """Return the position of a valid text, without a check."""
    words = text.split(" ")
    rows = list(reversed(words[0].split("/")))
    tiles = {(file, rank): rows[rank - 1][2 * file - 2 : 2 * file] for file, rank in SQUARES}
    del tiles[TUNNEL]
    guards = {place: guard for place, guard in zip(PERIMETER, words[6], strict=True) if guard != "."}
    for guard in words[7].split(",") if words[7] != "-" else []:
        guards[cell(guard)] = guard[2]
    pawns = {word[0]: cell(word[2:]) for word in words[1:5] if word[2:] != "-"}
    need = dict(zip(SUITS, map(int, words[5]), strict=True))
    return Plain(tiles, guards, pawns, need, words[8].replace("-", ""), int(words[9]))


def built(random: Random) -> Plain:
    """Return any possible position: tiles and men anywhere, some musketeers done, some of them escaped, and
    guards on about half of the perimeter, up to six in the castle."""
    squares = [square for square in SQUARES if square != TUNNEL]
    tiles = [suit + rank for suit in SUITS for rank in "012345"]
    random.shuffle(tiles)
    need = {suit: random.choice((1, 2, 3, 4, 5, 6, 6)) for suit in SUITS}
    stands = [suit for suit in SUITS if need[suit] < 6 or random.random() < 0.7]
    free = random.sample(squares, len(squares))
    pawns = {suit: free.pop() for suit in stands}
    coins = random.sample(SUITS * 6, 24)
    share = random.random()
    guards = {place: coins.pop() for place in PERIMETER if random.random() < share}
    guards |= {free.pop(): coins.pop() for _ in range(random.randint(0, min(6, len(coins))))}
    supply = "".join(coins.pop() for _ in range(random.randint(0, min(5, len(coins)))))
    return Plain(dict(zip(squares, tiles, strict=True)), guards, pawns, need, supply, len(coins))


def played(here: Plain, random: Random, length: int) -> Iterator[Plain]:
    """Yield the positions of a random game from here. It puts guards less often than it runs, and a musketeer
    seldom leaves too early, so that games last."""
    for _ in range(length):
        moves = [(move, there) for move, there in here.moves() if not there.lost or random.random() < 0.02]
        puts = [there for move, there in moves if move.startswith("put")]
        runs = [there for move, there in moves if not move.startswith("put")]
        yield here
        if not moves or here.lost or len(here.escaped) == 4:
            return
        here = random.choice(puts if puts and random.random() < 0.3 else runs or puts)
