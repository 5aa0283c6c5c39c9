"""What the cards of a board reach, kept from position to position: a card that sees none of the squares on
which something has changed still reaches what it did. Moves stand with their notation, but for × and #.

The tables are small: what lies in the processor's cache is used many times faster than what was computed long
ago.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from engine.cardmate.board import BACKWARDS, BARRED, CARDS, FREE, KINGS, LINES, MUST, NAMES, ONES, VERDICTS
from engine.game import Seat

Texts = tuple[str, ...]
BOARDS = 4096  # whose cards are kept, some 2 KiB each

SQUARES = range(100)
BIT = tuple(1 << square for square in SQUARES)  # a set of squares is an integer
OWN_MARKS = tuple(bytes(piece in own for piece in range(256)) for own in (range(1, 57), range(57, 113)))

# The texts of moves, made once: what a board keeps of them are references.
WORDS = tuple(tuple(f"{start} {end}" for end in NAMES) for start in NAMES)  # by square and square
_QUIET = {card: tuple(card + to for to in NAMES) for card in CARDS}
_TAKING = {card: tuple(f"{card}:{to}" for to in NAMES) for card in CARDS}
QUIET, TAKING = ([(), *(of[card] for card in CARDS * 2)] for of in (_QUIET, _TAKING))  # by piece and square
TAKES = tuple("+" if piece in KINGS[0] + KINGS[1] else "" for piece in range(113))  # the mark of a capture


class Reach(NamedTuple):
    """What one card reaches. `seen`: the squares that this depends on, its own among them; otherwise as
    Reached."""

    seen: int
    free: Texts
    free_told: Texts
    must: Texts
    must_told: Texts
    barred: Texts


class Reached(NamedTuple):
    """The moves to all squares that a seat reaches, in the order of its cards' squares. `must`: captures of a
    lower suitmate; `barred`: of a higher one, which only the suits forbid; `free`: all others; `free_told`
    and `must_told`: the notation of each."""

    free: Texts
    free_told: Texts
    must: Texts
    must_told: Texts
    barred: Texts


Cards = dict[int, Reach]  # by square


class Known(NamedTuple):
    """What is known of a seat's cards on a board. `cards`: what they reached on it or on an earlier one;
    `changed`: the squares that have changed since; `reached`: what they reach on it. None: not computed."""

    cards: Cards | None = None
    changed: int = 0
    reached: Reached | None = None


UNKNOWN = Known()
_known: OrderedDict[bytes, list[Known]] = OrderedDict()  # by board and seat; no Cards are ever changed


def forget() -> None:
    """Forgets what is known of all boards."""
    _known.clear()


def _keep(board: bytes, known: list[Known]) -> list[Known]:
    while len(_known) >= BOARDS:
        _known.popitem(last=False)
    return _known.setdefault(board, known)


def follow(before: bytes, after: bytes, start: int, end: int) -> None:
    """Hands on what is known of one board to the next one, after a move between these squares. Games that
    come to the same board share its cards; what they reach together is given up, since few ask again."""
    known = _known.get(before)
    if known is not None:
        _known[before] = [Known(cards, changed) for cards, changed, _ in known]
        if after not in _known:
            moved = BIT[start] | BIT[end]
            _keep(after, [Known(cards, changed | moved) for cards, changed, _ in known])


def reached_by(board: bytes, seat: Seat) -> Reached:
    """What the seat reaches, computed once for all that asks."""
    known = _known.get(board) or _keep(board, [UNKNOWN, UNKNOWN])
    cards, changed, found = known[seat]
    if found is None:
        if cards is None:
            cards = {square: reach(board, square) for square in squares_of(board, seat)}
        else:
            cards = _updated(cards, board, seat, changed)
        found = _sum([cards[square] for square in sorted(cards)])
        known[seat] = Known(cards, 0, found)
    return found


def _updated(cards: Cards, board: bytes, seat: Seat, changed: int) -> Cards:
    """What the cards reach after something has changed on these squares, by what they reached before."""
    marks = OWN_MARKS[seat]
    stale = [square for square, card in cards.items() if card[0] & changed]
    cards = cards.copy()
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
    return cards


def _sum(cards: list[Reach]) -> Reached:
    free: list[str] = []
    free_told: list[str] = []
    must: list[str] = []
    must_told: list[str] = []
    barred: list[str] = []
    for _, moves, told, bound, bound_told, forbidden in cards:
        free += moves
        free_told += told
        if bound:
            must += bound
            must_told += bound_told
        if forbidden:
            barred += forbidden
    return Reached(tuple(free), tuple(free_told), tuple(must), tuple(must_told), tuple(barred))


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
    verdicts, seen = VERDICTS[piece], BIT[square]
    words, quiet, taking = WORDS[square], QUIET[piece], TAKING[piece]
    free: list[str] = []
    free_told: list[str] = []
    must: list[str] = []
    must_told: list[str] = []
    barred: list[str] = []
    for ray in LINES[piece][square]:
        for to in ray:
            seen |= BIT[to]
            if there := board[to]:
                verdict = verdicts[there]
                if verdict == FREE:
                    free.append(words[to])
                    free_told.append(taking[to] + TAKES[there])
                elif verdict == MUST:
                    must.append(words[to])
                    must_told.append(taking[to] + TAKES[there])
                elif verdict == BARRED:
                    barred.append(words[to])
                break
            free.append(words[to])
            free_told.append(quiet[to])
    if piece in ONES and square // 10 == (5 if piece > 56 else 4):
        free, must, barred = map(_choices, (free, must, barred))
        free_told, must_told = map(_told_choices, (free_told, must_told))
    for to in BACKWARDS[piece][square]:
        seen |= BIT[to]
        if not board[to]:
            free.append(words[to])
            free_told.append(quiet[to])
    return Reach(seen, tuple(free), tuple(free_told), tuple(must), tuple(must_told), tuple(barred))


def _choices(moves: list[str]) -> list[str]:
    """The moves of a One into the enemy half, each with promotion and without."""
    return [f"{move} {choice}" for move in moves for choice in "A1"]


def _told_choices(told: list[str]) -> list[str]:
    """The notation of the same."""
    found: list[str] = []
    for text in told:
        plain = text.removesuffix("+")
        found += f"{plain}=A{text[len(plain) :]}", text
    return found
