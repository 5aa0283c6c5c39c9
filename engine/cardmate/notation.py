"""Cardmate's notation: position texts (`show`, `position`) and moves (`tell`, `read`)."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.cardmate.board import (
    CARDS,
    GRID,
    INDEX,
    KINGS,
    NAME,
    NAMES,
    PALACES,
    PIECE,
    SIDE,
    SUITS,
    State,
    kings,
)
from engine.cardmate.rules import (
    BOTH_KINGS,
    Palace,
    board_after,
    conquers,
    palace_squares,
    reached,
    why,
)
from engine.game import AmbiguousMove, IllegalMove, MalformedMove, Seat, View
from engine.rng import Rng


def show(state: State) -> str:
    """Return the position text."""
    pieces = state.board
    board = "/".join([_rank_text(pieces[square : square + 10]) for square in range(90, -1, -10)])
    return f"{board} {'FR'[state.turn]}" + (f" {state.idle}" if state.idle else "")


@lru_cache(maxsize=4096)  # a move changes at most two ranks
def _rank_text(rank: bytes) -> str:
    text = "".join([TOKENS[piece] for piece in rank])
    for empties, token in RUNS:
        text = text.replace(empties, token)
    return text[1:]


TOKENS = (" ", *("." + ("-" if piece > 56 else "+") + NAME[piece] for piece in range(1, 113)))
RUNS = tuple((" " * count, f".{count}") for count in range(10, 0, -1))  # runs of empty squares, longest first


def position(text: str, since: str = "a capture or promotion") -> State:
    """Parse a position text. `since`: what starts the count of idle plies, for the error message."""
    board, *after = text.split(" ")
    if not after or after[0] not in ("F", "R"):
        raise ValueError(f"after the board comes ' F' or ' R' (who is to move), not {' '.join(after)[:20]!r}")
    if len(after) > 2 or (len(after) == 2 and not re.fullmatch("[1-9][0-9]{0,8}", after[1])):
        raise ValueError(
            f"after who is to move may come the plies since {since}, 1 or more, "
            f"not {' '.join(after[1:])[:20]!r}"
        )
    ranks = board.split("/")
    if len(ranks) != 10:
        raise ValueError(f"a position has 10 ranks, not {len(ranks)}")
    read = [_read_rank(9 - number, rank) for number, rank in enumerate(ranks)]
    pieces = b"".join(reversed(read))
    _check_deck(pieces)
    return State(pieces, "FR".index(after[0]), int(after[1]) if len(after) == 2 else 0)


def picture(text: str) -> str:
    """Return the board as a diagram, then the other fields."""
    board, *others = text.split(" ")
    rows = []
    for rank in board.split("/"):
        tokens = [["."] * int(token) if token.isdecimal() else [token] for token in rank.split(".")]
        rows.append([text for part in tokens for text in part])
    return "\n".join([GRID.drawn(rows), *others])


def from_view(view: View, rng: Rng) -> tuple[State, Rng]:
    """Return the state of a view: its position and the cards that each seat lost."""
    first, second = view["taken"]
    return position(view["position"])._replace(taken=(tuple(first), tuple(second))), rng


def _read_rank(number: int, text: str) -> bytes:
    squares, count_before = b"", False
    for place, token in enumerate(text.split("."), 1):
        if token[:1] in ("+", "-") and token[1:] in CARDS:
            squares += bytes([PIECE["+-".index(token[0])][token[1:]]])
            count_before = False
        elif re.fullmatch("[1-9]|10", token) and not count_before:
            squares += bytes(int(token))
            count_before = True
        else:
            raise ValueError(
                f"rank {number}, place {place}: {token[:20]!r} is not + or - and a card, "
                "nor the count of a run of empties"
            )
    if len(squares) != 10:
        raise ValueError(f"rank {number} has {len(squares)} squares, not 10")
    return squares


def _check_deck(board: bytes) -> None:
    """Raise ValueError if the board cannot arise from the 56 cards: duplicates, a One with its Ace, Kings."""
    where: dict[str, int] = {}
    for square, piece in enumerate(board):
        if piece and where.setdefault(NAME[piece], square) != square:
            raise ValueError(f"{NAMES[square]}: {NAME[piece]} is already on {NAMES[where[NAME[piece]]]}")
    for suit in SUITS:
        if "1" + suit in where and "A" + suit in where:
            one, ace = NAMES[where["1" + suit]], NAMES[where["A" + suit]]
            raise ValueError(f"{ace}: A{suit} is the promoted 1{suit}, which is on {one}")
    for seat, side in enumerate(("Forehand", "Rearhand")):
        if kings(board, seat) > 2:
            raise ValueError(f"{side} has {kings(board, seat)} Kings, not at most 2")


def tell(state: State, move: str, _: Seat | None, palace: Palace = BOTH_KINGS) -> str:
    """Return the notation of a move, such as JS:g5+ or 1C5e=A."""
    board, seat = state.board, state.turn
    to = move[3:5]
    end = INDEX[to]
    captured = board[end]
    text = NAME[board[INDEX[move[:2]]]] + (":" + to if captured else to)
    if move[6:] == "A":
        text += "=A"
    if captured and captured in KINGS[1 - seat]:
        if kings(board, 1 - seat) == 1:
            return text + "×"
        text += "+"
    near, far = PALACES[seat]
    held = end in (near, far) or board[near] in SIDE[seat] or board[far] in SIDE[seat]
    return text + "#" if held and conquers(board_after(board, move), seat, palace) else text


def tell_legal(state: State, _: Seat | None, palace: Palace = BOTH_KINGS) -> list[tuple[str, str]]:
    """Return the legal moves with notation. Only moves that capture a King or enter the palace can differ
    from the cached notation."""
    board, seat, found = state.board, state.turn, reached(state)
    moves, told = (found.must, found.must_told) if found.must else (found.free, found.free_told)
    held = len(palace_squares(board, seat, palace))
    if held >= palace.squares:  # only from a position text: the game would have ended before
        return [(move, tell(state, move, None, palace)) for move in moves]
    if held + 1 < palace.squares and kings(board, 1 - seat) > 1:
        return [*zip(moves, told, strict=True)]
    names = [NAMES[square] for square in PALACES[seat]]
    return [
        (move, tell(state, move, None, palace) if text.endswith("+") or move[3:5] in names else text)
        for move, text in zip(moves, told, strict=True)
    ]


SQUARES = re.compile("([a-j][0-9])-?([a-j][0-9])(a|1)?")
NOTATION = re.compile("(10|[1-9xjqka])([cdhs])([:x]?)([a-j][0-9])(=a)?([+x]?)(#?)")


def read(state: State, typed: str, palace: Palace = BOTH_KINGS) -> str:
    """Parse a typed move.

    Case and spaces are ignored. `10` is accepted for `X`, `x` for `:` and for a final `×`. The marks
    `: + × #` may be missing, but must not be wrong."""
    text = "".join(typed.split()).lower().replace("×", "x")
    if words := SQUARES.fullmatch(text):
        start, end, choice = words.groups()
        return _permitted(state, f"{start} {end}", choice)
    if not (told := NOTATION.fullmatch(text)):
        raise MalformedMove(
            f"{typed[:80]!r} is neither two squares, like f3 g5, nor a card and a square, like JS:g5"
        )
    rank, suit, capture, end, promoted, king, conquest = told.groups()
    card = (rank.replace("10", "x") + suit).upper()
    move = _named_move(state, card, end, bool(promoted))
    truth = tell(state, move, None, palace)
    for mark in (capture and ":", king.replace("x", "×"), conquest):
        if mark not in truth:
            raise IllegalMove(f"{typed[:80]!r} says {mark}, but the move is {truth}")
    return move


def _pseudo_legal(state: State) -> tuple[str, ...]:
    """Return the moves to all squares that the seat to move reaches, including forbidden ones."""
    found = reached(state)
    return found.free + found.must + found.barred


def _permitted(state: State, squares: str, choice: str | None) -> str:
    """Return the legal move between two squares. `choice`: a or 1 if it was typed."""
    move = squares + (f" {choice.upper()}" if choice else "")
    if not choice and f"{squares} A" in _pseudo_legal(state):
        if why(state, f"{squares} A") is None:
            raise AmbiguousMove(
                f"{squares} enters the enemy half: {squares} A promotes, {squares} 1 does not"
            )
        move = f"{squares} A"  # either choice is forbidden by the same rule
    if rule := why(state, move):
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def _named_move(state: State, card: str, end: str, promoted: bool) -> str:
    """Return the legal move for a card and a square. Without `promoted` a One stays a One."""
    start = state.board.find(PIECE[state.turn][card])
    if start < 0:
        raise IllegalMove(f"{('Forehand', 'Rearhand')[state.turn]} has no {card} on the board")
    squares = f"{NAMES[start]} {end}"
    moves = [move for move in _pseudo_legal(state) if move.startswith(squares)]
    if promoted and len(moves) == 1:
        raise IllegalMove(f"{card} is not promoted on {end}")
    move = moves[0 if promoted else -1] if moves else squares
    return _permitted(state, squares, move[6:])
