"""Position text of Cardinal's Guards.

Fields: tiles from rank 5 to 1, squares of the four musketeers, the rank that each searches next, perimeter,
castle guards, supply, number of guards defeated, escaped musketeers.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cardinals_guards.position import (
    CELLS,
    CENTRE,
    GRID,
    INDEX,
    PAWNS,
    PERIMETER_START,
    PLACES,
    SQUARES,
    SUITS,
    TILES,
    State,
    escaped_suits,
)
from engine.game import labelled


def show(state: State) -> str:
    """Return the position text."""
    tiles, board, ranks, supply, defeated = state
    lines = ["".join(tiles[rank * 5 : rank * 5 + 5]) for rank in range(4, -1, -1)]
    where = [board.find(pawn) for pawn in PAWNS]
    pawns = [f"{suit}={CELLS[cell] if cell >= 0 else '-'}" for suit, cell in zip(SUITS, where, strict=True)]
    guards = [CELLS[square] + board[square] for square in SQUARES if board[square] in SUITS]
    return " ".join(
        (
            "/".join(lines),
            *pawns,
            "".join(map(str, ranks)),
            board[PERIMETER_START:],
            ",".join(guards) or "-",
            supply or "-",
            str(defeated),
            escaped_suits(state) or "-",
        )
    )


def picture(text: str) -> str:
    """Return a diagram of castle and perimeter, pieces after the tile of their square, and the other
    fields."""
    tiles, *pawns, ranks, around, guards, supply, defeated, escaped = text.split(" ")
    stands = {cell: suit.lower() for suit, cell in (word.split("=") for word in pawns)}
    stands |= {guard[:2]: guard[2] for guard in guards.split(",") if guard != "-"}
    north, east, south, west = around[:5], around[5:10], around[14:9:-1], around[:14:-1]
    lines = [_line("", "", north, "")]
    for number, row, left, right in zip("54321", tiles.split("/"), west, east, strict=True):
        cells = [
            row[at : at + 2] + stands.get(f"{file}{number}", " ")
            for at, file in zip(range(0, 10, 2), "abcde", strict=True)
        ]
        lines.append(_line(number, left, cells, right))
    lines += [_line("", "", south, ""), _line("", "", "abcde", "")]
    names = ("next of S M C A", "supply", "guards defeated", "escaped")
    return "\n".join([*lines, labelled(names, (ranks, supply, defeated, escaped))])


def _line(rank: str, left: str, cells: Iterable[str], right: str) -> str:
    return f"{rank:1}  {left:1}  {' '.join(f'{cell:3}' for cell in cells)}  {right}".rstrip()


def position(text: str) -> State:
    """Parse a position text. ValueError names place and reason."""
    words = text.split(" ")
    if len(words) != 11:
        raise ValueError(f"a position has 11 fields separated by single spaces, not {len(words)}")
    tiles = _tiles(words[0])
    board = list("." * PERIMETER_START + _perimeter(words[6]))
    for suit, pawn, word in zip(SUITS, PAWNS, words[1:5], strict=True):
        if word != f"{suit}=-":
            board[_pawn(suit, word, board)] = pawn
    ranks = _ranks(words[5])
    _put_guards(words[7], board)
    supply = _letters("supply", words[8])
    state = State(tiles, "".join(board), ranks, supply, _defeated(words[9]))
    _count(state)
    if words[10] != (escaped_suits(state) or "-"):
        found = escaped_suits(state) or "none (-)"
        raise ValueError(f"escaped: {found} is out with all chambers searched, but {words[10]!r} is written")
    return state


def _tiles(text: str) -> tuple[str, ...]:
    ranks = text.split("/")
    if len(ranks) != 5:
        raise ValueError(f"the castle has 5 ranks, not {len(ranks)}")
    tiles: list[str] = []
    for number, rank in zip("12345", reversed(ranks), strict=True):
        if len(rank) != 10:
            raise ValueError(f"rank {number} has 10 letters, two for each square, not {len(rank)}")
        tiles += [rank[place : place + 2] for place in range(0, 10, 2)]
    for square, tile in enumerate(tiles):
        if (tile == "--") != (square == CENTRE):
            raise ValueError(f"{CELLS[square]}: {tile!r}, but c3 is the one square without a tile (--)")
        if square != CENTRE and tile not in TILES:
            raise ValueError(f"{CELLS[square]}: {tile!r} is no tile, like S0")
        if tile in tiles[:square]:
            raise ValueError(f"{CELLS[square]}: the tile {tile} lies on {CELLS[tiles.index(tile)]}")
    return tuple(tiles)


def _pawn(suit: str, word: str, board: list[str]) -> int:
    name = word[2:]
    if word[:2] != f"{suit}=" or name not in GRID.index:
        raise ValueError(f"musketeer {suit}: {word!r} is not {suit}= and a square or -")
    return _vacant(f"musketeer {suit}", name, board)


def _vacant(what: str, name: str, board: list[str]) -> int:
    """Return the square `name`. ValueError: `what` cannot stand there."""
    square = INDEX[name]
    if square == CENTRE:
        raise ValueError(f"{what}: {name} is the tunnel, which stays empty")
    if board[square] != ".":
        raise ValueError(f"{what}: {name} is occupied by {board[square].upper()}")
    return square


def _ranks(text: str) -> tuple[int, ...]:
    if len(text) != 4:
        raise ValueError(f"4 ranks are searched next, one a musketeer, not {len(text)}: {text!r}")
    for suit, rank in zip(SUITS, text, strict=True):
        if rank not in "123456":
            raise ValueError(f"musketeer {suit} searches rank 1 to 5 next, or 6 has done, not {rank!r}")
    return tuple(map(int, text))


def _perimeter(text: str) -> str:
    if len(text) != len(PLACES):
        raise ValueError(f"the perimeter has {len(PLACES)} places, not {len(text)}")
    for place, guard in zip(PLACES, text, strict=True):
        if guard not in SUITS + ".":
            raise ValueError(f"{place}: {guard!r} is no guard (S, M, C or A) and not open (.)")
    return text


def _put_guards(text: str, board: list[str]) -> None:
    """Put the castle guards on the board."""
    last = -1
    for number, guard in enumerate(text.split(",") if text != "-" else (), 1):
        what, name, suit = f"castle guard {number}", guard[:2], guard[2:]
        if name not in GRID.index or suit not in tuple(SUITS):
            raise ValueError(f"{what}: {guard!r} is not a square and a suit, like b2S")
        square = _vacant(what, name, board)
        if square < last:
            raise ValueError(f"{what}: {name} comes before {CELLS[last]} (the order is a1, b1 to e5)")
        board[square], last = suit, square


def _letters(what: str, text: str) -> str:
    letters = "" if text == "-" else text
    for place, letter in enumerate(letters, 1):
        if letter not in SUITS:
            raise ValueError(f"{what}, place {place}: {letter!r} is not S, M, C or A")
    if text == "" or letters != "".join(sorted(letters, key=SUITS.index)):
        raise ValueError(f"{what}: {text!r} is not - or letters in the order S, M, C, A")
    return letters


def _defeated(text: str) -> int:
    if text not in [str(number) for number in range(25)]:
        raise ValueError(f"defeated: {text!r} is not a number from 0 to 24")
    return int(text)


def _count(state: State) -> None:
    coins = "".join(letter for letter in state.board if letter in SUITS) + state.supply
    for suit in SUITS:
        if coins.count(suit) > 6:
            raise ValueError(f"there are 6 coins of {suit}, not {coins.count(suit)}")
    if len(coins) + state.defeated != 24:
        raise ValueError(
            f"perimeter, castle, supply and defeated are 24 guards, not {len(coins) + state.defeated}"
        )
