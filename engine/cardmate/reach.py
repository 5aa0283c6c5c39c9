"""Incremental move generator of Cardmate: an LRU cache of each card's moves, by board.

After a move only the cards that see a changed square are recomputed. Moves are stored with their notation,
except × and #. The cache is small so that it stays in the processor's cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from engine.cardmate.board import BACKWARDS, BARRED, CARDS, FREE, KINGS, LINES, MUST, NAMES, ONES, VERDICTS
from engine.game import Seat

Texts = tuple[str, ...]
MAX_BOARDS = 4096  # in the cache, some 2 KiB each

SQUARES = range(100)
BIT = tuple(1 << square for square in SQUARES)  # bitboards: a set of squares is an integer
OWN_MARKS = tuple(bytes(piece in own for piece in range(256)) for own in (range(1, 57), range(57, 113)))

# Interned texts of moves: the cache holds references.
WORDS = tuple(tuple(f"{start} {end}" for end in NAMES) for start in NAMES)  # by start and end
_QUIET = {card: tuple(card + to for to in NAMES) for card in CARDS}
_TAKING = {card: tuple(f"{card}:{to}" for to in NAMES) for card in CARDS}
QUIET, TAKING = ([(), *(of[card] for card in CARDS * 2)] for of in (_QUIET, _TAKING))  # by piece and square
TAKES = tuple("+" if piece in KINGS[0] + KINGS[1] else "" for piece in range(113))  # mark by captured piece


class Reach(NamedTuple):
    """Moves of one card. `seen`: bitboard of the squares they depend on, its own included; other fields as in
    Reached."""

    seen: int
    free: Texts
    free_told: Texts
    must: Texts
    must_told: Texts
    barred: Texts


class Reached(NamedTuple):
    """Moves to all squares that a seat reaches, in the order of its cards' squares.

    - `must`: captures of a lower suitmate, which are compulsory.
    - `barred`: captures of a higher suitmate, which are forbidden.
    - `free`: all other moves.
    - `free_told`, `must_told`: their notation."""

    free: Texts
    free_told: Texts
    must: Texts
    must_told: Texts
    barred: Texts


Cards = dict[int, Reach]  # by square


class Known(NamedTuple):
    """Cache entry for a board and seat. None: not computed.

    - `cards`: the cards' moves on this board or an earlier one.
    - `changed`: bitboard of the squares changed since then.
    - `reached`: the merged moves on this board."""

    cards: Cards | None = None
    changed: int = 0
    reached: Reached | None = None


UNKNOWN = Known()
_known: OrderedDict[bytes, list[Known]] = OrderedDict()  # by board and seat; Cards are never mutated


def clear_cache() -> None:
    """Empty the cache."""
    _known.clear()


def _cache_board(board: bytes, known: list[Known]) -> list[Known]:
    while len(_known) >= MAX_BOARDS:
        _known.popitem(last=False)
    return _known.setdefault(board, known)


def follow(before: bytes, after: bytes, start: int, end: int) -> None:
    """Copy the cache entry of a board to its successor after a move between these squares.

    Games that reach the same board share its cards. The merged moves of `before` are dropped, since they are
    rarely needed again."""
    known = _known.get(before)
    if known is not None:
        _known[before] = [Known(cards, changed) for cards, changed, _ in known]
        if after not in _known:
            moved = BIT[start] | BIT[end]
            _cache_board(after, [Known(cards, changed | moved) for cards, changed, _ in known])


def reached_by(board: bytes, seat: Seat) -> Reached:
    """Return the moves of a seat, cached."""
    known = _known.get(board) or _cache_board(board, [UNKNOWN, UNKNOWN])
    cards, changed, found = known[seat]
    if found is None:
        if cards is None:
            cards = {square: reach(board, square) for square in squares_of(board, seat)}
        else:
            cards = _updated(cards, board, seat, changed)
        found = _merged([cards[square] for square in sorted(cards)])
        known[seat] = Known(cards, 0, found)
    return found


def _updated(cards: Cards, board: bytes, seat: Seat, changed: int) -> Cards:
    """Return the cards' moves after changes on these squares; recompute only cards that see them."""
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


def _merged(cards: list[Reach]) -> Reached:
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
    """Yield the squares of the seat's cards, in order."""
    own = board.translate(OWN_MARKS[seat])
    square = own.find(1)
    while square >= 0:
        yield square
        square = own.find(1, square + 1)


def reach(board: bytes, square: int) -> Reach:
    """Return the moves of the card on this square, along its rays, then straight back."""
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
    """Return the moves of a One into the enemy half, each with and without promotion."""
    return [f"{move} {choice}" for move in moves for choice in "A1"]


def _told_choices(told: list[str]) -> list[str]:
    """Return the notation of these moves."""
    found: list[str] = []
    for text in told:
        plain = text.removesuffix("+")
        found += f"{plain}=A{text[len(plain) :]}", text
    return found
