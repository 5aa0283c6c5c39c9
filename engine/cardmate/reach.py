"""What the cards of a board reach, kept from position to position: a card that sees none of the squares on
which something has changed still reaches what it did. Moves stand with their notation, but for × and #.

The tables are small, and only the newest board of a game is kept: what lies in the processor's cache is used
many times faster than what was computed long ago.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from engine.cardmate.board import BACKWARDS, BARRED, KINGS, LINES, MUST, NAME, NAMES, ONES, OWN, VERDICTS
from engine.game import Seat

Move = tuple[str, str]  # its words and its notation
Moves = tuple[Move, ...]
BOARDS = 1024  # whose cards are kept, some 10 KiB each

SQUARES = range(100)
BIT = tuple(1 << square for square in SQUARES)  # a set of squares is an integer
OWN_MARKS = tuple(bytes(piece in own for piece in range(256)) for own in (range(1, 57), range(57, 113)))
TAKES = tuple("+" if piece in KINGS[0] + KINGS[1] else "" for piece in range(113))  # the mark of a capture


class Reach(NamedTuple):
    """What one card reaches. `seen`: the squares that this depends on, its own among them; otherwise as
    Reached."""

    seen: int
    free: Moves
    must: Moves
    barred: Moves


class Reached(NamedTuple):
    """The moves to all squares that a seat reaches, in the order of its cards' squares. `must`: captures of a
    lower suitmate; `barred`: of a higher one, which only the suits forbid; `free`: all others."""

    free: Moves
    must: Moves
    barred: Moves


Cards = dict[int, Reach]  # by square


class Known:
    """What is known of a board, by seat. `cards`: what the cards reached on it or an earlier one; `changed`:
    the squares that have changed since; `reached`: what they reach on it."""

    __slots__ = ("cards", "changed", "reached")

    def __init__(self, cards: list[Cards | None], changed: list[int]) -> None:
        self.cards, self.changed = cards, changed
        self.reached: list[Reached | None] = [None, None]


_known: OrderedDict[bytes, Known] = OrderedDict()  # by board; whoever changes what is known takes it out


def forget() -> None:
    """Forgets what is known of all boards."""
    _known.clear()


def _keep(board: bytes, known: Known) -> None:
    _known[board] = known
    if len(_known) > BOARDS:
        _known.popitem(last=False)


def follow(before: bytes, after: bytes, start: int, end: int) -> None:
    """Hands on what is known of one board to the next one, after a move between these squares."""
    known = _known.pop(before, None)
    if known is not None:
        moved = BIT[start] | BIT[end]
        _keep(after, Known(known.cards, [changed | moved for changed in known.changed]))


def reached_by(board: bytes, seat: Seat) -> Reached:
    """What the seat reaches, computed once for all that asks."""
    known = _known.get(board)
    if known is not None and (found := known.reached[seat]) is not None:
        return found
    known = _known.pop(board, None) or Known([None, None], [0, 0])
    cards = known.cards[seat]
    if cards is None:
        known.cards[seat] = cards = {square: reach(board, square) for square in squares_of(board, seat)}
    else:
        _update(cards, board, seat, known.changed[seat])
    known.changed[seat] = 0
    found = known.reached[seat] = _sum([cards[square] for square in sorted(cards)])
    _keep(board, known)
    return found


def _update(cards: Cards, board: bytes, seat: Seat, changed: int) -> None:
    """Makes of what the cards reached what they reach, after something has changed on these squares."""
    marks = OWN_MARKS[seat]
    stale = [square for square, card in cards.items() if card[0] & changed]
    while changed:
        square = changed.bit_length() - 1
        changed ^= BIT[square]
        if square not in cards:
            stale.append(square)
    for square in stale:
        if marks[board[square]]:
            cards[square] = reach(board, square)
        else:
            cards.pop(square, None)


def _sum(cards: list[Reach]) -> Reached:
    free: list[Move] = []
    must: list[Move] = []
    barred: list[Move] = []
    for _, moves, bound, forbidden in cards:
        free += moves
        if bound:
            must += bound
        if forbidden:
            barred += forbidden
    return Reached(tuple(free), tuple(must), tuple(barred))


def squares_of(board: bytes, seat: Seat) -> Iterator[int]:
    """Where the seat's cards stand, in order."""
    own = board.translate(OWN_MARKS[seat])
    square = own.find(1)
    while square >= 0:
        yield square
        square = own.find(1, square + 1)


def reach(board: bytes, square: int) -> Reach:
    """What the card on this square reaches, along its rays and then straight back."""
    piece = board[square]
    card, verdicts, words, seen = NAME[piece], VERDICTS[piece], NAMES[square] + " ", BIT[square]
    free: list[Move] = []
    must: list[Move] = []
    barred: list[Move] = []
    for ray in LINES[piece][square]:
        for to in ray:
            seen |= BIT[to]
            if there := board[to]:
                verdict, name = verdicts[there], NAMES[to]
                if verdict != OWN:
                    moves = must if verdict == MUST else barred if verdict == BARRED else free
                    moves.append((words + name, f"{card}:{name}{TAKES[there]}"))
                break
            name = NAMES[to]
            free.append((words + name, card + name))
    if piece in ONES and square // 10 == (5 if piece > 56 else 4):
        free, must, barred = map(_choices, (free, must, barred))
    for to in BACKWARDS[piece][square]:
        seen |= BIT[to]
        if not board[to]:
            free.append((words + NAMES[to], card + NAMES[to]))
    return Reach(seen, tuple(free), tuple(must), tuple(barred))


def _choices(moves: list[Move]) -> list[Move]:
    """The moves of a One into the enemy half, each with promotion and without."""
    found: list[Move] = []
    for words, told in moves:
        plain = told.removesuffix("+")
        found += (f"{words} A", f"{plain}=A{told[len(plain) :]}"), (f"{words} 1", told)
    return found
