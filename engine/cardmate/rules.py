"""Cardmate (Ivan A Derzhanski, 2000): two players, 52 cards as chess pieces, and Whist's duty to follow suit.

The published page survives without its list of capture rules; they are read from its text and from the two
games published with it (see `static/games/cardmate/games.json`). Any card may capture a card of another
suit; a lower card of its own suit it must capture, before everything else; a higher one it cannot. Taking
both enemy Kings wins, and so does holding the enemy palace; what holds it is a ruling, one for each variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from engine.cardmate.board import (
    ACE,
    BARRED,
    INDEX,
    KINGS,
    MUST,
    NAME,
    NAMES,
    ONES,
    OWN,
    PALACES,
    PIECE,
    QUIET,
    RAYS,
    RETREAT,
    START,
    VERDICTS,
    Past,
    State,
    kings,
    position,
    show,
    shuffled,
)
from engine.game import Game, Outcome, Seat, View
from engine.rng import Rng

IDLE = 200  # plies in a row without a capture and without a One's move: drawn


class Palace(NamedTuple):
    """What conquers the enemy palace: so many of its two squares held, by Kings or by any card."""

    kings_only: bool
    squares: int


BOTH_KINGS, ONE_KING, ANY_TWO = Palace(True, 2), Palace(True, 1), Palace(False, 2)


def setup(_: Rng) -> State:
    return START


def turn(state: State) -> Seat:
    return state.turn


def reaches(state: State) -> Iterator[tuple[int, int, int, tuple[str, ...]]]:
    """All that the seat to move reaches: start, end, what comes of it (QUIET, FREE, MUST or BARRED; of a
    barred capture these would be the moves), and the moves."""
    board = state.board
    low, high = (57, 112) if state.turn else (1, 56)
    for square, piece in enumerate(board):
        if not low <= piece <= high:
            continue
        verdicts = VERDICTS[piece]
        for ray in RAYS[piece][square]:
            for to, moves in ray:
                verdict = verdicts[board[to]]
                if verdict != OWN:
                    yield square, to, verdict, moves
                if verdict != QUIET:
                    break
        for to, moves in RETREAT[piece][square]:
            if not board[to]:
                yield square, to, QUIET, moves


def legal(state: State) -> tuple[str, ...]:
    free: list[str] = []
    must: list[str] = []
    for _, _, verdict, moves in reaches(state):
        if verdict == MUST:
            must += moves
        elif verdict != BARRED:
            free += moves
    return tuple(must or free)


def apply(state: State, move: str) -> State:
    start, end = _ends(move)
    board, seat = state.board, state.turn
    first, second = state.taken
    captured = board[end]
    if captured and seat == 0:
        second = (*second, NAME[captured])
    elif captured:
        first = (*first, NAME[captured])
    return State(
        _moved(board, move),
        1 - seat,
        0 if captured or board[start] in ONES else state.idle + 1,
        None if captured or move.endswith("A") else Past(board, state.past),
        (first, second),
    )


def _ends(move: str) -> tuple[int, int]:
    return INDEX[move[:2]], INDEX[move[3:5]]


def _moved(board: bytes, move: str) -> bytes:
    start, end = _ends(move)
    after = bytearray(board)
    after[end] = ACE[board[start]] if move.endswith("A") else board[start]
    after[start] = 0
    return bytes(after)


def outcome(state: State, palace: Palace = BOTH_KINGS) -> Outcome | None:
    """Conquest is judged for the side not on turn only. A side without a King has lost; where a position
    text leaves Kings to neither, it is the side on turn, whose last King can only have been taken last."""
    board, seat = state.board, state.turn
    for loser in (seat, 1 - seat):
        if not kings(board, loser):
            return Outcome(1 - loser, "kings")
    if _conquered(board, 1 - seat, palace):
        return Outcome(1 - seat, "palace")
    if all(verdict == BARRED for _, _, verdict, _ in reaches(state)):
        return Outcome(None, "no_move")
    if _repeated(state):
        return Outcome(None, "repetition")
    return Outcome(None, "no_progress") if state.idle >= IDLE else None


def _repeated(state: State) -> bool:
    """Whether the board has stood twice before with the same seat to move: every other link back."""
    times, link = 0, state.past
    while link is not None and link.back is not None:
        times += link.back.board == state.board
        link = link.back.back
    return times >= 2


def _held(board: bytes, seat: Seat, palace: Palace) -> list[int]:
    """The squares of the enemy palace on which the seat has a card that counts."""
    low = 57 if seat else 1
    counting = KINGS[seat] if palace.kings_only else range(low, low + 56)
    return [square for square in PALACES[seat] if board[square] in counting]


def _conquered(board: bytes, seat: Seat, palace: Palace) -> bool:
    return len(_held(board, seat, palace)) >= palace.squares


def view(state: State, _: Seat | None, palace: Palace = BOTH_KINGS) -> View:
    must: dict[str, None] = {}
    barred: dict[str, list[str]] = {}
    for start, end, verdict, _moves in reaches(state):
        if verdict == MUST:
            must[NAMES[start]] = None
        elif verdict == BARRED:
            barred.setdefault(NAMES[start], []).append(NAMES[end])
    return {
        "position": show(state),
        "must": list(must),
        "barred": barred,
        "kings": [kings(state.board, seat) for seat in (0, 1)],
        "taken": [list(cards) for cards in state.taken],
        "palace": [[NAMES[square] for square in _held(state.board, seat, palace)] for seat in (0, 1)],
    }


def tell(state: State, move: str, _: Seat | None, palace: Palace = BOTH_KINGS) -> str:
    board, seat = state.board, state.turn
    start, end = _ends(move)
    text = (
        NAME[board[start]] + (":" if board[end] else "") + NAMES[end] + ("=A" if move.endswith("A") else "")
    )
    if board[end] in KINGS[1 - seat]:
        if kings(board, 1 - seat) == 1:
            return text + "×"
        text += "+"
    return text + ("#" if _conquered(_moved(board, move), seat, palace) else "")


WORDS = re.compile("([a-j][0-9])-?([a-j][0-9])(a|1)?")
TOLD = re.compile("([1-9xjqka][cdhs])(:?)([a-j][0-9])(=a)?([+x]?)(#?)")


def read(state: State, typed: str, palace: Palace = BOTH_KINGS) -> str:
    """Case, spaces and `x` for `×` are forgiven, and missing `: + × #`; those that are there must be true."""
    text = "".join(typed.split()).lower().replace("×", "x")
    if words := WORDS.fullmatch(text):
        start, end, choice = words.groups()
        move, marks = f"{start} {end}" + (f" {choice.upper()}" if choice else ""), []
    elif told := TOLD.fullmatch(text):
        card, colon, end, promoted, king, conquest = told.groups()
        move, marks = _sought(state, card.upper(), end, bool(promoted)), [colon, king, conquest]
    else:
        raise ValueError(
            f"{typed[:80]!r} is neither two squares, like f3 g5, nor a card and a square, like JS:g5"
        )
    moves = legal(state)
    if f"{move} A" in moves:
        raise ValueError(f"{move} enters the enemy half: {move} A promotes, {move} 1 does not")
    if move not in moves:
        raise ValueError(f"{move} is not possible: {why(state, move)}")
    truth = tell(state, move, None, palace)
    for mark in marks:
        if mark.replace("x", "×") not in truth:
            raise ValueError(f"{typed[:80]!r} says {mark}, but the move is {truth}")
    return move


def _sought(state: State, card: str, end: str, promoted: bool) -> str:
    """The move that a told form names, legal or not. ValueError where the card is not there to be moved, or
    a promotion where none can be."""
    start = state.board.find(PIECE[state.turn][card])
    if start < 0:
        raise ValueError(f"{('Forehand', 'Rearhand')[state.turn]} has no {card} on the board")
    for square, to, _, moves in reaches(state):
        if (square, NAMES[to]) == (start, end):
            if promoted and len(moves) == 1:
                raise ValueError(f"{card} is not promoted on {end}")
            return moves[0 if promoted else -1]
    return f"{NAMES[start]} {end}"


def score(_: State) -> tuple[int, ...]:
    return ()


def why(state: State, text: str) -> str:
    """not_a_move, higher_suitmate or must_capture_own_suit."""
    for _, _, verdict, moves in reaches(state):
        if text in moves:
            return "higher_suitmate" if verdict == BARRED else "must_capture_own_suit"
    return "not_a_move"


def reveals(_: State, __: str) -> bool:
    return False


GAME: Game[State] = Game(
    id="cardmate",
    version=1,
    family="cardmate",
    title="Cardmate",
    seats=("forehand", "rearhand"),
    dealt=False,
    hides=False,
    uneven=False,
    draws=True,
    setup=setup,
    turn=turn,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    read=read,
    score=score,
    why=why,
    reveals=reveals,
)


def _conquest(id: str, title: str, palace: Palace) -> Game[State]:
    parts: dict[str, Any] = {f.__name__: partial(f, palace=palace) for f in (outcome, view, tell, read)}
    return replace(GAME, id=id, title=title, **parts)


GAMES = (
    GAME,
    replace(GAME, id="cardmate_shuffled", title="Cardmate, suits shuffled", dealt=True, setup=shuffled),
    _conquest("cardmate_one_king", "Cardmate, one King conquers", ONE_KING),
    _conquest("cardmate_any_two", "Cardmate, any two cards conquer", ANY_TWO),
)
